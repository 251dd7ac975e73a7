import { indexItems } from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

describe('Anthropic messages', () => {
  test('blocks of a request body', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        model: 'claude-x',
        system: [{ type: 'text', text: 'Be brief.', cache_control: {} }],
        messages: [
          { role: 'user', content: 'hi' },
          {
            role: 'assistant',
            content: [
              { type: 'redacted_thinking', data: 'zzz' },
              { type: 'text', text: '' },
              { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't1',
                content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
              },
              { type: 'document', title: 'notes', source: { type: 'text', data: 'plain' } },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '***' } },
            ],
          },
          null,
          { role: 'judge' },
          { role: 'assistant', content: [{}] },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'anthropic-messages',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          model: 'claude-x',
          systemPrompt: 'Be brief.',
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
                type: 'opaque',
                id: 'message-1',
                responseId: 'message-1',
                provider: 'anthropic',
                providerData: {
                  anthropic: {
                    type: 'redacted_thinking',
                    data: 'zzz',
                  },
                },
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-1:1',
                responseId: 'message-1',
                callId: 't1',
                name: 'f',
                arguments: '{"a":1}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-2',
                callId: 't1',
                output: [
                  {
                    type: 'image',
                    mediaType: 'image/*',
                    source: {
                      type: 'url',
                      url: 'https://example.com/a.png',
                    },
                  },
                ],
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-2:1',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'plain',
                  },
                  {
                    type: 'text',
                    text: '[unreadable image]',
                  },
                ],
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'an image without readable data',
        },
        {
          reason: 'message 3 is not an object',
        },
        {
          reason: 'message 4 has no known role',
        },
        {
          reason: 'a content block without a type',
        },
      ],
      ignored: {},
    });
  });
});

test('a user message that holds text and a tool result is cut as a user turn (#55): the result stays with its call', async () => {
  const { sessions } = await readTranscript(
    JSON.stringify([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'done' },
          { type: 'text', text: 'and now?' },
        ],
      },
    ]),
  );
  const items = sessions[0]?.entries.flatMap((entry) => (entry.type === 'item' ? [entry.item] : [])) ?? [];
  expect(items.map(({ type }) => type)).toEqual([
    'message',
    'function_call',
    'function_call_output',
    'message',
  ]);
  expect(indexItems(items).cutAtOrAfter(2)).toBe(3);
});
