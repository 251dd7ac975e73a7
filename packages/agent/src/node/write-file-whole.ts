import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Puts `bytes` (mode 0600) in place of the file at `path`: who reads it sees the old one or the new one,
 * whole. With `sync`, and once the caller has synced the folder, it survives power loss.
 */
export async function writeFileWhole(path: string, bytes: Uint8Array, sync: boolean): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      if (sync) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
