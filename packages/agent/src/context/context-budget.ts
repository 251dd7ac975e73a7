/**
 * How much history one request may carry. Every limit is optional; none set means everything goes, and so does
 * `Infinity`. What is no number, NaN or negative is refused with a ConfigError.
 */
export interface ContextBudget {
  /** Items of memory, the summary apart; 0 sends none. */
  readonly maxItems?: number | undefined;
  /** Chars by `approxChars`: what is sent as text, media at a fixed figure. */
  readonly maxApproxChars?: number | undefined;
  /** Tokens by the counter of the call. */
  readonly maxTokens?: number | undefined;
  /** UTF-8 bytes on the wire, media included. */
  readonly maxBytes?: number | undefined;
  /** Items at the head that limits spare. Default 0, as are negative numbers. */
  readonly pinnedPrefixItems?: number | undefined;
  /** Tier 1: the newest N tool results keep their text. Default: off. */
  readonly maxRecentToolResults?: number | undefined;
  /** Tools whose results Tier 1 never clears, by exact name. */
  readonly exemptTools?: readonly string[] | undefined;
  /** Tier 1 clears in batches that free at least this many Tokens, so that the prompt prefix stays cached between them. Default 0: each at once. */
  readonly minClearTokens?: number | undefined;
  /** Tier 2: clear the reasoning of turns before the last user message. Default false. */
  readonly trimOldReasoning?: boolean | undefined;
  /** Limits cut in steps of this many Items, for a stable prefix. Default 1. */
  readonly slackItems?: number | undefined;
}
