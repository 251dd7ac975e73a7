import type { BlobStore } from './blob-store.ts';
import type { SessionEvent, SessionEventInput } from './session-event.ts';

export interface AppendOptions {
  /** Append only if the log is at this version, else throw SessionConflictError. Absent: append wherever it is. */
  readonly expectedVersion?: number | undefined;
}

export interface ReadOptions {
  /** First seq wanted; an event that spans it is included whole. Default 1. */
  readonly fromSeq?: number | undefined;
  /** Last seq wanted; an event that begins after it is left out. Default: the version at the call. */
  readonly toSeq?: number | undefined;
}

/**
 * What happened, complete and in order: the one truth of a session. Events are only ever added.
 * Version = the last seq in use, 0 for an empty log; seqs have no gaps (an event takes `seqWidth` of them).
 */
export interface SessionEventLog {
  readonly sessionId: string;
  /** Media and large contents that events refer to by hash. */
  readonly blobs: BlobStore;
  /** The version as this process last saw it. */
  version(): Promise<number>;
  /**
   * Adds all events or none, in one step, and returns them with their seqs. Resolved = acknowledged:
   * as durable as the implementation promises, and never lost or doubled after that.
   * @throws SessionConflictError when `expectedVersion` is not the version
   * @throws SessionStoreError `write_failed` (nothing was added), `closed`
   */
  append(events: readonly SessionEventInput[], options?: AppendOptions): Promise<readonly SessionEvent[]>;
  /**
   * Events in order of seq. What is appended while reading is not seen.
   * @throws SessionStoreError `unreadable`, `closed`
   */
  read(options?: ReadOptions): AsyncIterable<SessionEvent>;
  /** Waits for what is under way and releases what is held; later appends and reads throw `closed`. */
  close(): Promise<void>;
}
