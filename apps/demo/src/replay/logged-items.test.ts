import type { MemoryItem } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { LoggedItems } from './logged-items.ts';

const user = (id: string): MemoryItem => ({ type: 'message', id, role: 'user', content: id });

test('a request is told in ranges of what is sent as logged, and the rest as it is', () => {
  const items = [user('a'), user('b'), user('c'), user('d')] as const;
  const logged = new LoggedItems();
  logged.note({ type: 'items-appended', seq: 1, atEpochMs: 0, items: items.slice(0, 3) });
  logged.note({ type: 'run-started', seq: 4, atEpochMs: 0, runId: 'r' });
  logged.note({ type: 'items-appended', seq: 5, atEpochMs: 0, items: items.slice(3) });
  const [a, b, c, d] = items;
  const summary = { type: 'summary', id: 's', text: 'so far' } as const;
  const otherForm = { ...b, content: 'shorter' };

  expect(logged.ranges([summary, a, otherForm, c, d])).toEqual([
    { item: summary },
    [1, 1],
    { seq: 2, item: otherForm },
    [3, 3],
    [5, 5],
  ]);
  expect(logged.ranges([a, b, c])).toEqual([[1, 3]]);
  expect(logged.seqsOutside([b, c])).toEqual([1, 5]);
});
