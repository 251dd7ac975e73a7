import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('Our own session log', () => {
  test('items, usage, compaction, undo; contents kept beside the log are named', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'ai4j-session-log', schemaVersion: 1, sessionId: 's1', createdAtEpochMs: 1 },
        {
          seq: 1,
          atEpochMs: 1,
          type: 'items-appended',
          items: [{ type: 'message', id: 'i1', role: 'user', content: 'hi' }],
        },
        {
          seq: 2,
          atEpochMs: 2,
          type: 'items-appended',
          usage: { inputTokens: 5, outputTokens: 2 },
          items: [
            { type: 'message', id: 'i2', responseId: 'r1', role: 'assistant', content: 'hello' },
            {
              type: 'function_call',
              id: 'i3',
              responseId: 'r1',
              callId: 'c1',
              name: 'f',
              arguments: '{}',
              kind: 'json',
            },
          ],
        },
        {
          seq: 4,
          atEpochMs: 3,
          type: 'items-appended',
          items: [
            {
              type: 'function_call_output',
              id: 'i4',
              callId: 'c1',
              outcome: 'ok',
              output: { $blob: 'sha256:ab', sizeBytes: 70000 },
            },
          ],
        },
        {
          seq: 5,
          atEpochMs: 4,
          type: 'memory-replaced',
          reason: 'compact',
          memory: [[2, 4]],
          summary: 'so far',
        },
        { seq: 6, atEpochMs: 5, type: 'compaction-undone', undoneSeq: 5 },
        { seq: 7, atEpochMs: 6, type: 'run-started', runId: 'r' },
        { seq: 8, atEpochMs: 7, type: 'from-the-future' },
        { seq: 9, atEpochMs: 8, type: 'redacted', ranges: [[2, 2]], reason: 'a secret' },
        {
          seq: 10,
          atEpochMs: 9,
          type: 'memory-replaced',
          reason: 'compress',
          memory: [
            [1, 3],
            {
              seq: 4,
              item: {
                type: 'function_call_output',
                id: 'i4',
                callId: 'c1',
                outcome: 'ok',
                output: '[cleared]',
                cleared: true,
              },
            },
          ],
        },
        { seq: 'x', type: 'items-appended', items: [] },
      ),
    );
    expect(transcript).toEqual({
      format: 'ai4j',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'i1',
                role: 'user',
                content: 'hi',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'i2',
                responseId: 'r1',
                role: 'assistant',
                content: '[redacted: a secret]',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'i3',
                responseId: 'r1',
                callId: 'c1',
                name: 'f',
                arguments: '{}',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'usage',
              responseId: 'r1',
              usage: {
                inputTokens: 5,
                cacheReadTokens: 0,
                cacheWriteTokens: 0,
                outputTokens: 2,
              },
              outputReliable: true,
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'i4',
                callId: 'c1',
                output: '[70000 bytes kept beside the log as sha256:ab]',
                outcome: 'ok',
              },
              line: 4,
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'so far',
              keptItemIds: ['i2', 'i3', 'i4'],
              line: 5,
            },
            {
              type: 'compaction',
              kind: 'summary',
              keptItemIds: ['i1', 'i2', 'i3', 'i4'],
              line: 6,
            },
            {
              type: 'compaction',
              kind: 'summary',
              keptItemIds: ['i1', 'i2', 'i3', 'i4'],
              line: 10,
            },
            { type: 'compaction', kind: 'clearing', clearedCallIds: ['c1'], line: 10 },
          ],
        },
      ],
      problems: [
        {
          line: 4,
          reason: '70000 bytes are kept beside the log as sha256:ab and are not in this file',
        },
        {
          line: 11,
          reason: 'an event of wrong shape at seq',
        },
      ],
      ignored: {
        'memory-replaced/restore': 1,
        'run-started': 1,
        'from-the-future': 1,
      },
    });
  });
});

test('a batch of events on one line reads as its events', async () => {
  const say = (id: string) => ({ type: 'message', id, role: 'user', content: id });
  const transcript = await readTranscript(
    jsonLines(
      { type: 'ai4j-session-log', schemaVersion: 1, sessionId: 's1', createdAtEpochMs: 1 },
      {
        type: 'batch',
        events: [
          { seq: 1, atEpochMs: 1, type: 'items-appended', items: [say('a')] },
          { seq: 2, atEpochMs: 1, type: 'run-started', runId: 'r' },
          {
            seq: 3,
            atEpochMs: 1,
            type: 'items-appended',
            items: [{ ...say('b'), providerData: { $$blob: 'own' } }],
          },
        ],
      },
    ),
  );
  expect(transcript.problems).toEqual([]);
  expect(transcript.sessions[0]?.entries).toMatchObject([
    { item: { id: 'a' } },
    { item: { id: 'b', providerData: { $blob: 'own' } } },
  ]);
});
