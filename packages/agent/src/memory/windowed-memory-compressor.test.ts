import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyArbitrary } from '../../test/histories.ts';
import { indexItems } from '../items/item-index.ts';
import { call, output, pair, user } from '../testing/item-builders.ts';
import { windowedMemoryCompressor } from './windowed-memory-compressor.ts';

test('three inputs through a window of two leave two items, and the summary as it was', async () => {
  const items = [user('one'), user('two'), user('three')];
  expect(await windowedMemoryCompressor(2)({ items, summary: 'so far' })).toEqual({
    items: [user('two'), user('three')],
    summary: 'so far',
  });
});

test('a memory within the window is the very same', async () => {
  const snapshot = { items: [user('one')] };
  expect(await windowedMemoryCompressor(1)(snapshot)).toBe(snapshot);
});

test('W-C4 the window opens between a call and its output', async () => {
  const items = [user('go'), ...pair('1'), user('next')];
  expect(await windowedMemoryCompressor(2)({ items })).toEqual({ items: [user('next')] });
});

test('the newest response stays whole where it alone is larger than the window', async () => {
  const newest = [call('1'), call('2'), output('1'), output('2')];
  expect(await windowedMemoryCompressor(2)({ items: [user('go'), ...newest] })).toEqual({ items: newest });
});

test.each([0, -1, 1.5, Number.NaN])('maxItems %d is refused by name', (maxItems) => {
  expect(() => windowedMemoryCompressor(maxItems)).toThrow(`maxItems is ${maxItems}`);
});

test('what a window keeps is the end of the history, legally cut, and never nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary({ minItems: 1, maxItems: 80 }),
      fc.integer({ min: 1, max: 90 }),
      async (items, max) => {
        const kept = (await windowedMemoryCompressor(max)({ items })).items;
        expect(kept).toEqual(items.slice(items.length - kept.length));
        expect(kept.length).toBeGreaterThan(0);
        const index = indexItems(items);
        const start = items.length - kept.length;
        expect(index.cutAtOrBefore(start)).toBe(start);
        if (kept.length > max) expect(start).toBe(index.lastUnitStart());
      },
    ),
  );
});
