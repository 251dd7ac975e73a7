import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';
import type { TranscriptFormat } from './transcript.ts';
import { TranscriptError, type TranscriptErrorCode } from './transcript-error.ts';

const user = { role: 'user', content: 'hi' };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const claude = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: user };
const codex = { type: 'response_item', payload: { type: 'message', ...user } };
const pi = [
  { type: 'session', id: 's', timestamp: 't' },
  { type: 'message', timestamp: 't', message: user },
];
const gemini = { sessionId: 's', projectHash: 'h', messages: [{ id: 'm', type: 'user', content: 'hi' }] };
const openHands = {
  instance_id: 'i',
  history: [{ source: 'user', action: 'message', args: { content: 'hi' } }],
};
const ai4j = [
  { type: 'ai4j-session-log', schemaVersion: 1, sessionId: 's', createdAtEpochMs: 0 },
  { seq: 1, atEpochMs: 0, type: 'items-appended', items: [{ type: 'message', id: 'i', ...user }] },
];

const recordings: readonly (readonly [string, TranscriptFormat, string])[] = [
  ['a Claude Code line', 'claude-code', jsonLines(claude)],
  [
    'side lines of Claude Code first',
    'claude-code',
    jsonLines({ type: 'mode', mode: 'normal', sessionId: 's' }, claude),
  ],
  [
    'a title of another Claude Code session first',
    'claude-code',
    jsonLines({ type: 'summary', summary: 'x', leafUuid: 'l' }, claude),
  ],
  ['a Codex rollout', 'codex', jsonLines({ type: 'session_meta', payload: { id: 't' } }, codex)],
  ['a Codex rollout whose head is lost', 'codex', jsonLines(codex)],
  ['a pi session', 'pi', jsonLines(...pi)],
  ['a pi session whose head is lost', 'pi', jsonLines(pi[1])],
  ['a Gemini CLI document on one line', 'gemini-cli', JSON.stringify(gemini)],
  ['a Gemini CLI document over lines', 'gemini-cli', JSON.stringify(gemini, null, 2)],
  ['Gemini CLI lines', 'gemini-cli', jsonLines({ sessionId: 's', projectHash: 'h' }, gemini.messages[0])],
  ['Gemini contents', 'gemini-contents', JSON.stringify([{ role: 'user', parts: [{ text: 'hi' }] }])],
  [
    'a Gemini request',
    'gemini-contents',
    JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }),
  ],
  ['a SWE-agent trajectory', 'swe-agent', JSON.stringify({ trajectory: [], history: [user] })],
  [
    'a mini-swe-agent trajectory',
    'mini-swe-agent',
    JSON.stringify({ trajectory_format: 'mini-swe-agent-1.1', messages: [user] }),
  ],
  ['OpenHands output', 'openhands', jsonLines(openHands, openHands)],
  ['a Cline session', 'cline', JSON.stringify({ version: 1, sessionId: 's', messages: [user] })],
  ['Chat messages of plain text', 'openai-chat', JSON.stringify([user])],
  [
    'Chat messages with calls',
    'openai-chat',
    JSON.stringify([user, { role: 'assistant', content: null, tool_calls: [call] }]),
  ],
  ['Chat messages, one a line', 'openai-chat', jsonLines(user, { role: 'assistant', content: 'hello' })],
  ['Chat requests, one a line', 'openai-chat', jsonLines({ messages: [user] }, { messages: [user] })],
  [
    'Responses items',
    'openai-responses',
    JSON.stringify([user, { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }]),
  ],
  ['a Responses request', 'openai-responses', JSON.stringify({ input: [user] })],
  [
    'Anthropic messages',
    'anthropic-messages',
    JSON.stringify([
      user,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'tool_use', id: 't', name: 'f', input: {} },
        ],
      },
    ]),
  ],
  [
    'an Anthropic request of plain text',
    'anthropic-messages',
    JSON.stringify({ system: 'be brief', messages: [user] }),
  ],
  [
    'AI SDK UI messages',
    'ai-sdk-ui',
    JSON.stringify([{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'hi' }] }]),
  ],
  [
    'AI SDK model messages',
    'ai-sdk-model',
    JSON.stringify([
      user,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }] },
    ]),
  ],
  ['our own log', 'ai4j', jsonLines(...ai4j)],
  ['a broken line first', 'claude-code', jsonLines('{"type":"us', claude)],
  ['a byte order mark first', 'claude-code', `\ufeff${jsonLines(claude)}`],
  [
    'Windows line ends and blank lines',
    'pi',
    `\r\n${pi.map((record) => JSON.stringify(record)).join('\r\n\r\n')}\r\n`,
  ],
];

