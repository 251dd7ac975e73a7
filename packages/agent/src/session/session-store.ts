import type { SessionEventLog } from '../log/session-event-log.ts';
import type { AgentSessionSnapshot } from './session-snapshot.ts';

export interface OpenLogOptions {
  /** Whether a log that is not there is made. Default false. */
  readonly create?: boolean | undefined;
}

export interface SaveOptions {
  /**
   * Save only over the snapshot of this seq (0: over none), else throw SessionConflictError. Absent:
   * over whatever is there.
   */
  readonly expectedSeq?: number | undefined;
}

export interface ListOptions {
  /** Default 100. */
  readonly limit?: number | undefined;
  /** Ids after this one, itself excluded. */
  readonly startAfter?: string | undefined;
}

/**
 * Where sessions are kept: of each, its log, which is the truth, and beside it the snapshot that was
 * last saved, which is a cache. A snapshot that is old, damaged or gone loses nothing.
 */
export interface SessionStore {
  /**
   * Opens the log of a session. Every opening is closed by itself.
   * @throws SessionStoreError `not_found` when there is none and none is to be made; `invalid_id`;
   *   `unreadable`; SnapshotVersionError when a later release wrote it
   */
  openLog(sessionId: string, options?: OpenLogOptions): Promise<SessionEventLog>;
  /**
   * The snapshot that was last saved; undefined when there is none, or none that can be read: that is
   * reported, and the damaged one is kept.
   * @throws SnapshotVersionError when a later release wrote it; SessionStoreError `invalid_id`, `unreadable`
   */
  load(sessionId: string): Promise<AgentSessionSnapshot | undefined>;
  /**
   * Keeps a snapshot in place of the one before it, in one step.
   * @throws SessionConflictError when `expectedSeq` is not the seq of the snapshot that is there
   * @throws SessionStoreError `write_failed`, `invalid_id`
   */
  save(snapshot: AgentSessionSnapshot, options?: SaveOptions): Promise<void>;
  /** Removes log and snapshot; blobs stay, others may refer to them. Nothing happens where nothing is. */
  delete(sessionId: string): Promise<void>;
  /** Ids of the sessions that have a log or a snapshot, ascending by UTF-16 code units. */
  list(options?: ListOptions): Promise<readonly string[]>;
}

/** What `list` gives when it is not told how many. */
export const DEFAULT_LIST_LIMIT = 100;
