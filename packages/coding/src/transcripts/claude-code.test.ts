import { describe, expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('Claude Code sessions', () => {
  test('interleaved results of one message come out after all of its calls, usage of the last line once', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'file-history-snapshot', messageId: 'm0' },
        {
          type: 'user',
          uuid: 'u1',
          parentUuid: null,
          sessionId: 's1',
          message: { role: 'user', content: 'list both' },
        },
        {
          type: 'assistant',
          uuid: 'a1',
          parentUuid: 'u1',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            model: 'claude-x',
            role: 'assistant',
            content: [{ type: 'thinking', thinking: '', signature: 'sig' }],
            stop_reason: null,
            usage: {
              input_tokens: 3,
              cache_read_input_tokens: 10,
              cache_creation_input_tokens: 5,
              output_tokens: 1,
            },
          },
        },
        {
          type: 'assistant',
          uuid: 'a2',
          parentUuid: 'a1',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            model: 'claude-x',
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't1', name: 'ls', input: { path: 'a' } }],
            stop_reason: null,
            usage: {
              input_tokens: 3,
              cache_read_input_tokens: 10,
              cache_creation_input_tokens: 5,
              output_tokens: 1,
            },
          },
        },
        {
          type: 'user',
          uuid: 'u2',
          parentUuid: 'a2',
          sessionId: 's1',
          toolUseResult: { stdout: 'one' },
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'one' }] },
        },
        {
          type: 'assistant',
          uuid: 'a3',
          parentUuid: 'a2',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            model: 'claude-x',
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't2', name: 'ls', input: { path: 'b' } }],
            stop_reason: 'tool_use',
            usage: {
              input_tokens: 3,
              cache_read_input_tokens: 10,
              cache_creation_input_tokens: 5,
              output_tokens: 80,
            },
          },
        },
        {
          type: 'user',
          uuid: 'u3',
          parentUuid: 'a3',
          sessionId: 's1',
          message: {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't2',
                is_error: true,
                content: [{ type: 'text', text: 'Exit code 1' }],
              },
              { type: 'text', text: 'try again' },
            ],
          },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'claude-code',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          model: 'claude-x',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u1',
                role: 'user',
                content: 'list both',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'a1',
                responseId: 'msg_1',
                text: '',
                providerData: {
                  anthropic: {
                    signature: 'sig',
                  },
                },
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a2',
                responseId: 'msg_1',
                callId: 't1',
                name: 'ls',
                arguments: '{"path":"a"}',
                kind: 'json',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a3',
                responseId: 'msg_1',
                callId: 't2',
                name: 'ls',
                arguments: '{"path":"b"}',
                kind: 'json',
              },
              line: 6,
            },
            {
              type: 'usage',
              responseId: 'msg_1',
              usage: {
                inputTokens: 3,
                cacheReadTokens: 10,
                cacheWriteTokens: 5,
                outputTokens: 80,
              },
              model: 'claude-x',
              outputReliable: true,
              line: 6,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'u2',
                callId: 't1',
                output: 'one',
                outcome: 'ok',
              },
              line: 5,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'u3',
                callId: 't2',
                output: 'Exit code 1',
                outcome: 'error',
              },
              line: 7,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u3:1',
                role: 'user',
                content: 'try again',
              },
              line: 7,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        'file-history-snapshot': 1,
      },
    });
  });
  test('a compaction has its summary and the items that stayed; a clearing the calls that it emptied', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'user', uuid: 'u1', sessionId: 's1', message: { role: 'user', content: 'first' } },
        {
          type: 'assistant',
          uuid: 'a1',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            model: 'claude-x',
            content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }],
            stop_reason: 'tool_use',
            usage: {
              input_tokens: 9,
              output_tokens: 2,
              iterations: [
                { type: 'message', input_tokens: 4, cache_read_input_tokens: 2 },
                { type: 'advisor_message', input_tokens: 50 },
              ],
            },
          },
        },
        {
          type: 'user',
          uuid: 'u2',
          sessionId: 's1',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'text' }] },
        },
        {
          type: 'system',
          subtype: 'microcompact_boundary',
          uuid: 'b0',
          sessionId: 's1',
          microcompactMetadata: {
            trigger: 'auto',
            preTokens: 100,
            tokensSaved: 60,
            compactedToolIds: ['t1', 'gone'],
          },
        },
        {
          type: 'system',
          subtype: 'compact_boundary',
          uuid: 'b1',
          sessionId: 's1',
          compactMetadata: {
            trigger: 'manual',
            preTokens: 90,
            postTokens: 20,
            preservedMessages: { uuids: ['u2', 'a1'], allUuids: ['u2', null] },
          },
        },
        {
          type: 'user',
          uuid: 'u3',
          sessionId: 's1',
          isCompactSummary: true,
          message: { role: 'user', content: 'what happened' },
        },
        {
          type: 'attachment',
          uuid: 'x1',
          sessionId: 's1',
          attachment: { type: 'nested_memory', content: { content: 'house rules' } },
        },
        {
          type: 'attachment',
          uuid: 'x2',
          sessionId: 's1',
          attachment: { type: 'hook_success', stdout: 'ok' },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'claude-code',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          model: 'claude-x',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u1',
                role: 'user',
                content: 'first',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1',
                responseId: 'msg_1',
                callId: 't1',
                name: 'read',
                arguments: '{}',
                kind: 'json',
              },
              line: 2,
            },
            {
              type: 'usage',
              responseId: 'msg_1',
              usage: {
                inputTokens: 4,
                cacheReadTokens: 2,
                cacheWriteTokens: 0,
                outputTokens: 2,
              },
              model: 'claude-x',
              outputReliable: true,
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'u2',
                callId: 't1',
                output: 'text',
                outcome: 'ok',
              },
              line: 3,
            },
            {
              type: 'compaction',
              kind: 'clearing',
              clearedCallIds: ['t1'],
              trigger: 'auto',
              tokensBefore: 100,
              tokensAfter: 40,
              line: 4,
            },
            {
              type: 'compaction',
              kind: 'summary',
              trigger: 'manual',
              tokensBefore: 90,
              tokensAfter: 20,
              keptItemIds: ['a1', 'u2'],
              line: 5,
              summary: 'what happened',
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'x1',
                role: 'user',
                content: 'house rules',
                origin: 'injected',
              },
              line: 7,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        'attachment/hook_success': 1,
      },
    });
  });
  test('what the client wrote is injected, interrupts and refusals keep their words and their outcome', async () => {
    const transcript = await readTranscript(
      jsonLines(
        {
          type: 'user',
          uuid: 'u1',
          sessionId: 's1',
          isMeta: true,
          message: { role: 'user', content: 'Base directory for this skill: /x' },
        },
        { type: 'user', uuid: 'u2', sessionId: 's1', message: { role: 'user', content: 'do it' } },
        {
          type: 'assistant',
          uuid: 'a1',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            content: [
              { type: 'tool_use', id: 't1', name: 'rm', input: { path: '/' } },
              { type: 'tool_use', id: 't2', name: 'sleep', input: {} },
              { type: 'tool_use', id: 't3', name: 'wait', input: {} },
            ],
          },
        },
        {
          type: 'user',
          uuid: 'u3',
          sessionId: 's1',
          message: {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't1',
                is_error: true,
                content: "The user doesn't want to proceed with this tool use.",
              },
            ],
          },
        },
        {
          type: 'user',
          uuid: 'u4',
          sessionId: 's1',
          toolUseResult: { interrupted: true },
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 't2', is_error: true, content: '' }],
          },
        },
        {
          type: 'user',
          uuid: 'u5',
          sessionId: 's1',
          message: {
            role: 'user',
            content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }],
          },
        },
        {
          type: 'assistant',
          uuid: 'a2',
          sessionId: 's1',
          isApiErrorMessage: true,
          message: {
            id: 'x',
            model: '<synthetic>',
            content: [{ type: 'text', text: 'API Error' }],
            usage: { input_tokens: 0 },
          },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'claude-code',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u1',
                role: 'user',
                content: 'Base directory for this skill: /x',
                origin: 'injected',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u2',
                role: 'user',
                content: 'do it',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1',
                responseId: 'msg_1',
                callId: 't1',
                name: 'rm',
                arguments: '{"path":"/"}',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:1',
                responseId: 'msg_1',
                callId: 't2',
                name: 'sleep',
                arguments: '{}',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:2',
                responseId: 'msg_1',
                callId: 't3',
                name: 'wait',
                arguments: '{}',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'u3',
                callId: 't1',
                output: "The user doesn't want to proceed with this tool use.",
                outcome: 'rejected',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'u4',
                callId: 't2',
                output: '',
                outcome: 'interrupted',
              },
              line: 5,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u5',
                role: 'user',
                content: '[Request interrupted by user for tool use]',
                origin: 'injected',
              },
              line: 6,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'a2',
                responseId: 'x',
                role: 'assistant',
                content: 'API Error',
              },
              line: 7,
            },
          ],
        },
      ],
      problems: [],
      ignored: {},
    });
  });
  test('sidechains are sessions of their own; server tools need no output; images become blobs', async () => {
    const transcript = await readTranscript(
      jsonLines(
        {
          type: 'user',
          uuid: 'u1',
          sessionId: 's1',
          isSidechain: false,
          message: {
            role: 'user',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: RED_PIXEL_PNG } },
            ],
          },
        },
        {
          type: 'user',
          uuid: 'u2',
          sessionId: 's1',
          isSidechain: true,
          agentId: 'ag',
          message: { role: 'user', content: 'subtask' },
        },
        {
          type: 'assistant',
          uuid: 'a1',
          sessionId: 's1',
          message: {
            id: 'msg_1',
            content: [
              { type: 'server_tool_use', id: 'st1', name: 'advisor', input: {} },
              {
                type: 'advisor_tool_result',
                tool_use_id: 'st1',
                content: { type: 'advisor_redacted_result' },
              },
            ],
          },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'claude-code',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u1',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'see',
                  },
                  {
                    type: 'image',
                    mediaType: 'image/png',
                    source: {
                      type: 'blob',
                      hash: 'sha256:b1ff9c8ea3a780bad09b346c423d2d0e46815926879b18e841d928376a946640',
                      sizeBytes: 69,
                    },
                    widthPx: 1,
                    heightPx: 1,
                  },
                ],
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1',
                responseId: 'msg_1',
                callId: 'st1',
                name: 'advisor',
                arguments: '{}',
                kind: 'json',
                providerExecuted: true,
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'opaque',
                id: 'a1:1',
                responseId: 'msg_1',
                provider: 'anthropic',
                providerData: {
                  anthropic: {
                    type: 'advisor_tool_result',
                    tool_use_id: 'st1',
                    content: {
                      type: 'advisor_redacted_result',
                    },
                  },
                },
              },
              line: 3,
            },
          ],
        },
        {
          id: 'ag:sidechain',
          kind: 'sidechain',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u2',
                role: 'user',
                content: 'subtask',
              },
              line: 2,
            },
          ],
        },
      ],
      problems: [],
      ignored: {},
    });
  });
  test('bad records are reported by line, unknown ones counted, the rest is read', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'user', uuid: 'u1', sessionId: 's1', message: { role: 'user', content: 'hi' } },
        '{"type":"user","uuid":"u2","mess',
        'not json',
        '[1]',
        { type: 'user', uuid: 'u3', sessionId: null, message: null },
        { type: 'assistant', uuid: 'u4', message: { content: 7 } },
        { type: 'user', uuid: 'u1', sessionId: 's1', message: { role: 'user', content: 'hi' } },
        { type: 'hologram', uuid: 'u5' },
        { uuid: 'u6' },
        {
          type: 'user',
          sessionId: 's1',
          message: {
            content: [
              { type: 'text', text: 'no ids' },
              null,
              { type: 'tool_result', content: null },
              { type: 'sculpture' },
            ],
          },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'claude-code',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'u1',
                role: 'user',
                content: 'hi',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-10',
                role: 'user',
                content: 'no ids',
              },
              line: 10,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-10:1',
                callId: 'output-1',
                output: '',
                outcome: 'ok',
              },
              line: 10,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-10:2',
                role: 'user',
                content: '[unreadable sculpture]',
              },
              line: 10,
            },
          ],
        },
      ],
      problems: [
        {
          line: 2,
          reason: 'JSON that is cut off',
        },
        {
          line: 3,
          reason: 'not valid JSON',
        },
        {
          line: 4,
          reason: 'not a JSON object',
        },
        {
          line: 5,
          reason: 'a user line without message content',
        },
        {
          line: 6,
          reason: 'an assistant line without message content',
        },
        { line: 10, reason: 'a content block that is not an object' },
        {
          line: 10,
          reason: 'a content block of type "sculpture" that cannot be read',
        },
      ],
      ignored: {
        'repeated line': 1,
        hologram: 1,
        'without type': 1,
      },
    });
  });
});
