import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryItemSchema } from '../src/items/agent-item.ts';
import { historyArbitrary } from './histories.ts';

test('histories are items with unique ids, within their bounds', () => {
  fc.assert(
    fc.property(historyArbitrary({ minItems: 20, maxItems: 60 }), (items) => {
      expect(items.length).toBeGreaterThanOrEqual(20);
      expect(items.length).toBeLessThanOrEqual(60);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      for (const item of items) expect(memoryItemSchema.parse(item)).toEqual(item);
    }),
    { numRuns: 50 },
  );
});
