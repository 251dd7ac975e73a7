import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, SessionStoreError } from '../errors.ts';
import type { BlobStore } from '../log/blob-store.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { makeDirectory } from './durable-directory.ts';
import { fileBlobStore } from './file-blob-store.ts';
import { withFileLock } from './file-lock.ts';
import { type FsyncPolicy, JsonlSessionEventLog } from './jsonl-session-event-log.ts';
import { safeSessionId, sessionLogFileName } from './session-file-name.ts';
import {
  createSessionLogFile,
  lockPathOf,
  type OpenFile,
  openSessionLogFile,
  type SessionLogFile,
} from './session-log-file.ts';
import { asStoreError } from './store-error.ts';

/** Where the log is: a file, or the file of a session in a folder, `<directory>/<sessionId>.jsonl`. */
export type SessionLogLocation =
  | { readonly path: string; readonly sessionId?: string | undefined }
  | { readonly directory: string; readonly sessionId: string };

export type JsonlSessionEventLogOptions = SessionLogLocation & {
  /** Default `group`. */
  readonly fsync?: FsyncPolicy | undefined;
  /** Whether a log that is not there is made, with its folder, or `not_found` is thrown. Default true. */
  readonly create?: boolean | undefined;
  /** Strings longer than this, in Chars, are kept once, as blobs. Default 32,768; at least 1,024. */
  readonly maxInlineChars?: number | undefined;
  /** Default: files in `blobs` beside the log. */
  readonly blobs?: BlobStore | undefined;
  /** How long to wait for another process that is appending. Default 10,000. */
  readonly lockTimeoutMs?: number | undefined;
  /** Ms since the epoch. Default: the time of the machine. */
  readonly now?: (() => number) | undefined;
  /** Names a session made without an id. Default: random UUIDs. */
  readonly ids?: (() => string) | undefined;
  /** Told of torn and bad lines. Default: silent. */
  readonly logger?: Logger | undefined;
  /** Default: `open` of node:fs/promises. */
  readonly openFile?: OpenFile | undefined;
};

/**
 * Opens a session's log, or makes it. Reads it once to its end; holds no events, only where every 64th line begins.
 * `version()` looks whether another process appended.
 *
 * @throws ConfigError `invalid_option`
 * @throws SnapshotVersionError when a later release wrote it; nothing is touched
 * @throws SessionStoreError `invalid_id`; `not_found` (with `create: false`); `unreadable` when it is no session
 *   log, that of another session, or a symbolic link, and nothing is touched; `write_failed`
 */
export async function openJsonlSessionEventLog(
  options: JsonlSessionEventLogOptions,
): Promise<JsonlSessionEventLog> {
  const { fsync = 'group', maxInlineChars = 32_768, lockTimeoutMs = 10_000, openFile = open } = options;
  if (!(maxInlineChars >= 1024))
    throw new ConfigError('invalid_option', 'maxInlineChars must be 1,024 or more.');
  if (options.sessionId !== undefined) safeSessionId(options.sessionId);
  const path = resolve(
    'path' in options ? options.path : join(options.directory, sessionLogFileName(options.sessionId)),
  );
  const file = (await openSessionLogFile(path, openFile)) ?? (await createAndOpen(path, options, openFile));
  const log = new JsonlSessionEventLog(path, file, {
    fsync,
    maxInlineChars,
    lockTimeoutMs,
    blobs:
      options.blobs ?? fileBlobStore({ directory: join(dirname(path), 'blobs'), sync: fsync !== 'never' }),
    now: options.now ?? Date.now,
    logger: options.logger ?? silentLogger,
  });
  try {
    requireSession(options.sessionId, file, path);
    await log.version();
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function createAndOpen(
  path: string,
  options: JsonlSessionEventLogOptions,
  openFile: OpenFile,
): Promise<SessionLogFile> {
  const { create = true, fsync, now = Date.now, ids = randomUUID, lockTimeoutMs = 10_000 } = options;
  if (!create) throw new SessionStoreError('not_found', `There is no session log ${path}.`);
  const header = { sessionId: safeSessionId(options.sessionId ?? ids()), createdAtEpochMs: now() };
  return asStoreError('write_failed', `Cannot make the session log ${path}`, async () => {
    await makeDirectory(dirname(path));
    return withFileLock(lockPathOf(path), lockTimeoutMs, async () => {
      const madeMeanwhile = await openSessionLogFile(path, openFile);
      if (madeMeanwhile) return madeMeanwhile;
      await createSessionLogFile(path, header, fsync !== 'never');
      const made = await openSessionLogFile(path, openFile);
      if (made) return made;
      throw new SessionStoreError('not_found', `The session log ${path} was removed as soon as it was made.`);
    });
  });
}

function requireSession(sessionId: string | undefined, { header }: SessionLogFile, path: string): void {
  if (sessionId === undefined || sessionId === header.sessionId) return;
  throw new SessionStoreError(
    'unreadable',
    `${path} is the log of session "${header.sessionId}", not of "${sessionId}".`,
  );
}
