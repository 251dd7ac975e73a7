import { lastSeq, type SessionEvent } from '@ai4j/agent';
import { compareWritesSortKeys, writesSortKey } from '@langchain/langgraph-checkpoint';
import { type CheckpointPut, readCheckpointEvent, type WritesPut } from './checkpoint-event.ts';
import type { StoredValue } from './stored-value.ts';

/** A checkpoint with the values of all its channels, whichever checkpoint they were stored with. */
export interface StoredCheckpoint extends Omit<CheckpointPut, 'changedChannels'> {
  readonly values: ReadonlyMap<string, StoredValue>;
}

export interface StoredWrite {
  readonly taskId: string;
  readonly taskPath: string;
  readonly index: number;
  readonly channel: string;
  readonly value: StoredValue;
}

/** One namespace of a thread: its checkpoints and, apart from them, the writes that wait after each. */
interface NamespaceFold {
  latestId: string | undefined;
  readonly checkpoints: Map<string, StoredCheckpoint>;
  readonly writes: Map<string, Map<string, StoredWrite>>;
}

/** The checkpoints of one thread as a fold of its log. Applying an event costs what is in the event. */
export class ThreadFold {
  #version = 0;
  readonly #namespaces = new Map<string, NamespaceFold>();

  /** The last seq folded in. */
  get version(): number {
    return this.#version;
  }

  get namespaces(): readonly string[] {
    return [...this.#namespaces.keys()];
  }

  /** By id; without one the latest. */
  checkpoint(namespace: string, checkpointId?: string): StoredCheckpoint | undefined {
    const fold = this.#namespaces.get(namespace);
    const id = checkpointId ?? fold?.latestId;
    return id === undefined ? undefined : fold?.checkpoints.get(id);
  }

  /** The latest first: ids grow with time. */
  checkpointIds(namespace: string): readonly string[] {
    return [...(this.#namespaces.get(namespace)?.checkpoints.keys() ?? [])].sort().reverse();
  }

  /** What was written after a checkpoint, in the order in which a run applies it. */
  writes(namespace: string, checkpointId: string): readonly StoredWrite[] {
    const writes = this.#namespaces.get(namespace)?.writes.get(checkpointId)?.values() ?? [];
    return [...writes].sort((a, b) => compareWritesSortKeys(sortKey(a), sortKey(b)));
  }

  /** Whether a write would change nothing: the first one at an index stands, but for the special ones below 0. */
  hasWrite(namespace: string, checkpointId: string, taskId: string, index: number): boolean {
    const writes = this.#namespaces.get(namespace)?.writes.get(checkpointId);
    return index >= 0 && (writes?.has(writeKey(taskId, index)) ?? false);
  }

  apply(event: SessionEvent): void {
    const read = readCheckpointEvent(event);
    if (read?.kind === 'checkpoint-put') this.#putCheckpoint(read.data);
    else if (read?.kind === 'writes-put') this.#putWrites(read.data);
    this.#version = lastSeq(event);
  }

  /** The log goes on to this seq with events that readers do not get. */
  passOver(seq: number): void {
    this.#version = Math.max(this.#version, seq);
  }

  #putCheckpoint({ changedChannels, ...put }: CheckpointPut): void {
    const fold = this.#namespace(put.checkpointNamespace);
    const { checkpoints } = fold;
    const parent = put.parentId === undefined ? undefined : checkpoints.get(put.parentId);
    const changed = new Map(changedChannels);
    const inherited = new Map(parent?.channelVersions);
    const values = new Map<string, StoredValue>();
    for (const [channel, version] of put.channelVersions) {
      // By way of the parent, not by version alone: two forks count their versions alike.
      const value =
        changed.get(channel) ??
        (inherited.get(channel) === version ? parent?.values.get(channel) : undefined);
      if (value) values.set(channel, value);
    }
    checkpoints.set(put.checkpointId, { ...put, values });
    if (fold.latestId === undefined || put.checkpointId > fold.latestId) fold.latestId = put.checkpointId;
  }

  #putWrites({ checkpointNamespace, checkpointId, taskId, taskPath, writes }: WritesPut): void {
    const fold = this.#namespace(checkpointNamespace);
    const stored = fold.writes.get(checkpointId) ?? new Map<string, StoredWrite>();
    fold.writes.set(checkpointId, stored);
    for (const write of writes) stored.set(writeKey(taskId, write.index), { taskId, taskPath, ...write });
  }

  #namespace(name: string): NamespaceFold {
    const known = this.#namespaces.get(name);
    if (known) return known;
    const fold: NamespaceFold = { latestId: undefined, checkpoints: new Map(), writes: new Map() };
    this.#namespaces.set(name, fold);
    return fold;
  }
}

function writeKey(taskId: string, index: number): string {
  return `${index} ${taskId}`;
}

function sortKey({ taskPath, taskId, index }: StoredWrite) {
  return writesSortKey(taskPath, taskId, index);
}
