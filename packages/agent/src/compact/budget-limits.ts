import type { ContextBudget } from '../context/context-budget.ts';
import type { MemorySize } from './measured-memory.ts';

/** One limit of a budget, and the measure it limits. */
export interface BudgetLimit {
  readonly name: 'maxItems' | 'maxApproxChars' | 'maxTokens' | 'maxBytes';
  readonly measure: keyof MemorySize;
  readonly limit: number;
}

/** The limits that a budget sets, in the order in which projectors apply them. */
export function limitsOf(budget: ContextBudget): readonly BudgetLimit[] {
  const limits = [
    { name: 'maxItems', measure: 'items', limit: budget.maxItems },
    { name: 'maxApproxChars', measure: 'chars', limit: budget.maxApproxChars },
    { name: 'maxTokens', measure: 'tokens', limit: budget.maxTokens },
    { name: 'maxBytes', measure: 'bytes', limit: budget.maxBytes },
  ] as const;
  return limits.flatMap((it) => (it.limit === undefined ? [] : [{ ...it, limit: it.limit }]));
}

/** The limits that `size` is over, in the same order. */
export function exceededLimits(size: MemorySize, budget: ContextBudget): readonly BudgetLimit[] {
  return limitsOf(budget).filter(({ measure, limit }) => size[measure] > limit);
}
