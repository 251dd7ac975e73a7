import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('Codex rollouts', () => {
  test('a response is its reasoning and calls; usage follows it though it was written after the outputs', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'session_meta', payload: { id: 'th1', base_instructions: { text: 'You are Codex.' } } },
        { type: 'turn_context', payload: { model: 'gpt-x' } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'rules' }] },
        },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
          },
        },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
        },
        { type: 'event_msg', payload: { type: 'user_message', message: 'go' } },
        {
          type: 'response_item',
          payload: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc' },
        },
        {
          type: 'response_item',
          payload: { type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{"cmd":"ls"}' },
        },
        {
          type: 'response_item',
          payload: { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch' },
        },
        {
          type: 'response_item',
          payload: {
            type: 'function_call_output',
            call_id: 'c1',
            output: '{"output":"no","metadata":{"exit_code":2}}',
          },
        },
        {
          type: 'response_item',
          payload: {
            type: 'custom_tool_call_output',
            call_id: 'c2',
            output: [
              { type: 'input_text', text: 'Exit code: 0' },
              { type: 'input_text', text: 'done' },
            ],
          },
        },
        {
          type: 'event_msg',
          payload: {
            type: 'token_count',
            info: {
              total_token_usage: { total_tokens: 110 },
              last_token_usage: {
                input_tokens: 100,
                cached_input_tokens: 60,
                output_tokens: 10,
                reasoning_output_tokens: 4,
              },
            },
          },
        },
        {
          type: 'event_msg',
          payload: {
            type: 'token_count',
            info: {
              total_token_usage: { total_tokens: 110 },
              last_token_usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 10 },
            },
          },
        },
        { type: 'event_msg', payload: { type: 'token_count', info: null } },
        { type: 'session_meta', payload: { id: 'th1' } },
        { type: 'response_item', payload: { type: 'web_search_call', id: 'ws_1', status: 'completed' } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'found' }] },
        },
      ),
    );
    expect(transcript).toEqual({
      format: 'codex',
      sessions: [
        {
          id: 'th1',
          kind: 'main',
          model: 'gpt-x',
          systemPrompt: 'You are Codex.',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-3',
                role: 'system',
                content: 'rules',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-4',
                role: 'user',
                content: '<environment_context>x</environment_context>',
                origin: 'injected',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-5',
                role: 'user',
                content: 'go',
              },
              line: 5,
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'rs_1',
                responseId: 'response-1',
                text: '',
                providerData: {
                  openai: {
                    id: 'rs_1',
                    encrypted_content: 'enc',
                  },
                },
              },
              line: 7,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-8',
                responseId: 'response-1',
                callId: 'c1',
                name: 'shell',
                arguments: '{"cmd":"ls"}',
                kind: 'json',
              },
              line: 8,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-9',
                responseId: 'response-1',
                callId: 'c2',
                name: 'apply_patch',
                arguments: '*** Begin Patch',
                kind: 'text',
              },
              line: 9,
            },
            {
              type: 'usage',
              responseId: 'response-1',
              usage: {
                inputTokens: 40,
                cacheReadTokens: 60,
                cacheWriteTokens: 0,
                outputTokens: 10,
                reasoningTokens: 4,
              },
              model: 'gpt-x',
              outputReliable: true,
              line: 12,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-10',
                callId: 'c1',
                output: '{"output":"no","metadata":{"exit_code":2}}',
                outcome: 'error',
              },
              line: 10,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-11',
                callId: 'c2',
                output: [
                  {
                    type: 'text',
                    text: 'Exit code: 0',
                  },
                  {
                    type: 'text',
                    text: 'done',
                  },
                ],
                outcome: 'ok',
              },
              line: 11,
            },
            {
              type: 'item',
              item: {
                type: 'opaque',
                id: 'ws_1',
                responseId: 'response-2',
                provider: 'openai',
                providerData: {
                  openai: {
                    type: 'web_search_call',
                    id: 'ws_1',
                    status: 'completed',
                  },
                },
              },
              line: 16,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-17',
                responseId: 'response-2',
                role: 'assistant',
                content: 'found',
              },
              line: 17,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        turn_context: 1,
        'event_msg/user_message': 1,
        'repeated token_count': 1,
        'token_count without usage': 1,
      },
    });
  });
  test('a compaction keeps the messages it repeats and adds what is new', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { type: 'session_meta', payload: { id: 'th1' } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] },
        },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'did one' }],
          },
        },
        {
          type: 'compacted',
          payload: {
            message: '',
            replacement_history: [
              { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] },
              {
                type: 'message',
                role: 'user',
                content: [{ type: 'input_text', text: '# AGENTS.md instructions for /x' }],
              },
              { type: 'compaction', id: 'cmp_1', encrypted_content: 'enc' },
            ],
          },
        },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'two' }] },
        },
        { type: 'compacted', payload: { message: 'summary in words' } },
      ),
    );
    expect(transcript).toEqual({
      format: 'codex',
      sessions: [
        {
          id: 'th1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-2',
                role: 'user',
                content: 'one',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-3',
                responseId: 'response-1',
                role: 'assistant',
                content: 'did one',
              },
              line: 3,
            },
            {
              type: 'compaction',
              kind: 'summary',
              keptItemIds: ['line-2'],
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-4:1',
                role: 'user',
                content: '# AGENTS.md instructions for /x',
                origin: 'injected',
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'opaque',
                id: 'cmp_1',
                responseId: 'response-2',
                provider: 'openai',
                providerData: {
                  openai: {
                    type: 'compaction',
                    id: 'cmp_1',
                    encrypted_content: 'enc',
                  },
                },
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-5',
                role: 'user',
                content: 'two',
              },
              line: 5,
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'summary in words',
              line: 6,
            },
          ],
        },
      ],
      problems: [],
      ignored: {},
    });
  });
  test('bare lines of 2025 and broken records', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { id: 'old', timestamp: '2025-05-01T00:00:00Z', instructions: 'Be brief.' },
        { record_type: 'state' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
        { type: 'local_shell_call', call_id: 'c1', action: { command: ['ls'] } },
        { type: 'function_call_output', call_id: 'c1', output: 'aborted by user after 2.0s' },
        { type: 'function_call_output', call_id: 'c1', output: 'again' },
        { type: 'function_call_output', output: null },
        { type: 'message', role: 'wizard', content: 'x' },
        { type: 'message', role: 'user', content: null },
        'null',
      ),
    );
    expect(transcript).toEqual({
      format: 'codex',
      sessions: [
        {
          id: 'old',
          kind: 'main',
          systemPrompt: 'Be brief.',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'line-3',
                role: 'user',
                content: 'hello',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'line-4',
                responseId: 'response-1',
                callId: 'c1',
                name: 'local_shell',
                arguments: '{"command":["ls"]}',
                kind: 'json',
                providerData: {
                  openai: {
                    type: 'local_shell_call',
                  },
                },
              },
              line: 4,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-5',
                callId: 'c1',
                output: 'aborted by user after 2.0s',
                outcome: 'interrupted',
              },
              line: 5,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-6',
                callId: 'c1#2',
                output: 'again',
                outcome: 'ok',
              },
              line: 6,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'line-7',
                callId: 'output-1',
                output: '',
                outcome: 'ok',
              },
              line: 7,
            },
          ],
        },
      ],
      problems: [
        {
          line: 6,
          reason: 'a second output for call c1',
        },
        {
          line: 8,
          reason: 'a message with the role "wizard"',
        },
        {
          line: 10,
          reason: 'not a JSON object',
        },
      ],
      ignored: {
        state: 1,
        'message without content': 1,
      },
    });
  });
});
