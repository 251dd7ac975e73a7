import { randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import { SessionStoreError } from '../errors.ts';
import { systemCode } from './store-error.ts';

const RETRY_MS = { first: 1, most: 50 };

/**
 * Runs `task` while `path` exists as the lock of this call, alone among all processes that lock the same
 * path. The lock is a hard link to a file already written: nobody ever sees it half. A lock whose process
 * no longer runs on this host is removed; that is done under a lock of its own, so that two who find
 * it do not remove each other's new one.
 * @throws SessionStoreError `write_failed` when others hold it for longer than `timeoutMs`
 */
export async function withFileLock<T>(path: string, timeoutMs: number, task: () => Promise<T>): Promise<T> {
  const ticket = `${path}.${randomUUID()}`;
  try {
    await writeFile(ticket, JSON.stringify(await thisProcess(ticket)), { flag: 'wx', mode: 0o600 });
    await acquire(path, ticket, timeoutMs);
  } finally {
    await unlink(ticket).catch(() => {}); // What is left of it locks nothing.
  }
  try {
    return await task();
  } finally {
    // A lock that cannot be removed does not undo the task: the next to lock waits, and then says whose it is.
    await unlink(path).catch(() => {});
  }
}

async function acquire(path: string, ticket: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
    try {
      return await link(ticket, path);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    const held = await readIfThere(path);
    if (held === undefined) continue;
    const holder = parseHolder(held);
    if (holder === undefined || (await isGone(holder))) {
      await withFileLock(`${path}.stale`, timeoutMs, async () => {
        if ((await readIfThere(path)) === held) await unlink(path);
      });
    } else if (performance.now() > deadline) {
      const who = `process ${holder.pid} on ${holder.host}`;
      throw new SessionStoreError(
        'write_failed',
        `${path} has been held by ${who} for over ${timeoutMs} ms.`,
      );
    } else {
      await sleep(waitMs);
    }
  }
}

const holderSchema = z.object({
  /** Makes each holding of a lock another text. */
  ticket: z.string(),
  host: z.string(),
  pid: z.number().int().positive(),
  /** Tells a process from a later one with the same pid; absent where the system does not say. */
  startedAt: z.string().optional(),
});
type Holder = Readonly<z.infer<typeof holderSchema>>;

let ownStart: Promise<string | undefined> | undefined;

async function thisProcess(ticket: string): Promise<Holder> {
  ownStart ??= startOf(process.pid);
  return { ticket, host: hostname(), pid: process.pid, startedAt: await ownStart };
}

/** Undefined for a text that no holder wrote whole: only a power loss leaves one, and no holder survives that. */
function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The text of a lock; undefined when it was released meanwhile. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isGone({ host, pid, startedAt }: Holder): Promise<boolean> {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
  return startedAt !== undefined && (await startOf(pid)) !== startedAt;
}

/** When a process started, in clock ticks since boot (field 22 of its stat), where there is /proc. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined); // Then pids alone tell them apart.
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}
