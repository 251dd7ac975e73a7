import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ContainedProcess } from './contained-process.ts';
import { type ContainedProgram, containedCommand, findContainment } from './containment.ts';

const program: ContainedProgram = {
  program: '1',
  directory: '/scratch',
  maxMemoryMb: 100,
  timeoutMs: 1_500,
  allowNetwork: false,
};
const node = expect.stringContaining('node');
const bare = { namespaces: false, permissions: true, resourceLimits: false };

describe('containedCommand', () => {
  const command = (extra: Partial<ContainedProgram>, containment: Partial<typeof bare> = {}) =>
    containedCommand({ ...program, ...extra }, { ...bare, ...containment });

  test('always holds back by node itself', () => {
    expect(command({})).toEqual([
      node,
      '--no-warnings',
      '--max-old-space-size=100',
      expect.stringMatching(/^--(experimental-)?permission$/),
      '--allow-fs-read=/scratch/*',
      '--allow-fs-write=/scratch/*',
      '--eval',
      '1',
    ]);
  });

  test('and by limits and namespaces, where there are any', () => {
    const all = command({}, { namespaces: true, resourceLimits: true });
    const limits = 'ulimit -c 0; ulimit -d 233472; ulimit -t 5; exec "$@"';
    expect(all.slice(0, 12)).toEqual([
      '/usr/bin/unshare',
      ...['--map-root-user', '--net', '--pid', '--ipc', '--fork', '--kill-child', '--'],
      ...['/bin/sh', '-c', limits, 'sh'],
    ]);
    expect(all.slice(12)).toEqual(command({}));
    expect(command({ allowNetwork: true }, { namespaces: true })).not.toContain('--net');
  });
});

test('where there are namespaces, no program sees a network or another process', async ({ skip }) => {
  const containment = await findContainment();
  if (!containment.namespaces) skip();
  const seen = `console.log(JSON.stringify([process.pid, Object.values(os.networkInterfaces()).flat().filter((it) => !it.internal)]))`;
  const output: string[] = [];
  const command = containedCommand(
    { ...program, directory: tmpdir(), program: `const os = require('node:os'); ${seen}` },
    containment,
  );
  const child = new ContainedProcess(command, {
    directory: tmpdir(),
    env: {},
    onOutput: (text) => output.push(text),
    onLine: () => {},
    maxLineChars: 1,
  });
  expect(await child.ended).toMatchObject({ code: 0 });
  expect(JSON.parse(output.join(''))).toEqual([1, []]);
});
