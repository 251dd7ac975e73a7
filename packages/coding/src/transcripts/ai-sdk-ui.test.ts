import { describe, expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { readTranscript } from './read-transcript.ts';

describe('AI SDK UI messages', () => {
  test('a tool part is a call and its output; each step is a response', async () => {
    const transcript = await readTranscript(
      JSON.stringify([
        {
          id: 'u1',
          role: 'user',
          parts: [
            { type: 'text', text: 'hi' },
            { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${RED_PIXEL_PNG}` },
          ],
        },
        {
          id: 'a1',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 's' } } },
            {
              type: 'tool-read',
              toolCallId: 'c1',
              state: 'output-available',
              input: { p: 1 },
              output: { ok: true },
            },
            {
              type: 'dynamic-tool',
              toolName: 'mcp',
              toolCallId: 'c2',
              state: 'output-error',
              input: {},
              errorText: 'broke',
            },
            {
              type: 'tool-rm',
              toolCallId: 'c3',
              state: 'output-denied',
              input: {},
              approval: { reason: 'no' },
            },
            { type: 'tool-wait', toolCallId: 'c4', state: 'input-available', input: {} },
            { type: 'step-start' },
            { type: 'text', text: 'done' },
            { type: 'source-url', url: 'x' },
          ],
        },
        null,
        { id: 'x', role: 'ghost', parts: [] },
        { role: 'assistant', parts: [{ type: 'tool-x' }, {}] },
      ]),
    );
    expect(transcript).toEqual({
      format: 'ai-sdk-ui',
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
                id: 'u1',
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
                id: 'a1:1',
                responseId: 'a1:step-1',
                providerData: {
                  anthropic: {
                    signature: 's',
                  },
                },
                text: 'hm',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:2',
                responseId: 'a1:step-1',
                callId: 'c1',
                name: 'read',
                arguments: '{"p":1}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:3',
                responseId: 'a1:step-1',
                callId: 'c2',
                name: 'mcp',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:4',
                responseId: 'a1:step-1',
                callId: 'c3',
                name: 'rm',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'a1:5',
                responseId: 'a1:step-1',
                callId: 'c4',
                name: 'wait',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'a1:2:output',
                callId: 'c1',
                output: '{"ok":true}',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'a1:3:output',
                callId: 'c2',
                output: 'broke',
                outcome: 'error',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'a1:4:output',
                callId: 'c3',
                output: 'no',
                outcome: 'rejected',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'a1:7',
                responseId: 'a1:step-2',
                role: 'assistant',
                content: 'done',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'message-4:0',
                responseId: 'message-4:step-0',
                callId: 'call-1',
                name: 'x',
                arguments: '{}',
                kind: 'json',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'message 2 is not an object',
        },
        {
          reason: 'message 3 has no known role',
        },
      ],
      ignored: {
        'part source-url': 1,
        'part without type': 1,
      },
    });
  });
});
