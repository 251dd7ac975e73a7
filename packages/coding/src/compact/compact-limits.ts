import type { ResolvedCodingAgentOptions } from '../options.ts';

/** What a compaction must and should reach. Tokens by the compactor's counter, system prompt and tools included. */
export interface CompactLimits {
  /** No request may hold more. */
  readonly targetTokens: number;
  /** What is aimed at, so that the next compaction is not due at once. */
  readonly aimTokens: number;
  /** What may be left at most for the compaction to count: the target, and less than before by the minimum gain. */
  readonly mostTokens: number;
  readonly minimumGainTokens: number;
  /** The context is over the target. */
  readonly isDue: boolean;
}

export interface CompactSituation {
  readonly automatic: boolean;
  /** The size of the context by the compactor's counter. */
  readonly estimatedTokens: number;
  /** The same as the session knows it, from real usage. */
  readonly contextTokens?: number | undefined;
  readonly targetTokens?: number | undefined;
}

/** Who asks for a checkpoint of a short history gets one that is this much larger, for the items it takes away. */
const MANUAL_ALLOWANCE_TOKENS = 1_000;

/** Where real usage is more than the estimate, the limits shrink by as much: one estimator measures both sides. */
export function compactLimits(
  options: Pick<ResolvedCodingAgentOptions, 'compactTargetTokens' | 'compactAimShare' | 'minimumGain'>,
  { automatic, estimatedTokens, contextTokens = estimatedTokens, targetTokens }: CompactSituation,
): CompactLimits {
  const target = targetTokens ?? options.compactTargetTokens;
  const scale = contextTokens > estimatedTokens ? estimatedTokens / contextTokens : 1;
  const scaledTarget = Math.floor(target * scale);
  const minimumGainTokens = automatic ? Math.ceil(estimatedTokens * options.minimumGain) : 0;
  const most = automatic ? estimatedTokens - minimumGainTokens : estimatedTokens + MANUAL_ALLOWANCE_TOKENS;
  return {
    targetTokens: scaledTarget,
    aimTokens: Math.floor(scaledTarget * options.compactAimShare),
    mostTokens: Math.min(scaledTarget, most),
    minimumGainTokens,
    isDue: contextTokens > target,
  };
}
