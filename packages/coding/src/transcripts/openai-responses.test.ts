import { describe, expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { readTranscript } from './read-transcript.ts';

describe('OpenAI Responses items', () => {
  test('a response begins after an input or an output', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        model: 'gpt-x',
        instructions: 'Be brief.',
        input: [
          { role: 'user', content: 'hi' },
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [{ type: 'summary_text', text: 'thinking' }],
            encrypted_content: 'enc',
          },
          { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{}' },
          {
            type: 'function_call_output',
            call_id: 'c1',
            output: [{ type: 'input_image', image_url: `data:image/png;base64,${RED_PIXEL_PNG}` }],
          },
          { type: 'web_search_call', id: 'ws_1', status: 'completed' },
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'done' }],
          },
          { type: 'item_reference', id: 'x' },
          { type: 'unheard_of' },
          null,
          { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'openai-responses',
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
                id: 'item-0',
                role: 'user',
                content: 'hi',
              },
            },
            {
              type: 'item',
              item: {
                type: 'reasoning',
                id: 'rs_1',
                responseId: 'response-1',
                text: 'thinking',
                providerData: {
                  openai: {
                    id: 'rs_1',
                    encrypted_content: 'enc',
                  },
                },
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'fc_1',
                responseId: 'response-1',
                callId: 'c1',
                name: 'f',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'item-3',
                callId: 'c1',
                output: [
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
                outcome: 'ok',
              },
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
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'msg_1',
                responseId: 'response-2',
                role: 'assistant',
                content: 'done',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'item-9',
                responseId: 'response-2',
                role: 'assistant',
                content: 'no',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'item 8 is not an object',
        },
      ],
      ignored: {
        item_reference: 1,
        unheard_of: 1,
      },
    });
  });
});
