import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedChat } from '../replay/recorded-chat-fixture.ts';
import { capturedIo } from './captured-io.ts';
import { runCli } from './run-cli.ts';

const MEBIBYTE = 2 ** 20;
const TOO_MANY_BYTES = 64 * MEBIBYTE + 1;
const laidOutDocument = `{"texts": [\n${`"${'a'.repeat(MEBIBYTE)}",\n`.repeat(65)}"a"]}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ai4j-bad-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function replay(file: string) {
  const captured = capturedIo(folder);
  const exitCode = await runCli(['replay', file, '--json'], captured.io);
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() };
}

const chat = recordedChat(2);
const piSession = [
  { type: 'session', version: 3, id: 's1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/p' },
  {
    type: 'message',
    id: '00000001',
    parentId: null,
    message: { role: 'user', content: 'Say hello.', timestamp: 1 },
  },
  {
    type: 'message',
    id: '00000002',
    parentId: '00000001',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }], stopReason: 'stop' },
  },
].map((record) => JSON.stringify(record));

test.each<[string, string | Uint8Array, RegExp]>([
  ['empty.jsonl', '', /is empty/],
  ['blank.jsonl', '\n \n', /is empty|no readable/],
  ['binary.jsonl', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 0, 255, 254]), /binary/],
  ['truncated.json', chat.slice(0, chat.length / 2), /JSON/],
  ['utf16.json', Buffer.from(`\ufeff${chat}`, 'utf16le'), /UTF-16/],
  ['prose.txt', 'Dear diary, nothing was recorded today.\n', /./],
  ['other.json', '{"colour":"blue"}', /format/],
  ['long-line.jsonl', Buffer.alloc(TOO_MANY_BYTES, 'a'), /64 MiB/],
  ['document.json', laidOutDocument, /a JSON document over 64 MiB/],
])('%s: one sentence says what it is and what is supported, exit 2', async (file, content, says) => {
  writeFileSync(join(folder, file), content);
  const { exitCode, stdout, stderr } = await replay(file);

  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^ai4j: [^\n]+\.\n$/);
  expect(stderr).toContain(file);
  expect(stderr).toMatch(/supported/);
});

test('a file that is missing, and one that is a folder', async () => {
  mkdirSync(join(folder, 'sessions'));
  expect((await replay('gone.jsonl')).stderr).toBe('ai4j: gone.jsonl does not exist.\n');
  expect((await replay('sessions')).stderr).toBe('ai4j: sessions is a folder, not a recorded session.\n');
});

test.each([
  ['turn-in-circles', /^ai4j: turn-in-circles cannot be read: ELOOP[^\n]+\n$/],
  ['chat.json/x', /^ai4j: chat\.json\/x cannot be read: ENOTDIR[^\n]+\n$/],
  ['x'.repeat(300), /^ai4j: x+ cannot be read: ENAMETOOLONG[^\n]+\n$/],
])('a stack instead of a sentence: the path %s', async (file, says) => {
  writeFileSync(join(folder, 'chat.json'), chat);
  rmSync(join(folder, 'turn-in-circles'), { force: true });
  symlinkSync('turn-in-circles', join(folder, 'turn-in-circles'));
  const { exitCode, stderr } = await replay(file);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(says);
});

test.each<[string, string]>([
  ['a line that is no JSON', '{"type":"message","id":'],
  ['a line that is too long', JSON.stringify({ type: 'label', text: 'a'.repeat(TOO_MANY_BYTES) })],
])('%s among good ones is skipped and reported', async (_name, line) => {
  writeFileSync(join(folder, 'one-bad-line.jsonl'), [piSession[0], line, ...piSession.slice(1)].join('\n'));
  const { exitCode, stdout, stderr } = await replay('one-bad-line.jsonl');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ source: { format: 'pi', items: 2 }, steps: 1, violations: [] });
  expect(stderr).toMatch(/^ai4j: line 2: [^\n]+\n$/);
});
