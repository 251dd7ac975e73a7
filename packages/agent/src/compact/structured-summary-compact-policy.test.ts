import { describe, expect, test } from 'vitest';
import { ContextIndex } from '../context/context-index.ts';
import type { ContextProjector } from '../context/context-projector.ts';
import { CompactError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { assistant, call, output, pair, reasoning, user } from '../testing/item-builders.ts';
import { exactTokenCounter } from '../tokens/exact-token-counter.ts';
import type { CompactPolicy } from './compact-policy.ts';
import { structuredSummaryCompactPolicy } from './structured-summary-compact-policy.ts';

const counter = exactTokenCounter({ name: 'code-points', encode: (text) => [...text] });
const words = (count: number, from = 0): MemoryItem[] =>
  Array.from({ length: count }, (_, at) => user(`message ${from + at}`));

describe('as the reference does', () => {
  test('retains the pinned goal and the newest item, and carries the earlier summary on', async () => {
    const goal = user('goal');
    const recent = user('recent');
    const snapshot = { items: [goal, user('a'), user('b'), user('c'), recent], summary: 'previous summary' };
    const policy = structuredSummaryCompactPolicy({ maxItems: 2, pinnedPrefixItems: 1 });
    const result = await policy.compact(snapshot);
    expect(result.memory.items).toEqual([goal, recent]);
    expect(result.summary).toBe(result.memory.summary);
    expect(result.contextReport?.droppedItemCount).toBe(3);
    expect(result.summary).toMatchInlineSnapshot(`
      "AI4J_COMPACT_SUMMARY
      Existing summary:
      previous summary
      Context projection: 2/5 items retained, 3 dropped.
      Dropped so far: 3 items, among them 3 user messages, 0 assistant messages and 0 tool calls.
      The retained recent items are authoritative: where they and this summary differ, the items are right."
    `);
  });

  test.each([
    { items: 4, due: true },
    { items: 3, due: false },
    { items: 2, due: false },
    { items: 0, due: false },
  ])('with maxItems 3, $items items: due is $due', ({ items, due }) => {
    expect(structuredSummaryCompactPolicy({ maxItems: 3 }).shouldCompact?.({ items: words(items) })).toBe(
      due,
    );
  });

  test('fills the report and leaves what takes a model empty', async () => {
    const snapshot = { items: words(5) };
    const { memory, contextReport, summary, ...rest } = await structuredSummaryCompactPolicy({
      maxItems: 2,
    }).compact(snapshot, { counter });
    expect(rest).toEqual({
      policy: 'structured-summary',
      completed: [],
      pending: [],
      decisions: [],
      changedArtifacts: [],
      failedCommands: [],
      testResults: [],
      userConfirmations: [],
      sandboxState: [],
      openQuestions: [],
      readFiles: [],
      modifiedFiles: [],
      tokensBefore: expect.any(Number),
      tokensAfter: expect.any(Number),
      itemsBefore: 5,
      itemsAfter: 2,
    });
    expect(contextReport).toMatchObject({
      sourceItemCount: 5,
      projectedItemCount: 2,
      itemLimitApplied: true,
    });
  });
});

describe('when it is due', () => {
  const snapshot: MemorySnapshot = {
    items: [user('x'.repeat(500)), user('记'.repeat(500))],
    summary: 's'.repeat(100),
  };
  test.each([
    { budget: { maxApproxChars: 1_100 }, due: false },
    { budget: { maxApproxChars: 1_099 }, due: true },
    { budget: { maxBytes: 3_000 }, due: false },
    { budget: { maxBytes: 2_000 }, due: true },
    { budget: { maxTokens: 1_200 }, due: false },
    { budget: { maxTokens: 1_000 }, due: true },
    { budget: { maxItems: 2, maxTokens: 1_000 }, due: true },
    { budget: { maxItems: 1, maxTokens: 9_000 }, due: true },
    { budget: {}, due: false },
  ])('under $budget: $due', ({ budget, due }) => {
    expect(structuredSummaryCompactPolicy(budget).shouldCompact?.(snapshot, { counter })).toBe(due);
  });

  test('counts tokens by the estimate of the library when nobody brings a counter', () => {
    const policy = structuredSummaryCompactPolicy({ maxTokens: 200 });
    expect(policy.shouldCompact?.({ items: [user('hello')] })).toBe(false);
    expect(policy.shouldCompact?.({ items: [user('记忆'.repeat(500))] })).toBe(true);
  });

  test('asking at each step of a long session looks at new items only', () => {
    const policy = structuredSummaryCompactPolicy({ maxTokens: 1_000_000 });
    const index = new ContextIndex();
    const items: MemoryItem[] = [];
    for (let step = 0; step < 2_000; step++) {
      items.push(user(`step ${step}`));
      policy.shouldCompact?.({ items: items.slice(), summary: 'so far' }, { counter, index });
    }
    expect(index.counters.itemsVisited).toBe(2_000);
  });
});

describe('progress', () => {
  const long = Array.from({ length: 60 }, (_, at) => pair(`${at}`, 'read', `${at} `.repeat(100))).flat();
  test.each([
    { budget: { maxApproxChars: 8_000 }, held: (p: Sizes) => p.chars, limit: 8_000 },
    { budget: { maxTokens: 8_000 }, held: (p: Sizes) => p.tokens, limit: 8_000 },
  ])(
    'under $budget it ends at 0.6 of the limit, and is not due again at once',
    async ({ budget, held, limit }) => {
      const policy = structuredSummaryCompactPolicy(budget);
      const { memory, contextReport, tokensAfter } = await policy.compact({ items: long }, { counter });
      const size = held({ chars: contextReport?.projectedApproxChars ?? 0, tokens: tokensAfter ?? 0 });
      expect(size).toBeLessThanOrEqual(0.6 * limit);
      expect(size).toBeGreaterThan(0.4 * limit);
      expect(policy.shouldCompact?.(memory, { counter })).toBe(false);
    },
  );

  test('a target of the caller is the limit for that call', async () => {
    const policy = structuredSummaryCompactPolicy({ maxTokens: 100_000 });
    const { tokensAfter } = await policy.compact({ items: long }, { counter, targetTokens: 5_000 });
    expect(tokensAfter).toBeLessThanOrEqual(3_000);
  });

  test('ten compactions for as many limits of growth: no thrash (claude-code#82131)', async () => {
    const policy = structuredSummaryCompactPolicy({ maxTokens: 8_000 });
    let memory: MemorySnapshot = { items: [] };
    let compactions = 0;
    for (let step = 0; step < 1_000; step++) {
      memory = { ...memory, items: [...memory.items, user(`step ${step} `.repeat(10))] };
      if (!policy.shouldCompact?.(memory, { counter })) continue;
      memory = (await policy.compact(memory, { counter })).memory;
      compactions += 1;
    }
    expect(compactions).toBeLessThan(50);
  });
});

describe('when what must stay is too large', () => {
  test('a single giant newest item: fails and names it, its content unsaid (crush#3733)', async () => {
    const items = [user('read it'), call('1'), output('1', 'secret '.repeat(2_000))];
    const failure = await failureOf(structuredSummaryCompactPolicy({ maxApproxChars: 4_000 }), { items });
    expect(failure.code).toBe('failed');
    expect(failure.message).toMatch(
      /^Memory cannot be compacted to maxApproxChars 4000: what must stay has 14\d+\. Biggest: function_call_output "output:1" 14000, the summary \d+, /,
    );
    expect(failure.message).not.toContain('secret');
  });

  test('one response of more items than maxItems: fails, since it cannot be split', async () => {
    const items = [user('go'), call('1'), call('2'), output('1'), output('2')];
    const failure = await failureOf(structuredSummaryCompactPolicy({ maxItems: 2 }), { items });
    expect(failure.message).toContain('maxItems 2: what must stay has 4.');
  });

  test('a compaction that would free next to nothing is none (Roo-Code#3911)', async () => {
    const items = [user('a'.repeat(900)), user('x'.repeat(9_000))];
    const failure = await failureOf(structuredSummaryCompactPolicy({ maxApproxChars: 9_800 }), { items });
    expect(failure.message).toMatch(
      /^Compacting by maxApproxChars would free \d+ of 9900: less than the minimum gain of 10 %\.$/,
    );
    expect(failure.code).toBe('failed');
  });

  test('nothing to cut is no compaction: the result has the very memory it was given (OpenHands#1073)', async () => {
    const snapshot = { items: words(2), summary: 'as it was' };
    const result = await structuredSummaryCompactPolicy({ maxItems: 5 }).compact(snapshot);
    expect(result.memory).toBe(snapshot);
    expect(result.summary).toBe('as it was');
  });
});

describe('the faults of the original', () => {
  test('W-C4 item cuts orphan tool results', async () => {
    const items = [user('go'), ...pair('1'), ...pair('2'), assistant('done')];
    const { memory } = await structuredSummaryCompactPolicy({ maxItems: 2 }).compact({ items });
    expect(memory.items).toEqual([assistant('done')]);
  });

  test('W-C4 a response is not split from its reasoning', async () => {
    const group = { responseId: 'r' };
    const items = [user('go'), reasoning('hm', group), call('1', 'read', group), output('1'), user('next')];
    const { memory } = await structuredSummaryCompactPolicy({ maxItems: 3 }).compact({ items });
    expect(memory.items).toEqual([user('next')]);
  });

  test('W-C5 pinnedPrefixItems counts items of memory: a summary is none of them', async () => {
    const snapshot = { items: [user('goal'), ...words(9)], summary: 'so far' };
    const policy = structuredSummaryCompactPolicy({ maxItems: 3, pinnedPrefixItems: 1 });
    const { memory } = await policy.compact(snapshot);
    expect(memory.items).toEqual([user('goal'), user('message 7'), user('message 8')]);
  });

  test('W-C6 headers pile up, counts go stale, and nothing is known of what was dropped', async () => {
    const policy = structuredSummaryCompactPolicy({ maxItems: 2 });
    let memory: MemorySnapshot = { items: [], summary: 'written by a person' };
    for (let round = 0; round < 5; round++) {
      const tools = [...pair(`${round}a`, 'read'), ...pair(`${round}b`, round % 2 ? 'bash' : 'read')];
      const items = [
        ...memory.items,
        ...words(2, 2 * round),
        ...tools,
        assistant(`${round}`),
        assistant(`${round}!`),
      ];
      memory = (await policy.compact({ ...memory, items })).memory;
    }
    expect(memory.summary).toMatchInlineSnapshot(`
      "AI4J_COMPACT_SUMMARY
      Existing summary:
      written by a person
      Context projection: 2/10 items retained, 8 dropped.
      Dropped so far: 38 items, among them 10 user messages, 8 assistant messages and 10 tool calls.
      Calls dropped by tool: read 8, bash 2.
      The retained recent items are authoritative: where they and this summary differ, the items are right."
    `);
  });
});

test('a projector of your own decides what memory retains', async () => {
  const firstOnly: ContextProjector = (items, budget) => {
    const { report } = structuredReport(items.length, budget.maxItems ?? 0);
    return { items: items.slice(0, 2), report };
  };
  const policy = structuredSummaryCompactPolicy({ maxItems: 1 }, { projector: firstOnly });
  const { memory } = await policy.compact({ items: words(4) });
  expect(memory.items).toEqual([user('message 0')]);
});

test.each([
  { budget: { maxItems: 0 }, options: {}, named: 'maxItems is 0' },
  { budget: { maxTokens: -1 }, options: {}, named: 'maxTokens is -1' },
  { budget: { maxApproxChars: Number.NaN }, options: {}, named: 'maxApproxChars is NaN' },
  { budget: {}, options: { aimShare: 0 }, named: 'aimShare is 0' },
  { budget: {}, options: { minimumGain: 1 }, named: 'minimumGain is 1' },
])('$named: a ConfigError says so', ({ budget, options, named }) => {
  expect(() => structuredSummaryCompactPolicy(budget, options)).toThrow(named);
});

interface Sizes {
  readonly chars: number;
  readonly tokens: number;
}

async function failureOf(policy: CompactPolicy, snapshot: MemorySnapshot): Promise<CompactError> {
  const before = JSON.stringify(snapshot);
  const failure: unknown = await policy.compact(snapshot).catch((error: unknown) => error);
  expect(JSON.stringify(snapshot)).toBe(before);
  if (CompactError.isInstance(failure)) return failure;
  throw new Error(`expected a CompactError, got ${String(failure)}`);
}

function structuredReport(sourceItemCount: number, projectedItemCount: number) {
  return {
    report: {
      sourceItemCount,
      projectedItemCount,
      droppedItemCount: sourceItemCount - projectedItemCount,
      clearedItemCount: 0,
      sourceApproxChars: 0,
      projectedApproxChars: 0,
      itemLimitApplied: true,
      characterLimitApplied: false,
      tokenLimitApplied: false,
      byteLimitApplied: false,
      notes: [],
    },
  };
}
