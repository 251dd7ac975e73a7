import { expect, test } from 'vitest';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { output, pair, user } from '../testing/item-builders.ts';
import { recallItems } from './recall-items.ts';

test('what compactions covered comes back byte for byte', async () => {
  const log = inMemorySessionEventLog();
  const memory = inMemoryAgentMemory({ log });
  const original = [user('压缩 \ud83d 🧠'), ...pair('1', 'read', 'x'.repeat(100_000))];
  await memory.append(original);
  const cleared = output('1', '[cleared]', { cleared: true });
  const { items } = await memory.snapshot();
  await memory.restore({ items: [...items.slice(1, 2), cleared] }, { reason: 'compact' });
  await memory.restore({ items: [], summary: 'all of it' }, { reason: 'compact' });
  await memory.append([user('next')]);
  const { covered } = await memory.snapshot();
  expect(covered).toEqual([1, 3]);
  const recalled = await recallItems(log, covered ? [covered] : []);
  expect(recalled).toEqual(original.map((item, at) => ({ seq: at + 1, item })));
});

test('ranges pick single items out of one event, and pass over other events', async () => {
  const log = inMemorySessionEventLog();
  await log.append([
    { type: 'items-appended', items: [user('1'), user('2'), user('3')] },
    { type: 'run-started', runId: 'r' },
    { type: 'items-appended', items: [user('5')] },
  ]);
  expect(
    await recallItems(log, [
      [2, 2],
      [4, 9],
    ]),
  ).toEqual([
    { seq: 2, item: user('2') },
    { seq: 5, item: user('5') },
  ]);
  expect(await recallItems(log, [])).toEqual([]);
});

test.each(['redacted', 'pruned'] as const)(
  'what was %s comes back as a tombstone that says why',
  async (type) => {
    const log = inMemorySessionEventLog();
    await log.append([
      { type: 'items-appended', items: [user('secret'), user('plain')] },
      { type, ranges: [[1, 1]], reason: 'policy 7' },
    ]);
    const left = { ...user('secret'), content: `[${type}: policy 7]` };
    expect(await recallItems(log, [[1, 2]])).toEqual([
      { seq: 1, item: left, tombstone: { type, reason: 'policy 7' } },
      { seq: 2, item: user('plain') },
    ]);
  },
);
