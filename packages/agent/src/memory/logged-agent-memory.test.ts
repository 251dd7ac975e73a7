import { describe, expect, test } from 'vitest';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { CompactError, SessionConflictError, SessionStoreError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { silentLogger } from '../logger.ts';
import { assistant, call, output, pair, user } from '../testing/item-builders.ts';
import { foldMemory, readMemory } from './fold-memory.ts';
import { inMemoryAgentMemory } from './in-memory-agent-memory.ts';
import { LoggedAgentMemory, openAgentMemory } from './logged-agent-memory.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';

describe('the log comes first', () => {
  test('an append that fails changes nothing, and can be tried again', async () => {
    const log = inMemorySessionEventLog();
    const memory = new LoggedAgentMemory(
      alteredLog(log, {
        append: async (events, options) => {
          if (events.some((event) => event.type === 'items-appended' && event.items.length === 2)) {
            throw new SessionStoreError('write_failed', 'disk full');
          }
          return log.append(events, options);
        },
      }),
    );
    await memory.append([user('one')]);
    const before = await memory.snapshot();
    await expect(memory.append([user('two'), user('three')])).rejects.toMatchObject({ code: 'write_failed' });
    expect(await memory.snapshot()).toBe(before);
    await memory.append([user('two')]);
    expect((await memory.snapshot()).items).toEqual([user('one'), user('two')]);
  });

  test('usage is logged with the items it was billed for', async () => {
    const log = inMemorySessionEventLog();
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };
    await inMemoryAgentMemory({ log }).append([assistant('done')], { usage });
    expect(await eventsOf(log)).toMatchObject([{ type: 'items-appended', usage }]);
  });

  test('goes on with an existing log', async () => {
    const log = inMemorySessionEventLog();
    const first = inMemoryAgentMemory({ log });
    await first.append([user('one'), user('two')]);
    await first.restore({ items: [user('two')], summary: 'one was said' }, { reason: 'compact' });
    const second = await openAgentMemory(log);
    expect(await second.snapshot()).toEqual({
      items: [user('two')],
      seqs: [[2, 2]],
      summary: 'one was said',
      covered: [1, 1],
    });
    await second.append([user('three')]);
    expect((await first.snapshot()).items).toEqual([user('two'), user('three')]);
  });

  test('events that say nothing about memory leave the very snapshot as it was', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append([user('one')]);
    const before = await memory.snapshot();
    await log.append([{ type: 'run-started', runId: 'r' }]);
    expect(await memory.snapshot()).toBe(before);
    await memory.restore({ items: [] }, { ifUnchanged: before });
    expect((await memory.snapshot()).items).toEqual([]);
  });
});

describe('another process wrote first', () => {
  /** A log as one process sees it, which learns of the others when it reads. `intrude` writes from elsewhere before its first append. */
  function contested(log: SessionEventLog, intrude: () => Promise<unknown>): SessionEventLog {
    let seen = 0;
    let contests = 1;
    return alteredLog(log, {
      version: async () => seen,
      append: async (events, options) => {
        if (contests-- > 0) await intrude();
        const appended = await log.append(events, options);
        seen = await log.version();
        return appended;
      },
      read: async function* (options) {
        seen = await log.version();
        yield* log.read(options);
      },
    });
  }

  test('the conflict comes through, nothing was written, and a second try works', async () => {
    const log = inMemorySessionEventLog();
    const memory = new LoggedAgentMemory(
      contested(log, () => log.append([{ type: 'items-appended', items: [user('theirs')] }])),
    );
    const failure: unknown = await memory.append([user('ours')]).catch((error: unknown) => error);
    expect(SessionConflictError.isInstance(failure) && [failure.expected, failure.actual]).toEqual([0, 1]);
    expect((await memory.snapshot()).items).toEqual([user('theirs')]);
    await memory.append([user('ours')]);
    expect((await memory.snapshot()).items).toEqual([user('theirs'), user('ours')]);
  });
});

