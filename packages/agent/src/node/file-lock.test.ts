import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { withFileLock } from './file-lock.ts';

/** No process has it: the greatest pid of Linux is 2^22. */
const NO_PID = 2 ** 22 + 1;

async function lockIn(directory: string, holder: object | string): Promise<string> {
  const path = join(directory, 'lock');
  await writeFile(path, typeof holder === 'string' ? holder : JSON.stringify({ ticket: 't', ...holder }));
  return path;
}

test('one at a time, and nothing is left behind', async () => {
  const directory = await temporaryDirectory();
  let inside = 0;
  let most = 0;
  const tasks = Array.from({ length: 20 }, () =>
    withFileLock(join(directory, 'lock'), 10_000, async () => {
      most = Math.max(most, ++inside);
      await readdir(directory);
      inside -= 1;
    }),
  );
  await Promise.all(tasks);
  expect({ most, left: await readdir(directory) }).toEqual({ most: 1, left: [] });
});

test('a task that fails releases the lock', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'lock');
  await expect(withFileLock(path, 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withFileLock(path, 0, async () => 'free')).toBe('free');
});

test.each([
  ['a process that is gone', { host: hostname(), pid: NO_PID }],
  ['nobody: a power loss left half a text', '{"ticket":"t","ho'],
  ['nobody: the text is empty', ''],
  ['nobody: JSON, but not a holder', 'null'],
  ['nobody: a pid that is none', { host: hostname(), pid: 0 }],
])('a lock of %s is removed', async (_, holder) => {
  const directory = await temporaryDirectory();
  const path = await lockIn(directory, holder);
  const results = await Promise.all([1, 2, 3].map((n) => withFileLock(path, 10_000, async () => n)));
  expect({ results, left: await readdir(directory) }).toEqual({ results: [1, 2, 3], left: [] });
});

test.runIf(process.platform === 'linux')(
  'a lock of an earlier process with a pid in use is removed',
  async () => {
    const path = await lockIn(await temporaryDirectory(), {
      host: hostname(),
      pid: process.pid,
      startedAt: '1',
    });
    expect(await withFileLock(path, 0, async () => 'free')).toBe('free');
  },
);

test.each([
  ['a process that runs', { host: hostname(), pid: process.ppid }],
  ['a process of another host, which may run', { host: 'elsewhere', pid: NO_PID }],
])('a lock of %s is waited for, and then a typed error', async (_, holder) => {
  const directory = await temporaryDirectory();
  const path = await lockIn(directory, holder);
  await expect(withFileLock(path, 5, async () => undefined)).rejects.toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining(`process ${holder.pid} on ${holder.host}`),
  });
  expect(await readdir(directory)).toEqual(['lock']);
});

test('what is no file where the lock should be is an error, not a lock', async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, 'lock'));
  await expect(withFileLock(join(directory, 'lock'), 0, async () => undefined)).rejects.toThrow('EISDIR');
});
