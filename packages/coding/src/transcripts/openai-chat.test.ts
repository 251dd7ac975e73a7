import { describe, expect, test } from 'vitest';
import { jsonLines } from './fixtures/json-lines.ts';
import { readTranscript } from './read-transcript.ts';

describe('OpenAI Chat messages', () => {
  test('tools, images, refusals, the old function API', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        model: 'gpt-x',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'system', content: 'Second.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            ],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
              { id: 'c2', type: 'custom', custom: { name: 'g', input: 'free' } },
            ],
            usage: { prompt_tokens: 10, completion_tokens: 2 },
          },
          { role: 'tool', tool_call_id: 'c1', content: 'one' },
          { role: 'tool', tool_call_id: 'c1', content: 'one again' },
          { role: 'tool', tool_call_id: 'nobody', content: 'orphan' },
          { role: 'assistant', content: null, refusal: 'I will not.' },
          { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
          { role: 'function', name: 'old', content: 'result' },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'openai-chat',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          model: 'gpt-x',
          systemPrompt: 'Be brief.',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-1',
                role: 'system',
                content: 'Second.',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-2',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'see',
                  },
                  {
                    type: 'image',
                    mediaType: 'image/*',
                    source: {
                      type: 'url',
                      url: 'https://example.com/a.png',
                    },
                  },
                ],
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-3:call-0',
                responseId: 'message-3',
                callId: 'c1',
                name: 'f',
                arguments: '{"a":1}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-3:call-1',
                responseId: 'message-3',
                callId: 'c2',
                name: 'g',
                arguments: 'free',
                kind: 'text',
              },
            },
            {
              type: 'usage',
              responseId: 'message-3',
              usage: {
                inputTokens: 10,
                cacheReadTokens: 0,
                cacheWriteTokens: 0,
                outputTokens: 2,
              },
              outputReliable: true,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-4',
                callId: 'c1',
                output: 'one',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-5',
                callId: 'c1#2',
                output: 'one again',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-6',
                callId: 'nobody',
                output: 'orphan',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-7',
                responseId: 'message-7',
                role: 'assistant',
                content: 'I will not.',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-8:call-0',
                responseId: 'message-8',
                callId: 'call-1',
                name: 'old',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-9',
                callId: 'call-1',
                output: 'result',
                outcome: 'ok',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'a second result for call c1',
        },
      ],
      ignored: {},
    });
  });
  test('messages of wrong types, one a line', async () => {
    const transcript = await readTranscript(
      jsonLines(
        { role: 'user', content: 'hi' },
        'oops',
        { role: 'assistant', content: [{ type: 'hologram' }], tool_calls: [{ id: 5, function: 'f' }] },
        { role: 'user', content: null },
      ),
    );
    expect(transcript).toEqual({
      format: 'openai-chat',
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
                id: 'message-0',
                role: 'user',
                content: 'hi',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-1',
                responseId: 'message-1',
                role: 'assistant',
                content: '[unreadable hologram]',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-1:call-0',
                responseId: 'message-1',
                callId: 'call-1',
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
          line: 2,
          reason: 'not a JSON object',
        },
        {
          reason: 'a content part of type "hologram" that cannot be read',
        },
      ],
      ignored: {
        'user without content': 1,
      },
    });
  });
});