describe('linear logs', () => {
  test('20 compactions of a session with 1 MB texts do not copy one text', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    const large = (name: string) => pair(name, 'read', `${name}: ${'x'.repeat(1_000_000)}`);
    await memory.append([user('go'), ...large('first')]);
    for (let round = 0; round < 20; round++) {
      await memory.append(large(`${round}`));
      const { items } = await memory.snapshot();
      const copies = structuredClone(
        items.filter((item) => 'callId' in item && item.callId !== `${round - 4}`),
      );
      await memory.restore({ items: copies, summary: `round ${round}` }, { reason: 'compact' });
    }
    const replaced = (await eventsOf(log)).filter(({ type }) => type === 'memory-replaced');
    expect(replaced).toHaveLength(20);
    expect(JSON.stringify(replaced).length).toBeLessThan(10_000);
    expect(
      (await eventsOf(log)).flatMap((event) => (event.type === 'items-appended' ? event.items : [])),
    ).toHaveLength(43);
  });

  test('bringing an old snapshot back refers to what the log has', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append(pair('1', 'read', 'x'.repeat(100_000)));
    const old = structuredClone(await memory.snapshot());
    await memory.clear();
    await memory.restore(old);
    expect((await memory.snapshot()).items).toEqual(old.items);
    expect((await eventsOf(log)).at(-1)).toMatchObject({ type: 'memory-replaced', memory: [[1, 2]] });
  });

  test('items in another form are logged in that form, new ones are appended in the same step', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append([user('go'), ...pair('1', 'read', 'long')]);
    const cleared = output('1', '[cleared]', { cleared: true });
    await memory.restore({ items: [user('go'), call('1'), cleared, user('new')] }, { reason: 'compact' });
    expect((await eventsOf(log)).slice(1)).toMatchObject([
      { type: 'items-appended', seq: 4, items: [user('new')] },
      {
        type: 'memory-replaced',
        seq: 5,
        memory: [[1, 2], { seq: 3, item: cleared }, [4, 4]],
        introduced: [4, 4],
      },
    ]);
  });
});

describe('undo', () => {
  test('takes back compactions one by one, with everything that came after', async () => {
    const memory = inMemoryAgentMemory();
    await memory.append([user('one'), user('two')]);
    await memory.restore({ items: [user('two')], summary: 'first' }, { reason: 'compact' });
    await memory.append([user('three')]);
    await memory.restore({ items: [user('three')], summary: 'second' }, { reason: 'compress' });
    await memory.append([user('four')]);
    await memory.undoCompact();
    expect(await memory.snapshot()).toMatchObject({
      items: [user('two'), user('three'), user('four')],
      summary: 'first',
      covered: [1, 1],
    });
    await memory.undoCompact();
    expect(await memory.snapshot()).toEqual({
      items: [user('one'), user('two'), user('three'), user('four')],
      seqs: [
        [1, 2],
        [4, 4],
        [6, 6],
      ],
    });
    await expect(memory.undoCompact()).rejects.toMatchObject({ code: 'nothing_to_undo' });
  });

  test('what a compaction had added goes with it, and counts as covered', async () => {
    const memory = inMemoryAgentMemory();
    await memory.append([user('one')]);
    await memory.restore({ items: [user('told by the summariser'), user('one')] }, { reason: 'compact' });
    await memory.undoCompact();
    expect(await memory.snapshot()).toEqual({ items: [user('one')], seqs: [[1, 1]], covered: [2, 2] });
  });

  test.each(['restore', 'clear'] as const)('there is nothing to undo after a %s', async (kind) => {
    const memory = inMemoryAgentMemory();
    await memory.append([user('one'), user('two')]);
    await memory.restore({ items: [user('two')] }, { reason: 'compact' });
    await (kind === 'clear' ? memory.clear() : memory.restore({ items: [user('one')] }));
    await expect(memory.undoCompact()).rejects.toBeInstanceOf(CompactError);
  });

  test('reads back from the log what it does not hold', async () => {
    const log = inMemorySessionEventLog();
    const reads: unknown[] = [];
    const memory = new LoggedAgentMemory(
      alteredLog(log, {
        read: (options) => {
          reads.push(options);
          return log.read(options);
        },
      }),
    );
    await memory.append([user('one'), user('two'), user('three')]);
    await memory.restore({ items: [user('three')] }, { reason: 'compact' });
    await memory.undoCompact();
    expect((await memory.snapshot()).items).toEqual([user('one'), user('two'), user('three')]);
    expect(reads.at(-1)).toEqual({ fromSeq: 1, toSeq: 2 });
  });
});

describe('redaction', () => {
  test('a redacted item keeps its place as a tombstone, and no old copy brings it back', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append([
      user('go'),
      call('1', 'read', { arguments: '{"token":"hunter2"}' }),
      output('1', 'hunter2'),
    ]);
    const old = await memory.snapshot();
    await log.append([{ type: 'redacted', ranges: [[2, 3]], reason: 'secret' }]);
    const tombstones: MemoryItem[] = [
      user('go'),
      call('1', 'read', { arguments: '{"redacted":"secret"}' }),
      output('1', '[redacted: secret]'),
    ];
    expect((await memory.snapshot()).items).toEqual(tombstones);
    await memory.restore(old);
    expect((await memory.snapshot()).items).toEqual(tombstones);
    expect(JSON.stringify((await eventsOf(log)).slice(2))).not.toContain('hunter2');
    expect((await readMemory(log)).items).toEqual(tombstones);
  });
});