const text = new TextEncoder();
const utf16 = (value: string, isLittleEndian: boolean) =>
  Uint8Array.from([...value].flatMap((c) => (isLittleEndian ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)])));

const refused: readonly (readonly [string, TranscriptErrorCode, string, Uint8Array | string])[] = [
  ['nothing', 'empty', 'is empty', ''],
  ['white space', 'empty', 'is empty', ' \n\t\r\n'],
  ['an image', 'binary', 'is a binary file', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0x49)],
  ['Latin-1 and noise', 'binary', 'is a binary file', Uint8Array.of(0xf0, 0xe9, 0xff, 0x80, 0x41)],
  [
    'UTF-16 with a mark',
    'utf16',
    'is UTF-16 text, convert it to UTF-8 first',
    Uint8Array.of(0xff, 0xfe, 0x7b, 0),
  ],
  ['UTF-16 little endian', 'utf16', 'is UTF-16 text, convert it to UTF-8 first', utf16('{"a":1}', true)],
  ['UTF-16 big endian', 'utf16', 'is UTF-16 text, convert it to UTF-8 first', utf16('{"a":1}', false)],
  [
    'a document that stops',
    'truncated_json',
    'is JSON that is cut off',
    JSON.stringify([user, user], null, 1).slice(0, -9),
  ],
  [
    'a document on one line that stops',
    'truncated_json',
    'is JSON that is cut off',
    '[{"role":"user","content":"h',
  ],
  ['a document with a stray comma', 'no_readable_record', 'holds no readable JSON', '{"messages": [,]}'],
  ['prose', 'no_readable_record', 'holds no readable JSON', 'Dear diary,\ntoday I compacted.'],
  ['settings', 'unknown_format', 'is JSON of an unknown format', '{"compilerOptions":{}}'],
  ['a number', 'unknown_format', 'is JSON of an unknown format', '42'],
  ['an empty array', 'unknown_format', 'is JSON of an unknown format', '[]'],
  [
    'lines of a server log',
    'unknown_format',
    'is JSON Lines of an unknown format',
    jsonLines({ level: 30, msg: 'a' }, { level: 30, msg: 'b' }),
  ],
  [
    'what Cline shows, not what it sends',
    'unknown_format',
    'is JSON of an unknown format',
    JSON.stringify([{ ts: 1, type: 'say', text: 'x' }]),
  ],
  [
    'a session in which nothing happened',
    'no_readable_record',
    'looks like claude-code, but holds no readable record',
    jsonLines({ type: 'mode', mode: 'normal', sessionId: 's' }),
  ],
];

describe('the format is told from the content', () => {
  test.each(recordings)('%s: %s', async (_, format, input) => {
    const transcript = await readTranscript(input);
    expect(transcript.format).toBe(format);
    expect(transcript.sessions[0]?.entries.some((entry) => entry.type === 'item')).toBe(true);
  });

  test('a given format is taken as given', async () => {
    const input = JSON.stringify([user, { role: 'assistant', content: 'hello' }]);
    expect((await readTranscript(input, { format: 'anthropic-messages' })).format).toBe('anthropic-messages');
  });
});

describe('what is no recording is refused in one sentence', () => {
  test.each(refused)('%s: %s', async (_, code, finding, input) => {
    const bytes = typeof input === 'string' ? text.encode(input) : input;
    const error = await readTranscript(bytes, { name: 'notes.bin' }).catch((thrown: unknown) => thrown);
    expect(TranscriptError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code, name: 'TranscriptError' });
    expect((error as TranscriptError).message).toBe(
      `notes.bin ${finding}; supported are UTF-8 recordings of claude-code, codex, pi, gemini-cli, gemini-contents, swe-agent, mini-swe-agent, openhands, cline, openai-chat, openai-responses, anthropic-messages, ai-sdk-ui, ai-sdk-model, ai4j.`,
    );
  });
});
