import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inMemorySessionStore, SessionConflictError } from '@ai4j/agent';
import { type Checkpoint, type CheckpointMetadata, emptyCheckpoint } from '@langchain/langgraph-checkpoint';
import { afterAll, describe, expect, test } from 'vitest';

// #region example

import { fileSessionStore } from '@ai4j/agent/node';
import { SessionStoreCheckpointSaver } from './session-store-checkpoint-saver.ts';

// #endregion

const directory = mkdtempSync(path.join(tmpdir(), 'ai4j-langgraph-'));
afterAll(() => rmSync(directory, { recursive: true }));

const metadata: CheckpointMetadata = { source: 'loop', step: 0, parents: {} };
const thread = { configurable: { thread_id: 'one', checkpoint_ns: '' } };

function checkpointOf(id: string, values: Record<string, unknown>, version: number): Checkpoint {
  const channel_versions = Object.fromEntries(Object.keys(values).map((channel) => [channel, version]));
  return { ...emptyCheckpoint(), id, channel_values: values, channel_versions };
}

test('a thread is there again after a restart, byte for byte', async () => {
  const values = { text: '压缩 🧠', bytes: new Uint8Array([0, 255]), long: 'x'.repeat(100_000) };
  const checkpoint = checkpointOf('1', values, 1);

  // #region example
  const saver = new SessionStoreCheckpointSaver(fileSessionStore({ directory }));
  const config = await saver.put(thread, checkpoint, metadata, checkpoint.channel_versions);
  await saver.putWrites(config, [['text', new Uint8Array([1])]], 'task');
  // #endregion
  const before = await saver.getTuple(thread);
  await saver.close();

  const again = new SessionStoreCheckpointSaver(fileSessionStore({ directory }));
  const after = await again.getTuple(thread);
  await again.close();
  expect(after).toEqual(before);
  expect(after?.checkpoint).toEqual(checkpoint);
});

describe('two writers', () => {
  test('a thread that two processes took up does not fork: the second put is refused', async () => {
    const store = inMemorySessionStore();
    const [one, other] = [new SessionStoreCheckpointSaver(store), new SessionStoreCheckpointSaver(store)];
    const root = await one.put(thread, checkpointOf('1', {}, 1), metadata, {});
    await other.getTuple(thread);

    await one.put(root, checkpointOf('2', {}, 1), metadata, {});
    await expect(other.put(root, checkpointOf('3', {}, 1), metadata, {})).rejects.toSatisfy(
      SessionConflictError.isInstance,
    );
    const latest = await other.getTuple(thread);
    expect(latest?.checkpoint.id).toBe('2');
    await other.put(latest?.config ?? {}, checkpointOf('3', {}, 1), metadata, {});
  });

  test('tasks of one run that write at once do not conflict', async () => {
    const saver = new SessionStoreCheckpointSaver(inMemorySessionStore());
    const config = await saver.put(thread, checkpointOf('1', {}, 1), metadata, {});
    await Promise.all(['c', 'a', 'b'].map((task) => saver.putWrites(config, [['text', task]], task)));
    const tuple = await saver.getTuple(config);
    expect(tuple?.pendingWrites?.map(([, , value]) => value)).toEqual(['a', 'b', 'c']);
  });
});

describe('forks', () => {
  test('values of two forks whose channels have the same version are not mixed up', async () => {
    const saver = new SessionStoreCheckpointSaver(inMemorySessionStore());
    const root = await saver.put(thread, checkpointOf('1', { text: 'root' }, 1), metadata, { text: 1 });
    const left = await saver.put(root, checkpointOf('2', { text: 'left' }, 2), metadata, { text: 2 });
    const right = await saver.put(root, checkpointOf('3', { text: 'right' }, 2), metadata, { text: 2 });
    const leftChild = await saver.put(left, checkpointOf('4', { text: 'left' }, 2), metadata, {});
    const textOf = async (config: object) => (await saver.get(config))?.channel_values.text;
    expect(await Promise.all([root, left, right, leftChild].map(textOf))).toEqual([
      'root',
      'left',
      'right',
      'left',
    ]);
  });
});

describe('the log', () => {
  test('a put that is tried again adds nothing, and unchanged channels are not stored again', async () => {
    const store = inMemorySessionStore();
    const saver = new SessionStoreCheckpointSaver(store);
    const values = { big: 'x'.repeat(50_000), text: 'a' };
    const first = await saver.put(thread, checkpointOf('1', values, 1), metadata, { big: 1, text: 1 });
    await saver.putWrites(first, [['text', 'b']], 'task');
    await saver.putWrites(first, [['text', 'b']], 'task');
    const next = { ...checkpointOf('2', { ...values, text: 'b' }, 1), channel_versions: { big: 1, text: 2 } };
    await saver.put(first, next, metadata, { text: 2 });
    expect((await saver.getTuple(thread))?.checkpoint.channel_values).toEqual({ ...values, text: 'b' });

    const sizes: number[] = [];
    for await (const event of (await store.openLog('langgraph_one')).read())
      sizes.push(JSON.stringify(event).length);
    expect(sizes).toHaveLength(3);
    expect(sizes[2]).toBeLessThan(1_000);
  });

  test('sessions of agents in the same store are no threads', async () => {
    const store = inMemorySessionStore();
    const session = await store.openLog('session_1', { create: true });
    await session.append([{ type: 'run-started', runId: 'run' }]);
    const saver = new SessionStoreCheckpointSaver(store);
    await saver.put(thread, checkpointOf('1', {}, 1), metadata, {});
    const ids: string[] = [];
    for await (const { checkpoint } of saver.list({})) ids.push(checkpoint.id);
    expect(ids).toEqual(['1']);
    await saver.deleteThread('session_1');
    expect(await store.list()).toEqual(['langgraph_one', 'session_1']);
  });
});
