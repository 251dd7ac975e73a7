import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyArbitrary, textArbitrary } from '../../test/histories.ts';
import type { ContextBudget } from '../context/context-budget.ts';
import { CompactError } from '../errors.ts';
import { indexItems } from '../items/item-index.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { exactTokenCounter } from '../tokens/exact-token-counter.ts';
import { structuredSummaryCompactPolicy } from './structured-summary-compact-policy.ts';

const counter = exactTokenCounter({ name: 'code-units', encode: (text) => text });
const limit = fc.option(fc.integer({ min: 500, max: 20_000 }), { nil: undefined });
const budgetArbitrary: fc.Arbitrary<ContextBudget> = fc.record({
  maxItems: fc.option(fc.integer({ min: 1, max: 150 }), { nil: undefined }),
  maxApproxChars: limit,
  maxTokens: limit,
  maxBytes: limit,
  pinnedPrefixItems: fc.nat({ max: 4 }),
});

test('L6: a compaction ends within every limit, legally cut, and is not due again; or it fails and says why', async () => {
  let compacted = 0;
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary({ minItems: 200, maxItems: 240 }),
      fc.option(textArbitrary, { nil: undefined }),
      budgetArbitrary,
      async (items, summary, budget) => {
        const policy = structuredSummaryCompactPolicy(budget);
        const snapshot: MemorySnapshot = { items, ...(summary !== undefined && { summary }) };
        const outcome = await policy.compact(snapshot, { counter }).catch((error: unknown) => error);
        if (CompactError.isInstance(outcome)) {
          expect(outcome.code).toBe('failed');
          expect(outcome.message).toMatch(/max(Items|ApproxChars|Tokens|Bytes)/);
          return;
        }
        const { memory, itemsBefore, itemsAfter } = outcome as Awaited<ReturnType<typeof policy.compact>>;
        expect(policy.shouldCompact?.(memory, { counter })).toBe(false);
        expect([itemsBefore, itemsAfter]).toEqual([items.length, memory.items.length]);
        const places = memory.items.map((item) => items.indexOf(item));
        const index = indexItems(items);
        for (const [at, place] of places.entries()) {
          const before = at === 0 ? -1 : (places[at - 1] as number);
          expect(place).toBeGreaterThan(before);
          if (place > before + 1) expect(index.cutAtOrBefore(place)).toBe(place);
        }
        if (memory !== snapshot) compacted += 1;
      },
    ),
    { numRuns: 150 },
  );
  expect(compacted).toBeGreaterThan(30);
});
