import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SessionConflictError, SessionStoreError, SnapshotVersionError } from '../errors.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { pageOfIds } from '../session/page-of-ids.ts';
import { type AgentSessionSnapshot, parseSessionSnapshot } from '../session/session-snapshot.ts';
import type { SessionStore } from '../session/session-store.ts';
import { makeDirectory, syncDirectory } from './durable-directory.ts';
import { fileBlobStore } from './file-blob-store.ts';
import { withFileLock } from './file-lock.ts';
import type { FsyncPolicy } from './jsonl-session-event-log.ts';
import { openJsonlSessionEventLog } from './open-jsonl-session-event-log.ts';
import { isSafeSessionId, safeSessionId, sessionLogFileName } from './session-file-name.ts';
import { asStoreError, systemCode } from './store-error.ts';
import { writeFileWhole } from './write-file-whole.ts';

export interface FileSessionStoreOptions {
  /** Made, with mode 0700, when the first session is. */
  readonly directory: string;
  /** What an acknowledged append survives; snapshots and blobs follow it. Default `group`. */
  readonly fsync?: FsyncPolicy | undefined;
  /** How long to wait for another process that writes the same session. Default 10,000. */
  readonly lockTimeoutMs?: number | undefined;
  /** Told of damaged snapshots, and of torn and bad lines of logs. Default: silent. */
  readonly logger?: Logger | undefined;
  /** Ms since the epoch. Default: the time of the machine. */
  readonly now?: (() => number) | undefined;
}

const LOG_ENDING = '.jsonl';
const SNAPSHOT_ENDING = '.snapshot.json';

/**
 * Sessions as files: `<id>.jsonl`, the log (docs/formats/session-log.md), `<id>.snapshot.json`, the
 * snapshot last saved, and `blobs/`, which the sessions share. Files are for their owner alone (0600).
 * A snapshot is replaced whole, under a lock; a damaged one is put aside as `….damaged-1` and reported,
 * and the session resumes from its log.
 */
export function fileSessionStore(options: FileSessionStoreOptions): SessionStore {
  return new FileSessionStore(options);
}

class FileSessionStore implements SessionStore {
  readonly #directory: string;
  readonly #options: FileSessionStoreOptions;
  readonly #blobs;
  readonly #fsync: FsyncPolicy;

  constructor(options: FileSessionStoreOptions) {
    this.#options = options;
    this.#directory = resolve(options.directory);
    this.#fsync = options.fsync ?? 'group';
    this.#blobs = fileBlobStore({ directory: join(this.#directory, 'blobs'), sync: this.#fsync !== 'never' });
  }

  async openLog(sessionId: string, { create = false }: { readonly create?: boolean | undefined } = {}) {
    const { lockTimeoutMs, logger, now } = this.#options;
    return openJsonlSessionEventLog({
      directory: this.#directory,
      sessionId,
      create,
      fsync: this.#fsync,
      blobs: this.#blobs,
      lockTimeoutMs,
      logger,
      now,
    });
  }

  async load(sessionId: string): Promise<AgentSessionSnapshot | undefined> {
    const path = this.#snapshotPath(sessionId);
    const text = await asStoreError('unreadable', `Cannot read ${path}`, () => readIfThere(path));
    if (text === undefined) return undefined;
    try {
      return parseSnapshotOf(sessionId, text);
    } catch (error) {
      if (SnapshotVersionError.isInstance(error)) throw error;
      const keptAt = await this.#putAside(path);
      const { logger = silentLogger } = this.#options;
      logger.warn({ sessionId, keptAt, error }, 'a damaged snapshot was put aside; the log has the session');
      return undefined;
    }
  }

  save(
    snapshot: AgentSessionSnapshot,
    { expectedSeq }: { readonly expectedSeq?: number | undefined } = {},
  ): Promise<void> {
    const path = this.#snapshotPath(snapshot.sessionId);
    return asStoreError('write_failed', `Cannot save ${path}`, async () => {
      await makeDirectory(this.#directory);
      await withFileLock(`${path}.lock`, this.#options.lockTimeoutMs ?? 10_000, async () => {
        const actual = (await this.load(snapshot.sessionId))?.seq ?? 0;
        if (expectedSeq !== undefined && expectedSeq !== actual)
          throw new SessionConflictError(expectedSeq, actual);
        const bytes = new TextEncoder().encode(`${JSON.stringify(snapshot)}\n`);
        const sync = this.#fsync !== 'never';
        await writeFileWhole(path, bytes, sync);
        if (sync) await syncDirectory(this.#directory);
      });
    });
  }

  async delete(sessionId: string): Promise<void> {
    const snapshotPath = this.#snapshotPath(sessionId);
    const logPath = join(this.#directory, sessionLogFileName(sessionId));
    await asStoreError('write_failed', `Cannot delete ${logPath}`, async () => {
      await rm(logPath, { force: true });
      await rm(snapshotPath, { force: true });
    });
  }

  async list(options?: { readonly limit?: number | undefined; readonly startAfter?: string | undefined }) {
    const names = await asStoreError('unreadable', `Cannot list ${this.#directory}`, () =>
      namesIn(this.#directory),
    );
    return pageOfIds(names.flatMap(sessionIdOf), options);
  }

  #snapshotPath(sessionId: string): string {
    return join(this.#directory, `${safeSessionId(sessionId)}${SNAPSHOT_ENDING}`);
  }

  /** Renamed, never removed: somebody may want to see what was in it. */
  async #putAside(path: string): Promise<string> {
    const names = new Set(await namesIn(this.#directory));
    for (let copy = 1; ; copy++) {
      const keptAt = `${path}.damaged-${copy}`;
      if (names.has(keptAt.slice(this.#directory.length + 1))) continue;
      await rename(path, keptAt);
      return keptAt;
    }
  }
}

function parseSnapshotOf(sessionId: string, text: string): AgentSessionSnapshot {
  const snapshot = parseSessionSnapshot(JSON.parse(text));
  if (snapshot.sessionId === sessionId) return snapshot;
  throw new SessionStoreError('unreadable', `It is a snapshot of session "${snapshot.sessionId}".`);
}

/** The id in a file's name; none for files of other kinds. */
function sessionIdOf(fileName: string): readonly string[] {
  const ending = [LOG_ENDING, SNAPSHOT_ENDING].find((it) => fileName.endsWith(it));
  const id = ending && fileName.slice(0, -ending.length);
  return id && isSafeSessionId(id) ? [id] : [];
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
