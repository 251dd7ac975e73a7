import type { ContextBudget } from '../context/context-budget.ts';
import { ContextIndex, SUMMARY_ITEM_ID } from '../context/context-index.ts';
import type { ContextProjector } from '../context/context-projector.ts';
import { defaultContextProjector } from '../context/default-context-projector.ts';
import { CompactError, ConfigError } from '../errors.ts';
import { type AgentItem, isMemoryItem, type MemoryItem, type SummaryItem } from '../items/agent-item.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { defaultTokenCounter } from '../tokens/default-token-counter.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { biggestParts } from './biggest-parts.ts';
import { type BudgetLimit, exceededLimits, limitsOf } from './budget-limits.ts';
import type { CompactContext, CompactPolicy, CompactResult } from './compact-policy.ts';
import { addDropped, countDropped } from './dropped-items.ts';
import { type MemorySize, measureMemory } from './measured-memory.ts';
import { noFindings } from './no-findings.ts';
import { formatStructuredSummary, parseStructuredSummary } from './structured-summary.ts';

export interface StructuredSummaryCompactPolicyOptions {
  /** Chooses what memory retains; it must cut legally. Default `defaultContextProjector`. */
  readonly projector?: ContextProjector | undefined;
  /** Limits in Chars, Tokens and Bytes are cut to this share of themselves, so that the next compaction is a while away. Default 0.6. */
  readonly aimShare?: number | undefined;
  /** What a compaction by Chars, Tokens or Bytes must free at least, as a share of what was there. Default 0.1. */
  readonly minimumGain?: number | undefined;
}

/**
 * Compacts without a model: retains what the projector does, and leaves a summary of bounded size that
 * says how much of what was dropped, over all compactions. Due as soon as memory is over any limit of
 * the budget; afterwards it is within all of them. Limits in Tokens hold by the counter of the call, or
 * by the library's own estimate. Where nothing needs to be dropped, the result has the very memory it was given.
 *
 * `compact` throws CompactError `failed` when what must stay is over a limit, or too little would be
 * freed; it names the limit and the biggest parts.
 * @throws ConfigError when a limit is no positive number, or an option no share of 1
 */
export function structuredSummaryCompactPolicy(
  budget: ContextBudget,
  options: StructuredSummaryCompactPolicyOptions = {},
): CompactPolicy {
  const { projector = defaultContextProjector, aimShare = 0.6, minimumGain = 0.1 } = options;
  for (const { name, limit } of limitsOf(budget)) {
    if (!(limit > 0))
      throw new ConfigError('invalid_option', `${name} is ${limit}; memory must be allowed something.`);
  }
  if (!(aimShare > 0 && aimShare <= 1)) throw notAShare('aimShare', aimShare);
  if (!(minimumGain >= 0 && minimumGain < 1)) throw notAShare('minimumGain', minimumGain);

  const counterOf = ({ counter, targetTokens }: CompactContext): TokenCounter | undefined =>
    counter ??
    (budget.maxTokens !== undefined || targetTokens !== undefined ? defaultTokenCounter : undefined);
  const measureBytes = budget.maxBytes !== undefined;

  return {
    name: POLICY_NAME,

    shouldCompact(snapshot, context = {}) {
      if (snapshot.items.length === 0) return false;
      const { index = new ContextIndex() } = context;
      const size = measureMemory(snapshot, counterOf(context), index, { measureBytes });
      return exceededLimits(size, budget).length > 0;
    },

    async compact(snapshot, context = {}) {
      if (context.signal?.aborted)
        throw new CompactError('aborted', 'The compaction was aborted before it began.');
      const index = context.index ?? new ContextIndex();
      const counter = counterOf(context);
      const measure = (memory: MemorySnapshot) => measureMemory(memory, counter, index, { measureBytes });
      const limits: ContextBudget = { ...budget, maxTokens: context.targetTokens ?? budget.maxTokens };
      const aim: ContextBudget = {
        ...budget,
        maxApproxChars: shareOf(limits.maxApproxChars, aimShare),
        maxTokens: shareOf(limits.maxTokens, aimShare),
        maxBytes: shareOf(limits.maxBytes, aimShare),
      };

      const before = measure(snapshot);
      const earlier = parseStructuredSummary(snapshot.summary);
      const summarize = (retained: readonly MemoryItem[]): string => {
        const ids = new Set(retained.map(({ id }) => id));
        const dropped = snapshot.items.filter(({ id }) => !ids.has(id));
        return formatStructuredSummary({
          existing: earlier.existing,
          sourceItems: snapshot.items.length,
          retainedItems: snapshot.items.length - dropped.length,
          dropped: addDropped(earlier.dropped, countDropped(dropped)),
        });
      };

      // Room is made for the longest summary there can be: the one that tells of everything.
      const longest: SummaryItem = { type: 'summary', id: SUMMARY_ITEM_ID, text: summarize([]) };
      const { items, report } = projector([longest, ...snapshot.items], aim, { counter, index });
      const retained = items.filter(isMemoryItem);
      const isUnchanged =
        retained.length === snapshot.items.length &&
        retained.every((item, at) => item === snapshot.items[at]);
      const memory: MemorySnapshot = isUnchanged
        ? snapshot
        : { items: retained, summary: summarize(retained) };
      const after = measure(memory);
      refuseTooLarge(memory, after, limits, { counter, index });
      refuseTooLittle(before, after, limits, minimumGain);
      return {
        policy: POLICY_NAME,
        ...noFindings,
        memory,
        summary: memory.summary,
        contextReport: {
          ...report,
          sourceApproxChars: before.chars,
          projectedApproxChars: after.chars,
          ...(counter && { sourceTokens: before.tokens, projectedTokens: after.tokens }),
        },
        ...(counter && { tokensBefore: before.tokens, tokensAfter: after.tokens }),
        itemsBefore: before.items,
        itemsAfter: after.items,
      } satisfies CompactResult;
    },
  };
}

