import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyArbitrary } from '../../test/histories.ts';
import type { AgentItem, MemoryItem } from '../items/agent-item.ts';
import { indexItems } from '../items/item-index.ts';
import { user } from '../testing/item-builders.ts';
import type { ContextBudget } from './context-budget.ts';
import { ContextIndex } from './context-index.ts';
import { defaultContextProjector } from './default-context-projector.ts';
import { buildModelContext } from './model-context.ts';

/** `pnpm test:full` looks longer. */
const numRuns = process.env.AI4J_TIER === 'full' ? 1000 : 100;

const budgetArbitrary: fc.Arbitrary<ContextBudget> = fc.record(
  {
    maxItems: fc.integer({ min: 1, max: 60 }),
    maxApproxChars: fc.integer({ min: 0, max: 20_000 }),
    maxTokens: fc.integer({ min: 0, max: 20_000 }),
    maxBytes: fc.integer({ min: 0, max: 50_000 }),
    pinnedPrefixItems: fc.integer({ min: -1, max: 20 }),
    maxRecentToolResults: fc.integer({ min: 0, max: 8 }),
    minClearTokens: fc.constantFrom(0, 50, 5_000),
    trimOldReasoning: fc.boolean(),
    slackItems: fc.constantFrom(1, 5, 16),
    exemptTools: fc.constantFrom([], ['read'], ['bash', 'grep']),
  },
  { requiredKeys: [] },
);

const history = historyArbitrary({ maxItems: 200 });

/** States what a legal request is on its own terms, not through the index that the projector used. */
function expectLegal(items: readonly AgentItem[]): void {
  const open = new Set<string>();
  const seen = new Set<string>();
  const finished = new Set<string>();
  let response: string | undefined;
  for (const [at, item] of items.entries()) {
    if (item.type === 'summary') expect(at).toBe(0);
    if (item.type === 'function_call_output') {
      expect(open.delete(item.callId)).toBe(true);
      continue;
    }
    const assistantSide = item.type !== 'summary' && (item.type !== 'message' || item.role === 'assistant');
    const sameResponse = assistantSide && item.responseId !== undefined && item.responseId === response;
    if (!assistantSide) expect([...open]).toEqual([]);
    if (assistantSide && item.responseId !== undefined && !sameResponse) {
      expect(finished.has(item.responseId)).toBe(false);
      finished.add(item.responseId);
    }
    response = assistantSide ? item.responseId : undefined;
    if (item.type === 'function_call' && item.providerExecuted !== true) {
      expect(seen.has(item.callId)).toBe(false);
      seen.add(item.callId);
      open.add(item.callId);
    }
  }
  expect([...open]).toEqual([]);
}

describe('L1: every request is legal', () => {
  test('no orphan, no split response, never empty when memory is not', () => {
    fc.assert(
      fc.property(history, budgetArbitrary, fc.option(fc.string()), (items, budget, summary) => {
        const snapshot = { items, ...(summary !== null && { summary }) };
        const context = buildModelContext({ snapshot, budget });
        expectLegal(context.items);
        if (items.length > 0) expect(context.items.length).toBeGreaterThan(0);
        if (summary) expect(context.items[0]).toMatchObject({ type: 'summary', text: summary });
      }),
      { numRuns },
    );
  });

  test('a response that is kept is kept whole', () => {
    fc.assert(
      fc.property(history, budgetArbitrary, (items, budget) => {
        const kept = new Set(buildModelContext({ snapshot: { items }, budget }).items.map((item) => item.id));
        const pairs = indexItems(items);
        for (const group of pairs.groupsWithin(0, items.length)) {
          const fates = new Set(group.map((position) => kept.has((items[position] as MemoryItem).id)));
          expect(fates.size).toBe(1);
        }
      }),
      { numRuns },
    );
  });

  test('a custom projector that tears the history apart is made legal', () => {
    fc.assert(
      fc.property(history, fc.array(fc.boolean(), { minLength: 1 }), (items, choice) => {
        const context = buildModelContext({
          snapshot: { items, summary: 'so far' },
          budget: { maxItems: 10 },
          projector: (source) => ({
            items: source.filter((_, at) => choice[at % choice.length]),
            report: defaultContextProjector(source, {}).report,
          }),
        });
        expectLegal(context.items);
        expect(context.items[0]).toMatchObject({ type: 'summary' });
        if (items.length > 0) expect(context.items.length).toBeGreaterThan(1);
      }),
      { numRuns },
    );
  });
});

