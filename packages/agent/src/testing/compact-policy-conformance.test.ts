import { describe, test } from 'vitest';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import type { ContextBudget } from '../context/context-budget.ts';
import { compactPolicyConformance } from './compact-policy-conformance.ts';

const budgets: readonly ContextBudget[] = [
  { maxItems: 12 },
  { maxItems: 12, pinnedPrefixItems: 1 },
  { maxApproxChars: 4_000 },
  { maxTokens: 2_000, pinnedPrefixItems: 1 },
  { maxBytes: 8_000 },
];

describe.each(budgets)('structuredSummaryCompactPolicy(%o)', (budget) => {
  test.each(compactPolicyConformance())('$name', async ({ run }) => {
    await run(() => structuredSummaryCompactPolicy(budget));
  });
});
