import { describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

describe('SWE-agent trajectories', () => {
  test('repeated call ids are told apart by position; demonstrations are injected', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        environment: 'swe_main',
        trajectory: [],
        info: {},
        history: [
          { role: 'system', content: 'SETTING', agent: 'main', message_type: 'system_prompt' },
          {
            role: 'user',
            content: 'a demonstration',
            agent: 'main',
            is_demo: true,
            message_type: 'demonstration',
          },
          { role: 'user', content: 'the issue', agent: 'main', message_type: 'observation' },
          {
            role: 'assistant',
            content: 'look',
            agent: 'main',
            message_type: 'action',
            tool_calls: [
              { id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
            ],
          },
          { role: 'tool', content: 'a', agent: 'main', message_type: 'observation', tool_call_ids: ['c'] },
          {
            role: 'assistant',
            content: 'again',
            agent: 'main',
            message_type: 'action',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: '{}' } }],
          },
          {
            role: 'tool',
            content: [{ type: 'text', text: 'b' }],
            agent: 'main',
            message_type: 'observation',
            tool_call_ids: ['c'],
          },
          { role: 'user', content: 'observed', agent: 'main', message_type: 'observation' },
          { role: 'assistant', content: 'helping', agent: 'helper' },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'swe-agent',
      sessions: [
        {
          id: 'swe_main',
          kind: 'main',
          systemPrompt: 'SETTING',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-1',
                role: 'user',
                content: 'a demonstration',
                origin: 'injected',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-2',
                role: 'user',
                content: 'the issue',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-3',
                responseId: 'history-3',
                role: 'assistant',
                content: 'look',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'history-3:call-0',
                responseId: 'history-3',
                callId: 'c',
                name: 'bash',
                arguments: '{"command":"ls"}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'history-4',
                callId: 'c',
                output: 'a',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-5',
                responseId: 'history-5',
                role: 'assistant',
                content: 'again',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'history-5:call-0',
                responseId: 'history-5',
                callId: 'c#2',
                name: 'bash',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'history-6',
                callId: 'c#2',
                output: 'b',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-7',
                role: 'user',
                content: 'observed',
                origin: 'injected',
              },
            },
          ],
        },
        {
          id: 'swe_main:helper',
          kind: 'sidechain',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'history-8',
                responseId: 'history-8',
                role: 'assistant',
                content: 'helping',
              },
            },
          ],
        },
      ],
      problems: [],
      ignored: {},
    });
  });
  test('history items of wrong types', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        trajectory: [],
        history: [
          null,
          { role: 5 },
          { role: 'tool', content: null, tool_call_ids: [] },
          { role: 'assistant', content: null, tool_calls: [{ function: null }] },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'swe-agent',
      sessions: [
        {
          id: 'session',
          kind: 'main',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'history-2',
                callId: 'output-1',
                output: '',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'history-3:call-0',
                responseId: 'history-3',
                callId: 'call-2',
                name: '',
                arguments: '{}',
                kind: 'json',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'history item 0 is not an object',
        },
        {
          reason: 'a message with the role 5',
        },
      ],
      ignored: {},
    });
  });
});