describe('compression on write', () => {
  test('a compressor that throws loses no append: memory stays as it was, and the logger has the error', async () => {
    const errors: unknown[] = [];
    const failure = new Error('model down');
    const memory = inMemoryAgentMemory({
      compressor: () => Promise.reject(failure),
      logger: { ...silentLogger, error: (fields) => errors.push(fields) },
    });
    await memory.append([user('one')]);
    expect((await memory.snapshot()).items).toEqual([user('one')]);
    expect(errors).toEqual([{ error: failure }]);
  });

  test('what a compression just left is not compressed again', async () => {
    const seen: number[] = [];
    const memory: LoggedAgentMemory = inMemoryAgentMemory({
      compressor: async ({ items }) => {
        seen.push(items.length);
        while (seen.length === 1 && (await memory.snapshot()).items.length < 3);
        return { items: items.slice(-1) };
      },
    });
    await Promise.all(['one', 'two', 'three'].map((text) => memory.append([user(text)])));
    expect((await memory.snapshot()).items).toEqual([user('three')]);
    expect(seen).toEqual([1, 3]);
  });

  test('a slow compressor holds no append up, and its result on an old history is dropped (W-C13)', async () => {
    const log = inMemorySessionEventLog();
    const seen: number[] = [];
    let second: Promise<void> | undefined;
    const memory: LoggedAgentMemory = inMemoryAgentMemory({
      log,
      compressor: async (snapshot) => {
        seen.push(snapshot.items.length);
        if (seen.length === 1) {
          second = memory.append([user('two')]);
          while ((await memory.snapshot()).items.length < 2);
        }
        return { items: snapshot.items.slice(-1), summary: `${snapshot.items.length} items` };
      },
    });
    await memory.append([user('one')]);
    await second;
    expect(seen).toEqual([1, 2]);
    expect(await memory.snapshot()).toMatchObject({ items: [user('two')], summary: '2 items' });
    expect((await eventsOf(log)).map(({ type }) => type)).toEqual([
      'items-appended',
      'items-appended',
      'memory-replaced',
    ]);
  });
});

describe('symptoms that others have met', () => {
  const compact = async (memory: LoggedAgentMemory, work: () => Promise<void> = async () => {}) => {
    const ifUnchanged = await memory.snapshot();
    await work();
    const after: MemorySnapshot = { items: ifUnchanged.items.slice(-1), summary: 'compacted' };
    await memory.restore(after, { reason: 'compact', ifUnchanged });
  };

  test('a second compaction with the same boundary overwrites a real row (opengeni PR 63)', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append([user('one'), user('two')]);
    await compact(memory);
    await memory.restore({ items: [user('two')], summary: 'again' }, { reason: 'compact' });
    expect(await memory.snapshot()).toMatchObject({
      items: [user('two')],
      summary: 'again',
      covered: [1, 1],
    });
    expect((await eventsOf(log))[0]).toMatchObject({ items: [user('one'), user('two')] });
  });

  test('a fork before the compaction carries its summary (codex#26739)', async () => {
    const log = inMemorySessionEventLog();
    const memory = inMemoryAgentMemory({ log });
    await memory.append([user('one'), user('two')]);
    const point = await log.version();
    await compact(memory);
    expect(await readMemory(log, point)).toEqual({ items: [user('one'), user('two')], seqs: [[1, 2]] });
  });

  test('parent and fork share arrays (t3code PR 11107)', async () => {
    const parent = inMemoryAgentMemory();
    await parent.append([user('one'), user('two')]);
    const before = structuredClone(await parent.snapshot());
    const fork = inMemoryAgentMemory();
    await fork.restore(await parent.snapshot());
    await fork.append([user('three')]);
    await compact(fork);
    expect(await parent.snapshot()).toEqual(before);
  });

  test('two parallel compactions both commit (aider-desk#712)', async () => {
    const memory = inMemoryAgentMemory();
    await memory.append([user('one'), user('two')]);
    const outcomes = await Promise.allSettled([compact(memory), compact(memory)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'stale' } });
  });

  test('the result of a compaction is applied to a history that has changed (stale commit, W-C13)', async () => {
    const memory = inMemoryAgentMemory();
    await memory.append([user('one'), user('two')]);
    const compaction = compact(memory, () => memory.append([user('said meanwhile')]));
    await expect(compaction).rejects.toMatchObject({ code: 'stale' });
    expect((await memory.snapshot()).items).toEqual([user('one'), user('two'), user('said meanwhile')]);
  });
});

test('a log whose memory refers to what it does not hold is unreadable, and says where', () => {
  const read = () =>
    foldMemory([{ type: 'memory-replaced', reason: 'restore', memory: [[7, 9]], seq: 10, atEpochMs: 0 }]);
  expect(read).toThrow('Memory refers to items that the log does not hold: seq 7-9.');
});
