import { expect, test } from 'vitest';
import { user } from '../testing/item-builders.ts';
import { inMemorySessionEventLog } from './in-memory-session-event-log.ts';
import { readRanges } from './read-ranges.ts';

test('each event once, also where ranges begin in the middle of it; far ranges are not read across', async () => {
  const log = inMemorySessionEventLog({ sessionId: 's' });
  for (let n = 0; n < 100; n++)
    await log.append([{ type: 'items-appended', items: [user(`a${n}`), user(`b${n}`)] }]);
  const seqs: number[] = [];
  for await (const { seq } of readRanges(log, [
    [2, 2],
    [4, 4],
    [200, 200],
  ]))
    seqs.push(seq);
  expect(seqs).toEqual([1, 3, 199]);
});
