import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ContainedProcess, type ProcessEnd } from './contained-process.ts';

function start(script: string, maxLineChars = 1_000) {
  const output: string[] = [];
  const lines: string[] = [];
  const child = new ContainedProcess(['/bin/sh', '-c', script], {
    directory: tmpdir(),
    env: { PATH: '/usr/bin:/bin' },
    onOutput: (text) => output.push(text),
    onLine: (line) => lines.push(line),
    maxLineChars,
  });
  return { child, output, lines };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('ContainedProcess', () => {
  const ok: ProcessEnd = { code: 0, signal: null, lineTooLong: false };

  test('gives output and lines as they come', async () => {
    const { child, output, lines } = start(
      'printf "a\\n"; printf "one\\ntw" >&3; printf "o\\nrest" >&3; exit 4',
    );
    expect(await child.ended).toEqual({ ...ok, code: 4 });
    expect(output.join('')).toBe('a\n');
    expect(lines).toEqual(['one', 'two']);
  });

  test('a grandchild that holds the pipe holds nobody up, and ends with its group', async () => {
    const { child, output } = start('sleep 1000 & echo $!');
    expect(await child.ended).toEqual(ok);
    const grandchild = Number(output.join(''));
    expect(grandchild).toBeGreaterThan(0);
    // It is gone, or a zombie that nobody has waited for yet.
    await expect.poll(() => isAlive(grandchild), { timeout: 20_000 }).toBe(false);
  });

  test('a grandchild of another group that holds the pipe holds nobody up', async () => {
    const { child, output } = start('setsid sleep 1000 & sleep 0.1; echo $!');
    expect(await child.ended).toEqual(ok);
    process.kill(Number(output.join('')), 'SIGKILL');
  });

  test('is killed with its group', async () => {
    const { child, output } = start('sleep 1000 & echo $!; wait');
    await expect.poll(() => output.join(''), { timeout: 20_000 }).toMatch(/\n/);
    child.kill();
    expect(await child.ended).toEqual({ ...ok, code: null, signal: 'SIGKILL' });
    await expect.poll(() => isAlive(Number(output.join(''))), { timeout: 20_000 }).toBe(false);
    child.kill();
  });

  test('a line without end ends it', async () => {
    const { child } = start('while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxx >&3; done', 100);
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL', lineTooLong: true });
  });

  test('reads nothing from a process that ended before', async () => {
    const { child } = start('exit 0');
    child.writeLine('x'.repeat(1_000_000));
    expect(await child.ended).toEqual(ok);
    child.writeLine('late');
  });

  test('says when there is no such command', async () => {
    const child = new ContainedProcess(['/no/such/command'], {
      directory: tmpdir(),
      env: {},
      onOutput: () => {},
      onLine: () => {},
      maxLineChars: 1,
    });
    await expect(child.ended).rejects.toThrow('ENOENT');
  });
});
