import { expect, test } from 'vitest';
import type { MemoryItem } from '../items/agent-item.ts';
import { pair, user } from '../testing/item-builders.ts';
import { ContextIndex } from './context-index.ts';
import { buildModelContext } from './model-context.ts';

const history: MemoryItem[] = Array.from({ length: 2_500 }, (_, n) => [
  user(`question ${n}`),
  ...pair(`${n}a`, 'read', `line ${n}\n`.repeat(20)),
  user(`and ${n}`),
]).flat();

test('at 10,000 items, a step looks only at what is new and what changes its fate', () => {
  const index = new ContextIndex();
  const budget = { maxTokens: 60_000, maxRecentToolResults: 5, pinnedPrefixItems: 1 };
  buildModelContext({ snapshot: { items: history }, budget, index });
  const steps = Array.from({ length: 50 }, (_, n) => pair(`new ${n}`, 'bash', 'ok'));
  const items = [...history];
  for (const step of steps) {
    const before = { ...index.counters };
    items.push(...step);
    const { report } = buildModelContext({ snapshot: { items: [...items] }, budget, index });
    expect(report.tokenLimitApplied).toBe(true);
    // Two new items, and one tool result that is no longer among the newest five.
    expect(index.counters.itemsVisited - before.itemsVisited).toBe(3);
    // Two short items and a placeholder, each read for chars and for tokens; what is cleared was measured before.
    expect(index.counters.bytesMeasured - before.bytesMeasured).toBeLessThan(400);
  }
});

test('after a compaction, kept items are not measured again', () => {
  const index = new ContextIndex();
  const budget = { maxTokens: 60_000 };
  buildModelContext({ snapshot: { items: history }, budget, index });
  const before = index.counters.bytesMeasured;
  buildModelContext({ snapshot: { items: history.slice(-400), summary: 'so far' }, budget, index });
  expect(index.counters.bytesMeasured - before).toBeLessThanOrEqual(4 * 'so far'.length);
});
