import { memoryItemSchema } from '@ai4j/agent';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';
import { recordedPrompts } from './recorded-prompts.ts';
import { type Transcript, transcriptFormats } from './transcript.ts';
import { TranscriptError } from './transcript-error.ts';

/** The transcript, or undefined where the input was refused; every other failure fails the test. */
async function read(
  input: Uint8Array | string,
  format?: Transcript['format'],
): Promise<Transcript | undefined> {
  try {
    return await readTranscript(input, { format });
  } catch (error) {
    if (TranscriptError.isInstance(error)) return undefined;
    throw error;
  }
}

function expectSound(transcript: Transcript | undefined): void {
  for (const session of transcript?.sessions ?? []) {
    const items = session.entries.flatMap((entry) => (entry.type === 'item' ? [entry.item] : []));
    for (const item of items) memoryItemSchema.parse(item);
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    const calls = items.flatMap((item) => (item.type === 'function_call' ? [item.callId] : []));
    expect(new Set(calls).size).toBe(calls.length);
    const outputs = items.flatMap((item) => (item.type === 'function_call_output' ? [item.callId] : []));
    expect(new Set(outputs).size).toBe(outputs.length);
    const responses = items.map((item) => ('responseId' in item ? item.responseId : undefined));
    const runs = responses.filter((id, index) => id !== undefined && id !== responses[index - 1]);
    expect(new Set(runs).size).toBe(runs.length);
    expect([...recordedPrompts(session)].length).toBe(
      session.entries.filter((entry) => entry.type === 'usage').length,
    );
  }
}

/** Fields and values of all formats, put together at random: near misses find what random JSON never does. */
const word = fc.constantFrom(
  'user',
  'assistant',
  'model',
  'gemini',
  'tool',
  'system',
  'text',
  'message',
  'thinking',
  'tool_use',
  'tool_result',
  'image',
  'function_call',
  'function_call_output',
  'reasoning',
  'response_item',
  'compacted',
  'compaction',
  'session',
  'toolCall',
  'toolResult',
  'compact_boundary',
  'items-appended',
  'c1',
  'c2',
  '__proto__',
  'constructor',
  '',
);
const field = fc.constantFrom(
  'type',
  'role',
  'content',
  'message',
  'payload',
  'id',
  'uuid',
  'sessionId',
  'parentId',
  'parts',
  'text',
  'input',
  'output',
  'tool_calls',
  'function',
  'name',
  'arguments',
  'call_id',
  'callId',
  'tool_call_id',
  'tool_use_id',
  'toolCallId',
  'usage',
  'input_tokens',
  'history',
  'messages',
  'source',
  'data',
  'url',
  'image_url',
  'metadata',
  'kind',
  'subtype',
  'compactMetadata',
  'replacement_history',
  'firstKeptEntryId',
  'functionCall',
  'functionResponse',
  'response',
  'toolCalls',
  'result',
  'info',
  'items',
  'seq',
  'memory',
  'thoughts',
  'extra',
  '$blob',
  '__proto__',
);
const nearRecord = fc.letrec<{ value: unknown; record: object }>((tie) => ({
  record: fc
    .uniqueArray(fc.tuple(field, tie('value')), { selector: ([key]) => key, maxLength: 7 })
    .map(Object.fromEntries),
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.integer(),
    fc.constant(null),
    tie('record'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}));

test('no bytes make the reader fail but with a TranscriptError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => expectSound(await read(bytes))),
    { numRuns: 300 },
  );
});

test('no JSON value makes the reader fail but with a TranscriptError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (json) => expectSound(await read(json))),
    { numRuns: 300 },
  );
});

test('records of wrong shapes make no importer fail, and what comes out is sound', async () => {
  const lines = fc.array(nearRecord.record, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...transcriptFormats),
      lines,
      fc.boolean(),
      async (format, records, isDocument) => {
        const input = isDocument ? JSON.stringify(records) : jsonLines(...records);
        expectSound(await read(input, format));
        expectSound(
          await read(
            JSON.stringify({ messages: records, history: records, input: records, contents: records }),
            format,
          ),
        );
      },
    ),
    { numRuns: 2000 },
  );
});
