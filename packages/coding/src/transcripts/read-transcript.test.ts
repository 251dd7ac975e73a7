import type { BlobStore } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

const line = (id: string, content: string) => ({
  type: 'user',
  uuid: id,
  sessionId: 's',
  message: { role: 'user', content },
});
const encoder = new TextEncoder();

test('one over-long line among good ones is skipped and reported', async () => {
  const input = jsonLines(line('a', 'one'), line('b', 'x'.repeat(500)), line('c', 'three'));
  const transcript = await readTranscript(input, { maxLineBytes: 200, maxDocumentBytes: 200 });
  expect(transcript.sessions[0]?.entries.map((entry) => entry.line)).toEqual([1, 3]);
  expect(transcript.problems).toEqual([
    { line: 2, reason: 'a line of 581 bytes is over the limit of 200 bytes' },
  ]);
});

test('an over-long first line does not hide the format', async () => {
  const input = jsonLines(line('a', 'x'.repeat(500)), line('b', 'two'));
  const transcript = await readTranscript(input, { maxLineBytes: 200, maxDocumentBytes: 200 });
  expect(transcript.sessions[0]?.entries.map((entry) => entry.line)).toEqual([2]);
  expect(transcript.problems.map((problem) => problem.line)).toEqual([1]);
});

test.each([
  ['the only line is over-long', 'line_too_long', jsonLines(line('a', 'x'.repeat(500)))],
  [
    'every line is over-long',
    'line_too_long',
    jsonLines(line('a', 'x'.repeat(500)), line('b', 'x'.repeat(500))),
  ],
  [
    'a document over lines is too large',
    'document_too_large',
    JSON.stringify({ messages: Array(99).fill({ role: 'user' }) }, null, 1),
  ],
])('%s: %s', async (_, code, input) => {
  await expect(readTranscript(input, { maxLineBytes: 200, maxDocumentBytes: 200 })).rejects.toMatchObject({
    code,
  });
});

test('chunks of any size give the same transcript, characters cut in two included', async () => {
  const input = jsonLines(line('a', 'größer 漢字 🙂'), line('b', 'two'));
  const bytes = encoder.encode(input);
  async function* bytewise() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  const whole = await readTranscript(input);
  expect(await readTranscript(bytewise())).toEqual(whole);
  expect(await readTranscript([bytes.subarray(0, 90), bytes.subarray(90)])).toEqual(whole);
  expect(whole.sessions[0]?.entries[0]).toMatchObject({ item: { content: 'größer 漢字 🙂' } });
});

test('a document laid out over lines is not taken apart where an element looks like a record', async () => {
  const input = `[\n{"role":"user","content":"hi"},\n${JSON.stringify(line('a', 'x'))}\n]`;
  expect((await readTranscript(input)).format).toBe('openai-chat');
});

test('the bytes of media go to the blob store', async () => {
  const kept: Uint8Array[] = [];
  const blobs: BlobStore = { put: async (bytes) => `sha256:${kept.push(bytes)}`, get: async () => undefined };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: RED_PIXEL_PNG } };
  const transcript = await readTranscript(JSON.stringify([{ role: 'user', content: [image] }]), { blobs });
  expect(kept.map((bytes) => bytes.length)).toEqual([69]);
  expect(transcript.sessions[0]?.entries).toEqual([
    {
      type: 'item',
      item: {
        type: 'message',
        id: 'message-0',
        role: 'user',
        content: [
          {
            type: 'image',
            mediaType: 'image/png',
            source: { type: 'blob', hash: 'sha256:1', sizeBytes: 69 },
            widthPx: 1,
            heightPx: 1,
          },
        ],
      },
    },
  ]);
});

test('an aborted signal stops the reading with its reason', async () => {
  const reason = new Error('enough');
  await expect(readTranscript(jsonLines(line('a', 'x')), { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

test('values nested thousands deep do not stop the reading of the lines around them', async () => {
  const deep = `{"type":"assistant","uuid":"d","sessionId":"s","message":{"content":[{"type":"tool_use","id":"t","name":"f","input":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}}`;
  const transcript = await readTranscript(jsonLines(line('a', 'one'), deep, line('b', 'two')));
  expect(transcript.sessions[0]?.entries.map((entry) => entry.line)).toEqual([1, 3]);
  expect(transcript.problems).toEqual([{ line: 2, reason: 'nested too deeply' }]);
});

test('a whole session refused as binary for the NULs that a crash left at its end, or amid it', async () => {
  const nuls = '\0'.repeat(600);
  const input = `${jsonLines(line('a', 'one'))}\n${nuls}\n${jsonLines(line('b', 'two'))}\n${nuls}`;
  const transcript = await readTranscript(encoder.encode(input));
  expect(transcript.sessions[0]?.entries.map((entry) => entry.line)).toEqual([1, 3]);
  expect(transcript.problems).toEqual([
    { line: 2, reason: 'not valid JSON' },
    { line: 4, reason: 'not valid JSON' },
  ]);
});

test.each([
  ['NULs before the first record', `\0\0${jsonLines(line('a', 'one'))}`],
  ['a picture, whose first line has no NUL', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
])('%s: binary', async (_, input) => {
  await expect(readTranscript(Buffer.from(input, 'latin1'))).rejects.toMatchObject({ code: 'binary' });
});

test.each([
  ['a line', jsonLines(line('a', 'caf\u00e9'), line('b', 'two')), 1],
  ['a document', '[{"role":"user","content":"caf\u00e9"},\n{"role":"assistant","content":"two"}]', 1],
  ['a list of messages', '{"role":"user","content":"one"}\n{"role":"assistant","content":"caf\u00e9"}', 2],
])('text silently garbled: %s in Latin-1 is read with a notice', async (_, input, lineNumber) => {
  const transcript = await readTranscript(Buffer.from(input, 'latin1'));
  expect(transcript.problems).toEqual([
    { line: lineNumber, reason: 'bytes that are no UTF-8, read as U+FFFD' },
  ]);
});
