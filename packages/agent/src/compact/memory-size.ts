import type { ContextBudget } from '../context/context-budget.ts';
import { type ContextIndex, viewSettings } from '../context/context-index.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** How large a memory is. The summary is no item, and counts in every size. */
export interface MemorySize {
  readonly items: number;
  readonly chars: number;
  /** 0 without a counter. */
  readonly tokens: number;
  /** 0 unless the budget limits Bytes. */
  readonly bytes: number;
}

/** One limit of a budget, and the measure it limits. */
export interface BudgetLimit {
  readonly name: 'maxItems' | 'maxApproxChars' | 'maxTokens' | 'maxBytes';
  readonly measure: keyof MemorySize;
  readonly limit: number;
}

/** Measures a memory; with the index that measured it before, only what is new in it. */
export function memorySize(
  { items, summary }: MemorySnapshot,
  budget: ContextBudget,
  counter: TokenCounter | undefined,
  index: ContextIndex,
): MemorySize {
  const view = index.viewOf(items, viewSettings(budget, counter, { tiers: false, repaired: false }));
  const text = index.summaryItem(summary);
  const measuresBytes = budget.maxBytes !== undefined;
  return {
    items: items.length,
    chars: view.sourceChars + (text ? index.sizes.chars(text) : 0),
    tokens: view.sourceTokens + (text && counter ? index.sizes.tokens(text, counter) : 0),
    bytes: view.bytes.before(items.length) + (text && measuresBytes ? index.sizes.bytes(text) : 0),
  };
}

/** The limits that `size` is over, in the order in which projectors apply them. */
export function exceededLimits(size: MemorySize, budget: ContextBudget): readonly BudgetLimit[] {
  return limitsOf(budget).filter(({ measure, limit }) => size[measure] > limit);
}

/** The limits that a budget sets. */
export function limitsOf(budget: ContextBudget): readonly BudgetLimit[] {
  const limits = [
    { name: 'maxItems', measure: 'items', limit: budget.maxItems },
    { name: 'maxApproxChars', measure: 'chars', limit: budget.maxApproxChars },
    { name: 'maxTokens', measure: 'tokens', limit: budget.maxTokens },
    { name: 'maxBytes', measure: 'bytes', limit: budget.maxBytes },
  ] as const;
  return limits.flatMap((it) => (it.limit === undefined ? [] : [{ ...it, limit: it.limit }]));
}
