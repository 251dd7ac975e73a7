import { SessionConflictError, SessionStoreError } from '../errors.ts';
import type { BlobStore } from '../log/blob-store.ts';
import { inMemoryBlobStore } from '../log/in-memory-blob-store.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEvent, SessionEventInput } from '../log/session-event.ts';
import type { AppendOptions, ReadOptions, SessionEventLog } from '../log/session-event-log.ts';
import { pageOfIds } from './page-of-ids.ts';
import { type AgentSessionSnapshot, parseSessionSnapshot } from './session-snapshot.ts';
import type { SessionStore } from './session-store.ts';

export interface InMemorySessionStoreOptions {
  /** Ms since the epoch. Default: the time of the machine. */
  readonly now?: (() => number) | undefined;
}

/** Sessions for as long as the process lives: the default of an agent. Its logs share their blobs. */
export function inMemorySessionStore({ now }: InMemorySessionStoreOptions = {}): SessionStore {
  const logs = new Map<string, SessionEventLog>();
  const snapshots = new Map<string, string>();
  const blobs = inMemoryBlobStore();

  const load = (sessionId: string): AgentSessionSnapshot | undefined => {
    const stored = snapshots.get(sessionId);
    return stored === undefined ? undefined : parseSessionSnapshot(JSON.parse(stored));
  };

  return {
    async openLog(sessionId, { create = false } = {}) {
      let log = logs.get(sessionId);
      if (!log) {
        if (!create) throw new SessionStoreError('not_found', `There is no session "${sessionId}".`);
        log = inMemorySessionEventLog({ sessionId, now });
        logs.set(sessionId, log);
      }
      return new OpenedLog(log, blobs);
    },
    async load(sessionId) {
      return load(sessionId);
    },
    async save(snapshot, { expectedSeq } = {}) {
      const actual = load(snapshot.sessionId)?.seq ?? 0;
      if (expectedSeq !== undefined && expectedSeq !== actual)
        throw new SessionConflictError(expectedSeq, actual);
      // As text: nothing is shared with whoever saves or loads.
      snapshots.set(snapshot.sessionId, JSON.stringify(snapshot));
    },
    async delete(sessionId) {
      logs.delete(sessionId);
      snapshots.delete(sessionId);
    },
    async list(options) {
      return pageOfIds([...logs.keys(), ...snapshots.keys()], options);
    },
  };
}

/** One opening of a log that outlives it. */
class OpenedLog implements SessionEventLog {
  readonly sessionId: string;
  readonly blobs: BlobStore;
  readonly #log: SessionEventLog;
  #isClosed = false;

  constructor(log: SessionEventLog, blobs: BlobStore) {
    this.sessionId = log.sessionId;
    this.blobs = blobs;
    this.#log = log;
  }

  version(): Promise<number> {
    return this.#log.version();
  }

  async append(
    events: readonly SessionEventInput[],
    options?: AppendOptions,
  ): Promise<readonly SessionEvent[]> {
    this.#refuseWhenClosed();
    return this.#log.append(events, options);
  }

  async *read(options?: ReadOptions): AsyncGenerator<SessionEvent> {
    this.#refuseWhenClosed();
    for await (const event of this.#log.read(options)) {
      this.#refuseWhenClosed();
      yield event;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed)
      throw new SessionStoreError('closed', `The log of session "${this.sessionId}" is closed.`);
  }
}
