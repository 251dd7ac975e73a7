import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionStoreError } from '../errors.ts';
import type { BlobStore } from '../log/blob-store.ts';
import { makeDirectory, syncDirectory } from './durable-directory.ts';
import { asStoreError, systemCode } from './store-error.ts';
import { writeFileWhole } from './write-file-whole.ts';

export interface FileBlobStoreOptions {
  /** The folder of the blobs; made with the first one. */
  readonly directory: string;
  /** Whether what is put survives power loss, not only the end of the process. Default true. */
  readonly sync?: boolean | undefined;
}

const HASH = /^sha256:([0-9a-f]{64})$/;

/**
 * Blobs as files `<directory>/<first 2 hex>/<64 hex>`, written under another name, synced and renamed:
 * a blob is there whole or not. What a damaged file holds is never given out, and putting the blob again mends it.
 */
export function fileBlobStore({ directory, sync = true }: FileBlobStoreOptions): BlobStore {
  const folderOf = (hex: string) => join(directory, hex.slice(0, 2));

  return {
    put(bytes) {
      return asStoreError('write_failed', `Cannot keep a blob in ${directory}`, async () => {
        const hex = sha256(bytes);
        const folder = folderOf(hex);
        const path = join(folder, hex);
        await makeDirectory(folder);
        if (!(await holds(path, bytes))) await writeFileWhole(path, bytes, sync);
        // Also when the file was there: whoever wrote it may have died before this.
        if (sync) await syncDirectory(folder);
        return `sha256:${hex}`;
      });
    },
    get(hash) {
      return asStoreError('unreadable', `Cannot read the blob ${hash} in ${directory}`, async () => {
        const hex = HASH.exec(hash)?.[1];
        const bytes = hex === undefined ? undefined : await readIfThere(join(folderOf(hex), hex));
        if (bytes && sha256(bytes) !== hex) {
          throw new SessionStoreError('unreadable', `The blob ${hash} in ${directory} is damaged.`);
        }
        return bytes;
      });
    },
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** By content, not by name and size: a damaged file must not stand for what is acknowledged now. */
async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  const stats = await lstat(path).catch(undefinedWhenMissing);
  if (stats?.isFile() !== true || stats.size !== bytes.length) return false;
  return Buffer.compare((await readIfThere(path)) ?? new Uint8Array(), bytes) === 0;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    undefinedWhenMissing,
  );
  if (!handle) return undefined;
  try {
    return new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
}
