import { expect, test } from 'vitest';
import { history } from './reading-history.ts';

// #region example

import { type CompactPolicy, structuredSummaryCompactPolicy } from '@ai4j/agent';

/** Compacts once a day's work is done: when the newest message says so. */
const atTheEndOfTheDay: CompactPolicy = {
  ...structuredSummaryCompactPolicy({ maxItems: 10 }),
  name: 'end-of-day',
  shouldCompact: ({ items }) => {
    const newest = items.at(-1);
    return newest?.type === 'message' && newest.content === 'That is all for today.';
  },
};
// #endregion

test('own policy', async () => {
  expect(atTheEndOfTheDay.shouldCompact?.({ items: history })).toBe(false);
  const evening = { type: 'message', id: 'end', role: 'user', content: 'That is all for today.' } as const;
  expect(atTheEndOfTheDay.shouldCompact?.({ items: [...history, evening] })).toBe(true);
});
