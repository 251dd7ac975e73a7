import type { SessionEvent } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { AgentSessionSnapshot } from '../session/session-snapshot.ts';
import type { SessionStore } from '../session/session-store.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';
import { user } from './item-builders.ts';

/** Makes an empty store, apart from every other. */
export type SessionStoreFactory = () => SessionStore | Promise<SessionStore>;

const started = { type: 'run-started', runId: 'run' } as const;

function snapshotAt(seq: number, sessionId = 'one'): AgentSessionSnapshot {
  return {
    schemaVersion: 1,
    sessionId,
    seq,
    createdAtEpochMs: 1,
    updatedAtEpochMs: 2,
    metadata: { title: '压缩 🧠 \ud83d', tags: ['a', null, 1.5] },
    memory: { items: [user('one')], summary: 'what was before', seqs: [[2, 2]], covered: [1, 1] },
    usage: { inputTokens: 1, cacheReadTokens: 2, cacheWriteTokens: 3, outputTokens: 4 },
    pendingApprovals: [{ callId: 'call-1', toolName: 'remove' }],
  };
}

/** What every SessionStore must keep to. Run it on your own: see the package README. */
export function sessionStoreConformance(): readonly ConformanceCase<SessionStoreFactory>[] {
  return [
    {
      name: 'begins empty',
      run: async (create) => {
        const store = await create();
        checkEqual(await store.list(), [], 'the ids');
        checkEqual(await store.load('one'), undefined, 'a snapshot that was never saved');
        await fails(store.openLog('one'), { code: 'not_found' }, 'a log that is not there');
        checkEqual(await store.list(), [], 'the ids after looking');
      },
    },
    {
      name: 'opens one log however often, and closes each opening by itself',
      run: async (create) => {
        const store = await create();
        const first = await store.openLog('one', { create: true });
        const second = await store.openLog('one');
        await first.append([started]);
        checkEqual(await second.version(), 1, 'the version in the second opening');
        await first.close();
        await fails(first.append([started]), { code: 'closed' }, 'an append after close');
        await second.append([started]);
        await second.close();
        const third = await store.openLog('one', { create: true });
        checkEqual((await readAll(third)).length, 2, 'how many events there are');
        checkEqual(third.sessionId, 'one', 'the session of the log');
        await third.close();
      },
    },
    {
      name: 'gives the losing one of two openings the version to read up to',
      run: async (create) => {
        const store = await create();
        const first = await store.openLog('one', { create: true });
        const second = await store.openLog('one');
        await first.append([started], { expectedVersion: 0 });
        const lost = second.append([started, started], { expectedVersion: 0 });
        await fails(lost, { code: 'version_conflict', expected: 0, actual: 1 }, 'the second append');
        await second.append([started, started], { expectedVersion: 1 });
        checkEqual(await first.version(), 3, 'the version in the end');
        await Promise.all([first.close(), second.close()]);
      },
    },
    {
      name: 'shares blobs among its logs',
      run: async (create) => {
        const store = await create();
        const one = await store.openLog('one', { create: true });
        const two = await store.openLog('two', { create: true });
        const bytes = new TextEncoder().encode('a picture');
        const hash = await one.blobs.put(bytes);
        checkEqual(Array.from((await two.blobs.get(hash)) ?? []), Array.from(bytes), 'the bytes');
        await Promise.all([one.close(), two.close()]);
      },
    },
    {
      name: 'gives back the snapshot that was saved last',
      run: async (create) => {
        const store = await create();
        await store.save(snapshotAt(3));
        await store.save(snapshotAt(5));
        checkEqual(await store.load('one'), snapshotAt(5), 'the snapshot');
      },
    },
    {
      name: 'shares nothing with whoever saves and loads',
      run: async (create) => {
        const store = await create();
        const items = [user('one')];
        const snapshot = snapshotAt(3);
        await store.save({ ...snapshot, memory: { ...snapshot.memory, items } });
        items.push(user('two'));
        const loaded = await store.load('one');
        check(loaded !== (await store.load('one')), 'two loads gave one object');
        checkEqual(loaded?.memory.items, [user('one')], 'the items');
      },
    },
    {
      name: 'saves only over the snapshot that is expected',
      run: async (create) => {
        const store = await create();
        await store.save(snapshotAt(3), { expectedSeq: 0 });
        const none = store.save(snapshotAt(4), { expectedSeq: 0 });
        await fails(none, { code: 'version_conflict', expected: 0, actual: 3 }, 'a save over none');
        checkEqual((await store.load('one'))?.seq, 3, 'the seq after the refusal');
        await store.save(snapshotAt(4), { expectedSeq: 3 });
        checkEqual((await store.load('one'))?.seq, 4, 'the seq');
      },
    },
    {
      name: 'lets exactly one of several saves at the same seq win',
      run: async (create) => {
        const store = await create();
        const saves = await Promise.allSettled(
          [1, 2, 3, 4].map((seq) => store.save(snapshotAt(seq), { expectedSeq: 0 })),
        );
        checkEqual(saves.filter(({ status }) => status === 'fulfilled').length, 1, 'how many saves won');
      },
    },
    {
      name: 'lists ids in order, page by page, of logs and of snapshots',
      run: async (create) => {
        const store = await create();
        for (const id of ['c', 'a', 'B']) await (await store.openLog(id, { create: true })).close();
        await store.save(snapshotAt(1, 'a'));
        await store.save(snapshotAt(1, 'b'));
        checkEqual(await store.list(), ['B', 'a', 'b', 'c'], 'all ids');
        checkEqual(await store.list({ limit: 2 }), ['B', 'a'], 'the first page');
        checkEqual(await store.list({ limit: 2, startAfter: 'a' }), ['b', 'c'], 'the second page');
        checkEqual(await store.list({ startAfter: 'c' }), [], 'the page after the last');
      },
    },
    {
      name: 'deletes log and snapshot, and no other session',
      run: async (create) => {
        const store = await create();
        for (const id of ['one', 'two']) {
          const log = await store.openLog(id, { create: true });
          await log.append([started]);
          await log.close();
          await store.save(snapshotAt(1, id));
        }
        await store.delete('one');
        await store.delete('three');
        checkEqual(await store.list(), ['two'], 'the ids');
        checkEqual(await store.load('one'), undefined, 'the deleted snapshot');
        await fails(store.openLog('one'), { code: 'not_found' }, 'the deleted log');
        const again = await store.openLog('one', { create: true });
        checkEqual(await again.version(), 0, 'the version of a new log of that name');
        await again.close();
      },
    },
  ];
}

async function readAll(log: SessionEventLog): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read()) events.push(event);
  return events;
}

async function fails(
  outcome: Promise<unknown>,
  expected: Readonly<Record<string, unknown>>,
  what: string,
): Promise<void> {
  const error = await outcome.then(
    () => ({}),
    (reason: unknown) => reason as Readonly<Record<string, unknown>>,
  );
  const found = Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(error, key)]));
  checkEqual(found, expected, what);
}