const POLICY_NAME = 'structured-summary';

/** What sizes are measured with. */
interface Measuring {
  readonly counter: TokenCounter | undefined;
  readonly index: ContextIndex;
}

function shareOf(limit: number | undefined, share: number): number | undefined {
  return limit === undefined ? undefined : Math.floor(limit * share);
}

function notAShare(name: string, value: number): ConfigError {
  return new ConfigError('invalid_option', `${name} is ${value}; it is a share, such as 0.5 for one half.`);
}

/** @throws CompactError `failed` when memory is over a limit */
function refuseTooLarge(
  memory: MemorySnapshot,
  size: MemorySize,
  limits: ContextBudget,
  measuring: Measuring,
): void {
  const exceeded = exceededLimits(size, limits)[0];
  if (!exceeded) return;
  const { name, limit, measure } = exceeded;
  const summary = measuring.index.summaryItem(memory.summary);
  const parts: readonly AgentItem[] = summary ? [summary, ...memory.items] : memory.items;
  throw new CompactError(
    'failed',
    `Memory cannot be compacted to ${name} ${limit}: what must stay has ${size[measure]}. ${biggestParts(parts, sizeBy(exceeded, measuring))}`,
  );
}

/** @throws CompactError `failed` when the limit that made a compaction due would be due again too soon; limits in items need no gain */
function refuseTooLittle(
  before: MemorySize,
  after: MemorySize,
  limits: ContextBudget,
  minimumGain: number,
): void {
  const exceeded = exceededLimits(before, limits);
  if (exceeded.some(({ measure }) => measure === 'items')) return;
  for (const { name, measure } of exceeded) {
    const gain = 1 - after[measure] / before[measure];
    if (gain >= minimumGain) continue;
    throw new CompactError(
      'failed',
      `Compacting by ${name} would free ${before[measure] - after[measure]} of ${before[measure]}: less than the minimum gain of ${minimumGain * 100} %.`,
    );
  }
}

/** Items have no size of their own in a limit by items: then it is their Chars. */
function sizeBy({ measure }: BudgetLimit, { counter, index }: Measuring): (item: AgentItem) => number {
  if (measure === 'tokens' && counter) return (item) => index.sizes.tokens(item, counter);
  if (measure === 'bytes') return (item) => index.sizes.bytes(item);
  return (item) => index.sizes.chars(item);
}
