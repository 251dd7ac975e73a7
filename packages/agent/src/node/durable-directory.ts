import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './store-error.ts';

/** Makes a folder and those above it (mode 0700), and syncs what names the first new one. */
export async function makeDirectory(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made))
    await syncDirectory(dirname(made));
}

/** Makes names created or renamed in a folder durable. Systems that cannot sync a folder are left as they are. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(ignoreUnsupported);
  try {
    await handle?.sync().catch(ignoreUnsupported);
  } finally {
    await handle?.close();
  }
}

/** Windows opens no folders, and some file systems sync none. */
function ignoreUnsupported(error: unknown): undefined {
  if (['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
  throw error;
}
