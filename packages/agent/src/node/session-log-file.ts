import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SessionStoreError } from '../errors.ts';
import { syncDirectory } from './durable-directory.ts';
import { readLines } from './read-lines.ts';
import { decodeHeader, encodeHeader, type SessionLogHeader } from './session-log-line.ts';
import type { TornLine } from './session-log-report.ts';
import { systemCode } from './store-error.ts';

/** Exists while a process appends to the log at `path`. */
export function lockPathOf(path: string): string {
  return `${path}.lock`;
}

/** Opens a file for reading and writing: `open` of node:fs/promises, or one that fails or counts on purpose. */
export type OpenFile = (path: string, flags: number) => Promise<FileHandle>;

/** A first line longer than this is no header: a large file of another kind is not read to its end. */
const MOST_HEADER_BYTES = 65_536;

/** An open log whose header was read. */
export interface SessionLogFile {
  readonly handle: FileHandle;
  readonly header: SessionLogHeader;
  /** Where the first line after the header begins. */
  readonly firstByte: number;
  /**
   * @throws SessionStoreError `not_found` when the path no longer leads to this file: what is written now would be lost
   */
  requireStillThere(): Promise<void>;
}

/**
 * Opens an existing log; undefined when there is none. Nothing is written.
 * @throws SessionStoreError `unreadable` for what is no regular file, a symbolic link, or has no header
 * @throws SnapshotVersionError when a later release wrote it
 */
export async function openSessionLogFile(
  path: string,
  openFile: OpenFile,
): Promise<SessionLogFile | undefined> {
  const handle = await openFile(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)).catch(
    (cause: unknown) => {
      if (systemCode(cause) === 'ENOENT') return undefined;
      const why = systemCode(cause) === 'ELOOP' ? 'it is a symbolic link' : String(cause);
      throw new SessionStoreError('unreadable', `Cannot open the session log ${path}: ${why}.`, { cause });
    },
  );
  if (!handle) return undefined;
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw new SessionStoreError('unreadable', `${path} is no regular file.`);
    const { value: first } = await readLines(handle, 0, Math.min(opened.size, MOST_HEADER_BYTES)).next();
    const header = decodeHeader(first?.bytes, path);
    return {
      handle,
      header,
      firstByte: first?.end ?? 0,
      async requireStillThere() {
        const now = await lstat(path).catch(() => undefined); // Whatever the reason: it cannot be reached.
        if (now?.dev === opened.dev && now.ino === opened.ino) return;
        throw new SessionStoreError(
          'not_found',
          `The session log ${path} was ${now ? 'replaced' : 'removed'} while it was open; nothing was written.`,
        );
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Makes a log with nothing but its header; the file appears whole. To be called under the log's lock, when there is none. */
export async function createSessionLogFile(
  path: string,
  header: { readonly sessionId: string; readonly createdAtEpochMs: number },
  sync: boolean,
): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(encodeHeader(header.sessionId, header.createdAtEpochMs));
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  if (sync) await syncDirectory(dirname(path));
}

/** Copies what follows byte `end` to `<path>.torn-<n>`, and only then cuts it off. */
export async function cutTornLine(
  path: string,
  handle: FileHandle,
  end: number,
  sizeBytes: number,
): Promise<TornLine> {
  const torn = Buffer.alloc(sizeBytes - end);
  await handle.read(torn, 0, torn.length, end);
  const keptAt = await writeTornCopy(path, torn);
  await handle.truncate(end);
  await handle.sync();
  return { bytes: torn.length, keptAt };
}

async function writeTornCopy(path: string, torn: Uint8Array): Promise<string> {
  for (let copy = 1; ; copy++) {
    const keptAt = `${path}.torn-${copy}`;
    const handle = await open(keptAt, 'wx', 0o600).catch((error: unknown) => {
      if (systemCode(error) === 'EEXIST') return undefined;
      throw error;
    });
    if (!handle) continue;
    try {
      await handle.writeFile(torn);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncDirectory(dirname(path));
    return keptAt;
  }
}

/** Writes all bytes from byte `position` on, also when the system takes them in parts. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
