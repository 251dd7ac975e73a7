import { expect, test } from 'vitest';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEvent } from '../log/session-event.ts';
import { readMemory } from '../memory/fold-memory.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { output, pair, user } from '../testing/item-builders.ts';
import { forkLog } from './fork-log.ts';

const withoutTime = ({ atEpochMs: _, ...event }: SessionEvent) => event;

test('the same events stand under the same seqs, and then where they come from', async () => {
  const source = inMemorySessionEventLog({ sessionId: 'parent' });
  const memory = inMemoryAgentMemory({ log: source });
  await memory.append([user('one'), user('two')]);
  await memory.restore({ items: [user('two')], summary: 'one' }, { reason: 'compact' });
  await memory.append([user('three')]);
  const target = inMemorySessionEventLog({ sessionId: 'child' });
  expect(await forkLog(source, target, 3)).toBe(3);
  const events = (await eventsOf(target)).map(withoutTime);
  expect(events.slice(0, -1)).toEqual((await eventsOf(source)).slice(0, 2).map(withoutTime));
  expect(events.at(-1)).toEqual({ type: 'forked-from', sessionId: 'parent', atSeq: 3, seq: 4 });
  expect(await readMemory(target)).toEqual(await readMemory(source, 3));
});

test('a point inside the items of one append takes that append whole', async () => {
  const source = inMemorySessionEventLog();
  await source.append([{ type: 'items-appended', items: [user('1'), user('2'), user('3')] }]);
  const target = inMemorySessionEventLog();
  expect(await forkLog(source, target, 2)).toBe(3);
  expect((await readMemory(target)).items).toHaveLength(3);
});

test('a seq that the parent can no longer read keeps its place, so that no ref moves', async () => {
  const whole = inMemorySessionEventLog();
  const memory = inMemoryAgentMemory({ log: whole });
  await whole.append([{ type: 'run-started', runId: 'lost' }]);
  await memory.append([user('one'), user('two')]);
  await memory.restore({ items: [user('two')], summary: 'one' }, { reason: 'compact' });
  const damaged = alteredLog(whole, {
    async *read(options) {
      for await (const event of whole.read(options)) if (event.type !== 'run-started') yield event;
    },
  });
  const target = inMemorySessionEventLog();
  await forkLog(damaged, target, 4);
  expect(await readMemory(target)).toEqual(await readMemory(whole));
  expect((await eventsOf(target))[0]).toMatchObject({ type: 'extension', kind: 'unreadable' });
});

test('blobs come along to another store: media, and the whole of cut outputs', async () => {
  const source = inMemorySessionEventLog();
  const put = (text: string) => source.blobs.put(new TextEncoder().encode(text));
  const [picture, whole] = [await put('a picture'), await put('"the whole output"')];
  const image = {
    type: 'image',
    mediaType: 'image/png',
    source: { type: 'blob', hash: picture, sizeBytes: 9 },
  } as const;
  const [call] = pair('1');
  const cut = output('1', 'the …', { original: { hash: whole, sizeBytes: 18 } });
  await source.append([{ type: 'items-appended', items: [user([image]), ...(call ? [call] : []), cut] }]);
  const target = inMemorySessionEventLog();
  await forkLog(source, target, 3);
  for (const hash of [picture, whole])
    expect(await target.blobs.get(hash)).toEqual(await source.blobs.get(hash));
});

test('a log that is not empty is no fork of anything', async () => {
  const source = inMemorySessionEventLog();
  await source.append([{ type: 'run-started', runId: 'r' }]);
  const target = inMemorySessionEventLog();
  await target.append([{ type: 'run-started', runId: 'mine' }]);
  await expect(forkLog(source, target, 1)).rejects.toMatchObject({ code: 'version_conflict' });
  expect(await eventsOf(target)).toHaveLength(1);
});
