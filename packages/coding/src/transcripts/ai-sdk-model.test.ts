import { describe, expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { readTranscript } from './read-transcript.ts';

describe('AI SDK model messages', () => {
  test('outputs of every type', async () => {
    const transcript = await readTranscript(
      JSON.stringify([
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'image', image: RED_PIXEL_PNG, mediaType: 'image/png' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm', providerOptions: { openai: { itemId: 'r' } } },
            { type: 'text', text: 'ok' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: { a: 1 } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'g', args: {} },
            { type: 'tool-call', toolCallId: 'c3', toolName: 'h', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'f',
              output: { type: 'json', value: { b: 2 } },
            },
            { type: 'tool-result', toolCallId: 'c2', toolName: 'g', result: 'old', isError: true },
            {
              type: 'tool-result',
              toolCallId: 'c3',
              toolName: 'h',
              output: { type: 'execution-denied', reason: 'no' },
            },
            {
              type: 'tool-result',
              toolName: 'nobody',
              output: { type: 'content', value: [{ type: 'text', text: 'x' }] },
            },
          ],
        },
        null,
        { role: 'assistant', content: [{}] },
        { role: 'nobody' },
      ]),
    );
    expect(transcript).toEqual({
      format: 'ai-sdk-model',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          systemPrompt: 'Be brief.',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-1',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'hi',
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
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'message-2',
                responseId: 'message-2',
                providerData: {
                  openai: {
                    itemId: 'r',
                  },
                },
                text: 'hm',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'message-2:1',
                responseId: 'message-2',
                role: 'assistant',
                content: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-2:2',
                responseId: 'message-2',
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
                id: 'message-2:3',
                responseId: 'message-2',
                callId: 'c2',
                name: 'g',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-2:4',
                responseId: 'message-2',
                callId: 'c3',
                name: 'h',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-3',
                callId: 'c1',
                output: '{"b":2}',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-3:1',
                callId: 'c2',
                output: 'old',
                outcome: 'error',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-3:2',
                callId: 'c3',
                output: 'no',
                outcome: 'rejected',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'message-3:3',
                callId: 'output-1',
                output: 'x',
                outcome: 'ok',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'message 4 is not an object',
        },
        {
          reason: 'message 6 has no known role',
        },
      ],
      ignored: {
        'part without type': 1,
      },
    });
  });
});
