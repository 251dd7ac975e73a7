import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('Gemini CLI sessions', () => {
  test('a document: results stand in the calls; zero usage is no usage', async () => {
    const transcript = await readTranscript(
      JSON.stringify(
        {
          sessionId: 'g1',
          projectHash: 'h',
          messages: [
            { id: 'm1', type: 'user', content: 'color' },
            {
              id: 'm2',
              type: 'gemini',
              model: 'gemini-x',
              content: 'I will',
              thoughts: [{ subject: 'Plan', description: 'write' }],
              tokens: { input: 100, cached: 40, output: 5, thoughts: 3, tool: 0, total: 108 },
              toolCalls: [
                {
                  id: 'c1',
                  name: 'write',
                  args: { p: 1 },
                  status: 'success',
                  result: [{ functionResponse: { id: 'c1', name: 'write', response: { output: 'ok' } } }],
                },
                {
                  id: 'c2',
                  name: 'rm',
                  args: {},
                  status: 'cancelled',
                  result: [
                    {
                      functionResponse: {
                        id: 'c2',
                        name: 'rm',
                        response: { error: 'User did not allow tool call' },
                      },
                    },
                  ],
                },
                { id: 'c3', name: 'wait', args: {}, status: 'executing' },
              ],
            },
            { id: 'm3', type: 'info', content: 'update' },
            {
              id: 'm4',
              type: 'gemini',
              content: [{ text: 'done' }],
              tokens: { input: 0, output: 0, cached: 0 },
            },
          ],
        },
        null,
        2,
      ),
    );
    expect(transcript).toEqual({
      format: 'gemini-cli',
      sessions: [
        {
          id: 'g1',
          kind: 'main',
          model: 'gemini-x',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm1',
                role: 'user',
                content: 'color',
              },
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'm2:thoughts',
                responseId: 'm2',
                text: 'Plan\nwrite',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm2',
                responseId: 'm2',
                role: 'assistant',
                content: 'I will',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'm2:call-0',
                responseId: 'm2',
                callId: 'c1',
                name: 'write',
                arguments: '{"p":1}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'm2:call-1',
                responseId: 'm2',
                callId: 'c2',
                name: 'rm',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'm2:call-2',
                responseId: 'm2',
                callId: 'c3',
                name: 'wait',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'usage',
              responseId: 'm2',
              usage: {
                inputTokens: 60,
                cacheReadTokens: 40,
                cacheWriteTokens: 0,
                outputTokens: 8,
                reasoningTokens: 3,
              },
              model: 'gemini-x',
              outputReliable: true,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'm2:output-0',
                callId: 'c1',
                output: 'ok',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'm2:output-1',
                callId: 'c2',
                output: 'User did not allow tool call',
                outcome: 'rejected',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm4',
                responseId: 'm4',
                role: 'assistant',
                content: 'done',
              },
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        info: 1,
      },
    });
  });
  test('lines: a later line replaces a message, a rewind takes messages away', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { sessionId: 'g1', projectHash: 'h', startTime: 't' },
        { id: 'm1', type: 'user', content: 'one' },
        { id: 'm2', type: 'gemini', content: 'draft' },
        { id: 'm2', type: 'gemini', content: 'final' },
        { $set: { lastUpdated: 't' } },
        { id: 'm3', type: 'user', content: 'oops' },
        { $rewindTo: 'm3' },
        { $rewindTo: 'nowhere' },
        { type: 'gemini', content: null, toolCalls: [null, { name: 5 }], thoughts: 'x', tokens: null },
        'garbage',
      ),
    );
    expect(transcript).toEqual({
      format: 'gemini-cli',
      sessions: [
        {
          id: 'g1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm1',
                role: 'user',
                content: 'one',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm2',
                responseId: 'm2',
                role: 'assistant',
                content: 'final',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-2:call-0',
                responseId: 'message-2',
                callId: 'call-1',
                name: '',
                arguments: '{}',
                kind: 'json',
              },
              line: 9,
            },
          ],
        },
      ],
      problems: [
        {
          line: 8,
          reason: 'a rewind to the unknown message nowhere',
        },
        {
          line: 10,
          reason: 'not valid JSON',
        },
        { line: 9, reason: 'a tool call that is not an object' },
      ],
      ignored: {
        $set: 1,
        'rewound message': 1,
      },
    });
  });
});
