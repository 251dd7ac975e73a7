import { isDeepStrictEqual } from 'node:util';
import { ConfigError, type SessionStore } from '@ai4j/agent';
import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  copyCheckpoint,
  getCheckpointId,
  maxChannelVersion,
  type PendingWrite,
  type SerializerProtocol,
  TASKS,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint';
import { loadValue, type StoredValue, storeValue } from './stored-value.ts';
import type { StoredCheckpoint, ThreadFold } from './thread-fold.ts';
import { ThreadLogs } from './thread-logs.ts';

/**
 * LangGraph's checkpoints in a SessionStore: a thread is the log of the session `langgraph_<thread id>`, and every
 * put is one event of it. Thread ids are those that the store takes as session ids.
 *
 * When another process put something into a thread since this one read it, the next put throws SessionConflictError
 * and writes nothing: a run that two processes took up forks no history behind their backs. Two runs of one thread in
 * one process are not told apart; a fork of an earlier checkpoint is no conflict.
 */
export class SessionStoreCheckpointSaver extends BaseCheckpointSaver {
  readonly #threads: ThreadLogs;

  constructor(store: SessionStore, serde?: SerializerProtocol) {
    super(serde);
    this.#threads = new ThreadLogs(store);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { threadId, namespace = '' } = placeOf(config);
    if (threadId === undefined) return undefined;
    const thread = await (await this.#threads.find(threadId))?.read();
    const stored = thread?.checkpoint(namespace, getCheckpointId(config) || undefined);
    return thread && stored && this.#tupleOf(threadId, thread, stored);
  }

  override async *list(
    config: RunnableConfig,
    { limit = Number.POSITIVE_INFINITY, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const place = placeOf(config);
    const beforeId = before && getCheckpointId(before);
    let left = limit;
    for await (const threadId of place.threadId === undefined ? this.#threads.ids() : [place.threadId]) {
      const thread = await (await this.#threads.find(threadId))?.read();
      for (const namespace of thread?.namespaces ?? []) {
        if (place.namespace !== undefined && namespace !== place.namespace) continue;
        for (const id of thread?.checkpointIds(namespace) ?? []) {
          if (left <= 0) return;
          if ((place.checkpointId && id !== place.checkpointId) || (beforeId && id >= beforeId)) continue;
          const stored = thread?.checkpoint(namespace, id);
          if (!thread || !stored || !(await this.#matches(stored, filter))) continue;
          left--;
          yield await this.#tupleOf(threadId, thread, stored);
        }
      }
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, namespace = '', checkpointId: parentId } = placeOf(config);
    if (threadId === undefined) throw missing('thread_id');
    const { channel_values, ...rest } = copyCheckpoint(checkpoint);
    const changed = Object.keys(newVersions).filter((channel) => Object.hasOwn(channel_values, channel));
    const data = {
      schemaVersion: 1,
      checkpointNamespace: namespace,
      checkpointId: checkpoint.id,
      ...(parentId !== undefined && { parentId }),
      checkpoint: await storeValue(this.serde, rest),
      metadata: await storeValue(this.serde, metadata),
      channelVersions: Object.entries(rest.channel_versions),
      changedChannels: await Promise.all(
        changed.map(
          async (channel): Promise<[string, StoredValue]> => [
            channel,
            await storeValue(this.serde, channel_values[channel]),
          ],
        ),
      ),
    } as const;
    const thread = await this.#threads.findOrMake(threadId);
    await thread.append(() => [{ kind: 'checkpoint-put', data }]);
    return configOf(threadId, namespace, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const { threadId, namespace = '', checkpointId } = placeOf(config);
    if (threadId === undefined) throw missing('thread_id');
    if (checkpointId === undefined) throw missing('checkpoint_id');
    const stored = await Promise.all(
      writes.map(async ([channel, value], position) => ({
        index: WRITES_IDX_MAP[channel] ?? position,
        channel,
        value: await storeValue(this.serde, value),
      })),
    );
    const thread = await this.#threads.findOrMake(threadId);
    await thread.append((fold) => {
      const news = stored.filter(({ index }) => !fold.hasWrite(namespace, checkpointId, taskId, index));
      const place = { schemaVersion: 1, checkpointNamespace: namespace, checkpointId } as const;
      return news.length === 0
        ? []
        : [{ kind: 'writes-put', data: { ...place, taskId, taskPath, writes: news } }];
    });
  }

  /** Deletes the thread's whole session. */
  override deleteThread(threadId: string): Promise<void> {
    return this.#threads.delete(threadId);
  }

  /** Closes the logs that were opened; the saver may be used on. */
  close(): Promise<void> {
    return this.#threads.close();
  }

  async #tupleOf(threadId: string, thread: ThreadFold, stored: StoredCheckpoint): Promise<CheckpointTuple> {
    const { checkpointNamespace, checkpointId, parentId } = stored;
    const checkpoint = (await loadValue(this.serde, stored.checkpoint)) as Omit<Checkpoint, 'channel_values'>;
    const values = await Promise.all(
      [...stored.values].map(
        async ([channel, value]) => [channel, await loadValue(this.serde, value)] as const,
      ),
    );
    const tuple: CheckpointTuple = {
      config: configOf(threadId, checkpointNamespace, checkpointId),
      checkpoint: { ...checkpoint, channel_values: Object.fromEntries(values) },
      metadata: (await loadValue(this.serde, stored.metadata)) as CheckpointMetadata,
      pendingWrites: await this.#pendingWrites(thread, checkpointNamespace, checkpointId),
    };
    if (parentId === undefined) return tuple;
    if (checkpoint.v < 4)
      this.#addPendingSends(
        tuple.checkpoint,
        await this.#pendingWrites(thread, checkpointNamespace, parentId),
      );
    return { ...tuple, parentConfig: configOf(threadId, checkpointNamespace, parentId) };
  }

  #pendingWrites(
    thread: ThreadFold,
    namespace: string,
    checkpointId: string,
  ): Promise<CheckpointPendingWrite[]> {
    return Promise.all(
      thread
        .writes(namespace, checkpointId)
        .map(
          async ({ taskId, channel, value }): Promise<CheckpointPendingWrite> => [
            taskId,
            channel,
            await loadValue(this.serde, value),
          ],
        ),
    );
  }

  /** Before version 4 of the format, what a step had sent was found only among the writes of its parent. */
  #addPendingSends(checkpoint: Checkpoint, parentWrites: readonly CheckpointPendingWrite[]): void {
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_values[TASKS] = parentWrites
      .filter(([, channel]) => channel === TASKS)
      .map(([, , value]) => value);
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined);
  }

  async #matches(stored: StoredCheckpoint, filter: Readonly<Record<string, unknown>>): Promise<boolean> {
    const wanted = Object.entries(filter);
    if (wanted.length === 0) return true;
    const metadata = (await loadValue(this.serde, stored.metadata)) as Readonly<Record<string, unknown>>;
    return wanted.every(([key, value]) => isDeepStrictEqual(metadata[key], value));
  }
}

interface Place {
  readonly threadId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
}

/** LangGraph leaves `configurable` untyped. */
function placeOf({ configurable = {} }: RunnableConfig): Place {
  return {
    threadId: configurable.thread_id as string | undefined,
    namespace: configurable.checkpoint_ns as string | undefined,
    checkpointId: configurable.checkpoint_id as string | undefined,
  };
}

function configOf(threadId: string, namespace: string, checkpointId: string): RunnableConfig {
  return { configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: checkpointId } };
}

function missing(field: string): ConfigError {
  return new ConfigError('missing_option', `config.configurable has no ${field}: which checkpoint is meant?`);
}
