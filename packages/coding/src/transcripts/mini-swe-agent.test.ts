import { describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

describe('mini-swe-agent trajectories', () => {
  test('usage is in the response, reasoning is kept, the exit is no message, the last call is pending', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        trajectory_format: 'mini-swe-agent-1.1',
        instance_id: 'i1',
        info: {},
        messages: [
          { role: 'system', content: 'You are helpful.' },
          { role: 'user', content: 'fix it' },
          {
            role: 'assistant',
            content: '',
            reasoning_content: 'think',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"false"}' } },
            ],
            extra: {
              response: {
                model: 'deepseek',
                usage: {
                  prompt_tokens: 50,
                  completion_tokens: 6,
                  prompt_tokens_details: { cached_tokens: 20 },
                  completion_tokens_details: { reasoning_tokens: 2 },
                },
              },
            },
          },
          {
            role: 'tool',
            tool_call_id: 'c1',
            content: '<returncode>1</returncode>',
            extra: { returncode: 1, raw_output: '' },
          },
          { role: 'user', content: 'observation of version 1' },
          {
            role: 'assistant',
            content: 'submit',
            tool_calls: [{ id: 'c2', type: 'function', function: { name: 'bash', arguments: '{}' } }],
            extra: null,
          },
          { role: 'exit', content: 'patch' },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'mini-swe-agent',
      sessions: [
        {
          id: 'i1',
          kind: 'main',
          model: 'deepseek',
          systemPrompt: 'You are helpful.',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-1',
                role: 'user',
                content: 'fix it',
              },
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'message-2:reasoning',
                responseId: 'message-2',
                text: 'think',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-2:call-0',
                responseId: 'message-2',
                callId: 'c1',
                name: 'bash',
                arguments: '{"command":"false"}',
                kind: 'json',
              },
            },
            {
              type: 'usage',
              responseId: 'message-2',
              usage: {
                inputTokens: 30,
                cacheReadTokens: 20,
                cacheWriteTokens: 0,
                outputTokens: 6,
                reasoningTokens: 2,
              },
              model: 'deepseek',
              outputReliable: true,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-3',
                callId: 'c1',
                output: '<returncode>1</returncode>',
                outcome: 'error',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-4',
                role: 'user',
                content: 'observation of version 1',
                origin: 'injected',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-5',
                responseId: 'message-5',
                role: 'assistant',
                content: 'submit',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-5:call-0',
                responseId: 'message-5',
                callId: 'c2',
                name: 'bash',
                arguments: '{}',
                kind: 'json',
              },
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        exit: 1,
      },
    });
  });
  test('messages of wrong types', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        trajectory_format: 'mini-swe-agent-1',
        messages: [
          3,
          { content: 'x' },
          { role: 'assistant', content: { a: 1 }, tool_calls: 'no', extra: { response: { usage: [] } } },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'mini-swe-agent',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-2',
                responseId: 'message-2',
                role: 'assistant',
                content: '{"a":1}',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'message 0 is not an object',
        },
        {
          reason: 'a message with the role missing',
        },
      ],
      ignored: {},
    });
  });
});
