import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedChat } from '../src/replay/recorded-chat-fixture.ts';
import { buildCommand, runCommand } from './built-command.ts';

const BUILD_TIMEOUT_MS = 300_000;
const MAX_RSS_KIB = 300 * 1024;

let folder: string;
beforeAll(() => {
  buildCommand();
  folder = mkdtempSync(join(tmpdir(), 'ai4j-bin-'));
}, BUILD_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

test('the built command says its version and its help', () => {
  expect(runCommand(['--version'], folder).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  expect(runCommand(['--help'], folder)).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the built command replays a recording, and prints nothing but the object', () => {
  writeFileSync(join(folder, 'chat.json'), recordedChat(30));
  const { exitCode, stdout, stderr } = runCommand(
    ['replay', 'chat.json', '--window', '8000', '--json'],
    folder,
  );

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ steps: 31, violations: [] });
});

test('bad input ends with one sentence and exit code 2, without a stack', () => {
  writeFileSync(join(folder, 'empty.jsonl'), '');
  const { exitCode, stdout, stderr } = runCommand(['replay', 'empty.jsonl'], folder);

  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^ai4j: [^\n]*empty[^\n]*\.\n$/);
});

test('a full disk passed off as a broken law: stdout that cannot be written is no exit code 1', () => {
  writeFileSync(join(folder, 'chat.json'), recordedChat(3));
  const full = openSync('/dev/full', 'w');
  const { exitCode, stderr } = runCommand(['replay', 'chat.json'], folder, { stdout: full });
  closeSync(full);

  expect(exitCode).toBe(74);
  expect(stderr).toMatch(/^ai4j: stdout cannot be written: ENOSPC[^\n]+\n$/);
});

test('the demo compacts, fits a screen, and says where the page is', () => {
  const { exitCode, stdout } = runCommand(['demo'], folder);

  expect(exitCode).toBe(0);
  expect(stdout.split('\n').length).toBeLessThanOrEqual(60);
  expect(stdout).toMatch(/Compactions {2}▼ \d+ times?/);
  expect(stdout).toContain('0 violations of L1 L2 L3 L7');
  expect(stdout).toMatch(/HTML +\.ai4j\/demo\.html/);
  expect(existsSync(join(folder, '.ai4j/demo.html'))).toBe(true);
});

const corpus = process.env.AI4J_CORPUS;
test.skipIf(corpus !== undefined)('recordings absent: set AI4J_CORPUS', () => {});

test.skipIf(corpus === undefined)('the largest recording is replayed in less than 300 MiB', () => {
  const recordings = join(corpus ?? '', 'sessions');
  const [largest = ''] = readdirSync(recordings)
    .map((name) => join(recordings, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  const { exitCode, maxRssKib } = runCommand(['replay', largest, '--json'], folder);

  expect(exitCode).toBe(0);
  expect(maxRssKib).toBeLessThan(MAX_RSS_KIB);
});
