import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('OpenHands recordings', () => {
  test('eval output: a session a line; a response is told once, however many actions repeat it', async () => {
    const transcript = await readTranscript(
      jsonLines(
        {
          instance_id: 'i1',
          history: [
            {
              id: 0,
              source: 'agent',
              action: 'system',
              message: 'sys',
              args: { content: 'You are OpenHands' },
            },
            { id: 1, source: 'user', action: 'message', message: 'task', args: { content: 'task' } },
            { id: 2, source: 'user', action: 'recall', args: {} },
            {
              id: 3,
              source: 'agent',
              action: 'run',
              args: {},
              tool_call_metadata: {
                tool_call_id: 'c1',
                function_name: 'bash',
                model_response: {
                  id: 'r1',
                  model: 'llama',
                  usage: { prompt_tokens: 30, completion_tokens: 4 },
                  choices: [
                    {
                      message: {
                        content: 'look',
                        tool_calls: [
                          { id: 'c1', function: { name: 'bash', arguments: '{}' } },
                          { id: 'c2', function: { name: 'bash', arguments: '{}' } },
                        ],
                      },
                    },
                  ],
                },
              },
            },
            {
              id: 4,
              source: 'agent',
              observation: 'run',
              content: 'no',
              extras: { metadata: { exit_code: 2 } },
              tool_call_metadata: { tool_call_id: 'c1', model_response: { id: 'r1' } },
            },
            {
              id: 5,
              source: 'agent',
              action: 'run',
              args: {},
              tool_call_metadata: { tool_call_id: 'c2', model_response: { id: 'r1' } },
            },
            { id: 6, source: 'agent', observation: 'error', content: 'Parameter is wrong.' },
          ],
        },
        {
          instance_id: 'i1',
          history: [
            null,
            { id: 1, source: 'user', action: 'message', args: { content: 'other' } },
            { observation: 'run', content: null, tool_call_metadata: { tool_call_id: 'lost' } },
            {},
          ],
        },
        '{"instance_id"',
      ),
    );
    expect(transcript).toEqual({
      format: 'openhands',
      sessions: [
        {
          id: 'i1',
          kind: 'main',
          model: 'llama',
          systemPrompt: 'You are OpenHands',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'event-1',
                role: 'user',
                content: 'task',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'event-3',
                responseId: 'r1',
                role: 'assistant',
                content: 'look',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'event-3:call-0',
                responseId: 'r1',
                callId: 'c1',
                name: 'bash',
                arguments: '{}',
                kind: 'json',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'event-3:call-1',
                responseId: 'r1',
                callId: 'c2',
                name: 'bash',
                arguments: '{}',
                kind: 'json',
              },
              line: 1,
            },
            {
              type: 'usage',
              responseId: 'r1',
              usage: {
                inputTokens: 30,
                cacheReadTokens: 0,
                cacheWriteTokens: 0,
                outputTokens: 4,
              },
              model: 'llama',
              outputReliable: true,
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'event-4',
                callId: 'c1',
                output: 'no',
                outcome: 'error',
              },
              line: 1,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'event-6',
                role: 'user',
                content: 'Parameter is wrong.',
                origin: 'injected',
              },
              line: 1,
            },
          ],
        },
        {
          id: 'i1#2',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'event-1',
                role: 'user',
                content: 'other',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'event-2',
                callId: 'lost',
                output: '',
                outcome: 'ok',
              },
              line: 2,
            },
          ],
        },
      ],
      problems: [
        {
          line: 2,
          reason: 'event 0 is not an object',
        },
        {
          line: 3,
          reason: 'JSON that is cut off',
        },
      ],
      ignored: {
        'action/recall': 1,
        'action/without action': 1,
      },
    });
  });
  test('events of the SDK', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { kind: 'SystemPromptEvent', id: 'e1', source: 'agent', system_prompt: { text: 'You are an agent' } },
        {
          kind: 'MessageEvent',
          id: 'e2',
          source: 'user',
          llm_message: { role: 'user', content: [{ type: 'text', text: 'task' }] },
        },
        {
          kind: 'ActionEvent',
          id: 'e3',
          source: 'agent',
          thought: [{ type: 'text', text: 'look' }],
          tool_name: 'bash',
          tool_call_id: 'c1',
          tool_call: { id: 'c1', name: 'bash', arguments: '{}' },
          llm_response_id: 'r1',
        },
        {
          kind: 'ObservationEvent',
          id: 'e4',
          source: 'environment',
          tool_name: 'bash',
          tool_call_id: 'c1',
          observation: { content: [{ type: 'text', text: 'a' }], is_error: false },
        },
        {
          kind: 'Condensation',
          id: 'e5',
          source: 'environment',
          summary: 'so far',
          forgotten_event_ids: ['e3', 'e4'],
        },
        { kind: 'ConversationStateUpdateEvent', id: 'e6', source: 'environment' },
      ),
    );
    expect(transcript).toEqual({
      format: 'openhands',
      sessions: [
        {
          id: 'session',
          kind: 'main',
          systemPrompt: 'You are an agent',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'e2',
                role: 'user',
                content: 'task',
              },
              line: 2,
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'e3',
                responseId: 'r1',
                role: 'assistant',
                content: 'look',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'e3:call-0',
                responseId: 'r1',
                callId: 'c1',
                name: 'bash',
                arguments: '{}',
                kind: 'json',
              },
              line: 3,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'e4',
                callId: 'c1',
                output: 'a',
                outcome: 'ok',
              },
              line: 4,
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'so far',
              keptItemIds: ['e2'],
              line: 5,
            },
          ],
        },
      ],
      problems: [],
      ignored: {
        ConversationStateUpdateEvent: 1,
      },
    });
  });
});
