import type { AgentItem } from '../items/agent-item.ts';
import { sameItem } from '../items/same-item.ts';
import type { TokenCounter } from './token-counter.ts';
import { promptTokens, type TokenUsage } from './token-usage.ts';

/** What a provider has counted: the items, and the Tokens of the request that ended with them. */
export interface UsageAnchor {
  readonly items: readonly AgentItem[];
  /** System prompt and tool schemas included: nothing of a request is outside this figure. */
  readonly tokens: number;
}

/** A report may be this many times more or less than expected; beyond, it is an error of the report. */
const MAX_FACTOR = 4;
/** Tokens that a system prompt and tool schemas may add unseen to the first request. */
const MAX_HIDDEN_PREFIX_TOKENS = 100_000;

/** Tokens of a request and, where its output was reported, of the response to it. */
export interface ReportedTokens {
  readonly tokens: number;
  readonly coversResponse: boolean;
}

/**
 * What `usage` says of a request and its `response`. Reasoning that the response does not carry on as
 * items was billed but is not sent again, and does not count. Undefined when the usage is missing or no
 * real figure: 0, negative, NaN, infinite.
 */
export function reportedTokens(
  usage: TokenUsage | undefined,
  response: readonly AgentItem[],
): ReportedTokens | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const prompt = promptTokens(usage);
  if (![inputTokens, cacheReadTokens, cacheWriteTokens].every(isCount) || prompt === 0) return undefined;
  if (!isCount(outputTokens) || outputTokens === 0) return { tokens: prompt, coversResponse: false };
  const output = Math.max(0, outputTokens - droppedReasoningTokens(usage, response));
  return { tokens: prompt + output, coversResponse: true };
}

/** The anchor that a model call gives, with `request` and `response` as sent and received. */
export function anchorOf(
  usage: TokenUsage | undefined,
  request: readonly AgentItem[],
  response: readonly AgentItem[],
): UsageAnchor | undefined {
  const reported = reportedTokens(usage, response);
  if (reported === undefined) return undefined;
  return { items: reported.coversResponse ? [...request, ...response] : request, tokens: reported.tokens };
}

/**
 * Whether `tokens` can be true of a request for which `expected` was estimated. `first`: nothing was
 * reported before, so the expectation may lack a system prompt and tool schemas.
 */
export function isPlausible(
  tokens: number,
  expected: number,
  { first }: { readonly first: boolean },
): boolean {
  const most = expected * MAX_FACTOR + (first ? MAX_HIDDEN_PREFIX_TOKENS : 0);
  return tokens * MAX_FACTOR >= expected && tokens <= most;
}

/**
 * Tokens of a request of `items`: what the provider last counted plus the estimate of what came after.
 * Without an anchor, when `items` do not extend the anchored ones unchanged (something was cleared, cut
 * or replaced), and when the anchor cannot be true of them, the estimate alone.
 *
 * Counts every item. A loop keeps a `ContextTokenMeter` instead, which counts only new ones.
 */
export function estimateContextTokens(
  items: readonly AgentItem[],
  counter: TokenCounter,
  anchor?: UsageAnchor,
): number {
  const count = (some: readonly AgentItem[]): number =>
    some.reduce((sum, item) => sum + counter.countItem(item), 0);
  if (anchor === undefined || unchangedItems(items, anchor.items) < anchor.items.length) return count(items);
  const expected = count(anchor.items);
  const after = count(items.slice(anchor.items.length));
  return (isPlausible(anchor.tokens, expected, { first: true }) ? anchor.tokens : expected) + after;
}

/** How many leading items of `items` are those of `before`; the first `known` are taken to be. */
export function unchangedItems(items: readonly AgentItem[], before: readonly AgentItem[], known = 0): number {
  const most = Math.min(items.length, before.length);
  let position = Math.min(known, most);
  while (position < most && isUnchanged(items[position] as AgentItem, before[position] as AgentItem))
    position++;
  return position;
}

function isUnchanged(item: AgentItem, before: AgentItem): boolean {
  return item === before || (item.id === before.id && sameItem(item, before));
}

function droppedReasoningTokens(usage: TokenUsage, response: readonly AgentItem[]): number {
  const carried = response.some((item) => item.type === 'reasoning' || item.type === 'opaque');
  return carried || !isCount(usage.reasoningTokens) ? 0 : usage.reasoningTokens;
}

function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0;
}
