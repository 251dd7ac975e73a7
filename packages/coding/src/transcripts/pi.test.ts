import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('pi sessions', () => {
  test('version 1: a list; zero usage is no usage, an aborted call keeps its calls pending', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'session', id: 's1', timestamp: 't', modelId: 'claude-y' },
        { type: 'message', timestamp: 't', message: { role: 'user', content: 'old' } },
        {
          type: 'message',
          timestamp: 't',
          message: { role: 'user', content: [{ type: 'text', text: 'go' }] },
        },
        {
          type: 'message',
          timestamp: 't',
          message: {
            role: 'assistant',
            provider: 'anthropic',
            model: 'claude-y',
            stopReason: 'toolUse',
            content: [
              { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
              { type: 'text', text: 'reading' },
              { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'x' } },
            ],
            usage: { input: 5, output: 7, cacheRead: 1, cacheWrite: 2 },
          },
        },
        {
          type: 'message',
          timestamp: 't',
          message: {
            role: 'toolResult',
            toolCallId: 'c1',
            toolName: 'read',
            isError: true,
            content: [{ type: 'text', text: 'ENOENT' }],
          },
        },
        { type: 'compaction', timestamp: 't', summary: 'so far', firstKeptEntryIndex: 2, tokensBefore: 99 },
        {
          type: 'message',
          timestamp: 't',
          message: { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 },
        },
        {
          type: 'message',
          timestamp: 't',
          message: {
            role: 'assistant',
            stopReason: 'aborted',
            content: [{ type: 'toolCall', id: 'c2', name: 'read', arguments: {} }],
            usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'pi',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          model: 'claude-y',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-2',
                role: 'user',
                content: 'old',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-3',
                role: 'user',
                content: 'go',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'line-4',
                responseId: 'line-4',
                text: 'hm',
                providerData: {
                  anthropic: {
                    signature: 'sig',
                  },
                },
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-4:1',
                responseId: 'line-4',
                role: 'assistant',
                content: 'reading',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-4:2',
                responseId: 'line-4',
                callId: 'c1',
                name: 'read',
                arguments: '{"path":"x"}',
                kind: 'json',
              },
              line: 4,
            },
            {
              type: 'usage',
              responseId: 'line-4',
              usage: {
                inputTokens: 5,
                cacheReadTokens: 1,
                cacheWriteTokens: 2,
                outputTokens: 7,
              },
              model: 'claude-y',
              outputReliable: true,
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-5',
                callId: 'c1',
                output: 'ENOENT',
                outcome: 'error',
              },
              line: 5,
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'so far',
              keptItemIds: ['line-3', 'line-4', 'line-4:1', 'line-4:2', 'line-5'],
              tokensBefore: 99,
              line: 6,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-7',
                role: 'user',
                content: 'Ran `ls`\n```\na\n```',
                origin: 'injected',
              },
              line: 7,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-8',
                responseId: 'line-8',
                callId: 'c2',
                name: 'read',
                arguments: '{}',
                kind: 'json',
              },
              line: 8,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        session: 1,
      },
    });
  });
  test('version 3: what leads to the last entry is the session, other branches are counted', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'session', version: 3, id: 's1', timestamp: 't' },
        { type: 'message', id: 'e1', parentId: null, message: { role: 'user', content: 'start' } },
        {
          type: 'message',
          id: 'e2',
          parentId: 'e1',
          message: { role: 'assistant', content: [{ type: 'text', text: 'wrong way' }] },
        },
        {
          type: 'message',
          id: 'e3',
          parentId: 'e1',
          message: { role: 'assistant', content: [{ type: 'text', text: 'right way' }] },
        },
        { type: 'custom_message', id: 'e4', parentId: 'e3', content: 'a hook says' },
        { type: 'branch_summary', id: 'e5', parentId: 'e4', summary: 'the other branch' },
        { type: 'compaction', id: 'e6', parentId: 'e5', summary: 'so far', firstKeptEntryId: 'e4' },
      ),
    );
    expect(transcript).toEqual({
      format: 'pi',
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
                id: 'e1',
                role: 'user',
                content: 'start',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'e3',
                responseId: 'e3',
                role: 'assistant',
                content: 'right way',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'e4',
                role: 'user',
                content: 'a hook says',
                origin: 'injected',
              },
              line: 5,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'e5',
                role: 'user',
                content: 'the other branch',
                origin: 'injected',
              },
              line: 6,
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'so far',
              keptItemIds: ['e4', 'e5'],
              line: 7,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        session: 1,
        'abandoned branch': 1,
      },
    });
  });
  test('broken records', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'session', id: 's1', timestamp: 't' },
        { type: 'message', timestamp: 't', message: null },
        {
          type: 'message',
          timestamp: 't',
          message: {
            role: 'assistant',
            content: [{ type: 'toolCall', name: null, arguments: 'x' }, { type: 'poem' }, 3],
            usage: 'many',
          },
        },
        { type: 'message', timestamp: 't', message: { role: 'toolResult', content: 5 } },
        { type: 'telepathy' },
        '{"type":',
      ),
    );
    expect(transcript).toEqual({
      format: 'pi',
      sessions: [
        {
          id: 's1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-3',
                responseId: 'line-3',
                callId: 'call-1',
                name: '',
                arguments: 'x',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-4',
                callId: 'output-2',
                output: '',
                outcome: 'ok',
              },
              line: 4,
            },
          ],
        },
      ],
      problems: [
        {
          line: 6,
          reason: 'JSON that is cut off',
        },
        {
          line: 2,
          reason: 'a message with the role missing',
        },
        { line: 3, reason: 'an assistant block that is not an object' },
        {
          line: 3,
          reason: 'an assistant block of type "poem"',
        },
      ],
      ignored: {
        session: 1,
        telepathy: 1,
      },
    });
  });
});
