import { expect, test } from 'vitest';
import { history } from './reading-history.ts';

// #region example

import { structuredSummaryCompactPolicy } from '@ai4j/agent';

// #endregion

test('compact', async () => {
  const snapshot = { items: history };
  // #region example
  const policy = structuredSummaryCompactPolicy({ maxItems: 3 });
  if (policy.shouldCompact?.(snapshot)) {
    const { memory } = await policy.compact(snapshot);
    console.log(memory.items.length, memory.summary);
  }
  // #endregion

  expect(policy.shouldCompact?.(snapshot)).toBe(true);
  const { memory } = await policy.compact(snapshot);
  expect(memory.items).toEqual(history.slice(-2));
  expect(memory.summary).toContain('AI4J_COMPACT_SUMMARY');
});
