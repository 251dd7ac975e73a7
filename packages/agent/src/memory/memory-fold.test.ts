import { expect, test } from 'vitest';
import type { SessionEvent } from '../log/session-event.ts';
import { output, pair, user } from '../testing/item-builders.ts';
import { foldMemory } from './fold-memory.ts';
import { MemoryFold } from './memory-fold.ts';

const place = { atEpochMs: 0 };
const events: readonly SessionEvent[] = [
  { type: 'items-appended', items: [user('go'), ...pair('1', 'read', 'long')], seq: 1, ...place },
  {
    type: 'memory-replaced',
    reason: 'compact',
    memory: [{ seq: 3, item: output('1', 'short', { outcome: 'error' }) }, [1, 1]],
    summary: 'so far',
    covered: [2, 2],
    seq: 4,
    ...place,
  },
  { type: 'items-appended', items: [user('next')], seq: 5, ...place },
  { type: 'redacted', ranges: [[3, 3]], reason: 'secret', seq: 6, ...place },
  { type: 'compaction-undone', undoneSeq: 4, seq: 7, ...place },
];

test.each([
  { upTo: 1, items: [user('go'), ...pair('1', 'read', 'long')], seqs: [[1, 3]] },
  {
    upTo: 3,
    items: [output('1', 'short', { outcome: 'error' }), user('go'), user('next')],
    seqs: [
      [3, 3],
      [1, 1],
      [5, 5],
    ],
    summary: 'so far',
    covered: [2, 2],
  },
  {
    upTo: 4,
    items: [output('1', '[redacted: secret]', { outcome: 'error' }), user('go'), user('next')],
    seqs: [
      [3, 3],
      [1, 1],
      [5, 5],
    ],
    summary: 'so far',
    covered: [2, 2],
  },
  {
    upTo: 5,
    items: [user('go'), pair('1')[0], output('1', '[redacted: secret]'), user('next')],
    seqs: [
      [1, 3],
      [5, 5],
    ],
  },
])('after $upTo events', ({ upTo, ...memory }) => {
  expect(foldMemory(events.slice(0, upTo))).toEqual(memory);
});

test('events that were folded in before change nothing', () => {
  const fold = new MemoryFold();
  for (const event of [...events.slice(0, 3), ...events]) fold.apply(event);
  for (const event of events) fold.supply(event);
  expect(fold.version).toBe(7);
  expect(fold.view()).toEqual(foldMemory(events));
});

test('undoing what does not count any more changes nothing', () => {
  const again: SessionEvent = { type: 'compaction-undone', undoneSeq: 4, seq: 8, ...place };
  expect(foldMemory([...events, again])).toEqual(foldMemory(events));
});

test('appends side by side are one range of seqs, and the view is made once', () => {
  const fold = new MemoryFold();
  for (let seq = 1; seq <= 20_000; seq++) {
    fold.apply({ type: 'items-appended', items: [user(`${seq}`)], seq, ...place });
  }
  expect(fold.view().seqs).toEqual([[1, 20_000]]);
  expect(fold.view()).toBe(fold.view());
});

test('what memory does not hold is named, and supplied by reading it again', () => {
  const fold = new MemoryFold();
  for (const event of events) fold.apply(event);
  expect(fold.missing).toEqual([[2, 3]]);
  expect(() => fold.view()).toThrow('seq 2-3');
  fold.supply(events[0] as SessionEvent);
  expect(fold.missing).toEqual([]);
  expect(fold.view()).toEqual(foldMemory(events));
});