describe('L2: projection is pure', () => {
  test('items stay as they were, to the byte', () => {
    fc.assert(
      fc.property(history, budgetArbitrary, (items, budget) => {
        const before = JSON.stringify(items);
        buildModelContext({ snapshot: { items }, budget });
        expect(JSON.stringify(items)).toBe(before);
      }),
      { numRuns },
    );
  });

  test('the report agrees with what was sent', () => {
    fc.assert(
      fc.property(history, budgetArbitrary, (items, budget) => {
        const seqs = items.length > 0 ? ([[1, items.length]] as const) : [];
        const { items: sent, report } = buildModelContext({ snapshot: { items, seqs }, budget });
        const byId = new Map(sent.map((item) => [item.id, item]));
        const cleared = items.filter((item) => {
          const form = byId.get(item.id);
          return form !== undefined && form !== item && 'cleared' in form && form.cleared === true;
        });
        const kept = items.filter((item) => byId.has(item.id)).length;
        expect(report.projectedItemCount).toBe(kept);
        expect(report.droppedItemCount).toBe(items.length - kept);
        expect(report.clearedItemCount).toBe(cleared.length);
        const inRanges = (ranges: readonly (readonly [number, number])[], seq: number) =>
          ranges.some(([from, to]) => from <= seq && seq <= to);
        for (const [at, item] of items.entries()) {
          expect(inRanges(report.fates?.kept ?? [], at + 1)).toBe(byId.has(item.id));
          expect(inRanges(report.fates?.dropped ?? [], at + 1)).toBe(!byId.has(item.id));
        }
      }),
      { numRuns },
    );
  });
});

test('with an index that saw every step, each step reads as without one', () => {
  fc.assert(
    fc.property(
      history,
      budgetArbitrary,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (items, budget, strides) => {
        const index = new ContextIndex();
        for (let end = 0, turn = 0; end < items.length; turn++) {
          end = Math.min(items.length, end + (strides[turn % strides.length] as number));
          const snapshot = { items: items.slice(0, end) };
          expect(buildModelContext({ snapshot, budget, index })).toEqual(
            buildModelContext({ snapshot, budget }),
          );
        }
      },
    ),
    { numRuns: Math.ceil(numRuns / 4) },
  );
});

describe('L7: the prefix is stable between clearings and cuts', () => {
  const slack = { maxRecentToolResults: 5, minClearTokens: 500, slackItems: 10 };
  const budgets = fc.constantFrom<ContextBudget>(
    { ...slack, maxItems: 40 },
    { ...slack, maxTokens: 4_000 },
    { ...slack, maxItems: 40, maxTokens: 4_000, maxApproxChars: 9_000 },
  );

  test('what was sent is an unchanged prefix of what is sent next', () => {
    fc.assert(
      fc.property(history, budgets, (items, budget) => {
        const index = new ContextIndex();
        let last: { sent: readonly AgentItem[]; fate: string } | undefined;
        for (let end = 1; end <= items.length; end++) {
          const snapshot = { items: items.slice(0, end) };
          const { items: sent, report } = buildModelContext({ snapshot, budget, index });
          const isRepaired = report.notes.some((note) => note.startsWith('pair repair'));
          const fate = `${report.droppedItemCount} ${report.clearedItemCount}`;
          if (last?.fate === fate && !isRepaired) expect(sent.slice(0, last.sent.length)).toEqual(last.sent);
          last = isRepaired ? undefined : { sent, fate };
        }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });

  test('two limits with slack do not take turns: what was dropped is not sent again', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 60, maxLength: 120 });
    fc.assert(
      fc.property(lengths, (chars) => {
        const items = chars.map((count, at) => user('x'.repeat(count), { id: `m${at}` }));
        const budget = { maxItems: 30, maxApproxChars: 4_000, slackItems: 8 };
        const index = new ContextIndex();
        let dropped = 0;
        for (let end = 1; end <= items.length; end++) {
          const { report } = buildModelContext({ snapshot: { items: items.slice(0, end) }, budget, index });
          expect(report.droppedItemCount).toBeGreaterThanOrEqual(dropped);
          dropped = report.droppedItemCount;
        }
      }),
      { numRuns },
    );
  });
});
