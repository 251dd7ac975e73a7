import { ConfigError } from '../errors.ts';
import type { ContextBudget } from './context-budget.ts';

/** The numbers of a budget, each with the least it may be. */
const leastByName = {
  maxItems: 0,
  maxApproxChars: 0,
  maxTokens: 0,
  maxBytes: 0,
  maxRecentToolResults: 0,
  minClearTokens: 0,
  slackItems: 0,
  pinnedPrefixItems: Number.NEGATIVE_INFINITY,
} as const;

/**
 * A limit that is no number would be compared with all the same, and let everything through or nothing.
 * `Infinity` limits nothing; fewer than no pinned items are none.
 * @param name what the message calls the budget
 * @throws ConfigError `invalid_option` for what is no number, NaN, or negative
 */
export function requireUsableBudget(budget: ContextBudget, name = 'budget'): void {
  for (const [field, least] of Object.entries(leastByName)) {
    const value: unknown = budget[field as keyof typeof leastByName];
    if (value === undefined || (typeof value === 'number' && value >= least)) continue;
    const wanted = least === 0 ? 'a number of 0 or more' : 'a number';
    throw new ConfigError('invalid_option', `${name}.${field} must be ${wanted}, not ${String(value)}.`);
  }
}
