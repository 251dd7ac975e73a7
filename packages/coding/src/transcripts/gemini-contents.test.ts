import { describe, expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { readTranscript } from './read-transcript.ts';

describe('Gemini API history', () => {
  test('a snapshot is the summary; thoughts, signatures, and links by name where ids are missing', async () => {
    const transcript = await readTranscript(
      JSON.stringify([
        { role: 'user', parts: [{ text: '<session_context>\nThis is the Gemini CLI.' }] },
        { role: 'user', parts: [{ text: '<state_snapshot>goal</state_snapshot>' }] },
        { role: 'model', parts: [{ text: 'Got it.' }] },
        {
          role: 'user',
          parts: [{ text: 'go' }, { inlineData: { mimeType: 'image/png', data: RED_PIXEL_PNG } }],
        },
        {
          role: 'model',
          parts: [
            { text: 'hm', thought: true },
            { functionCall: { name: 'read', args: { p: 1 } }, thoughtSignature: 'sig' },
            { functionCall: { id: 'f2', name: 'ls' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'x9', name: 'read', response: { output: '<tool_output_masked>' } } },
            { functionResponse: { id: 'f2', name: 'ls', response: { error: 'no' } } },
            { functionResponse: { id: 'gone', name: 'ls', response: { files: 2 } } },
          ],
        },
      ]),
    );
    expect(transcript).toEqual({
      format: 'gemini-contents',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'content-0',
                role: 'user',
                content: '<session_context>\nThis is the Gemini CLI.',
                origin: 'injected',
              },
            },
            {
              type: 'compaction',
              kind: 'summary',
              summary: '<state_snapshot>goal</state_snapshot>',
              keptItemIds: ['content-0'],
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'content-2',
                responseId: 'content-2',
                role: 'assistant',
                content: 'Got it.',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'content-3',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'go',
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
                id: 'content-4',
                responseId: 'content-4',
                text: 'hm',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'content-4:1',
                responseId: 'content-4',
                providerData: {
                  google: {
                    thoughtSignature: 'sig',
                  },
                },
                callId: 'call-1',
                name: 'read',
                arguments: '{"p":1}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'content-4:2',
                responseId: 'content-4',
                callId: 'f2',
                name: 'ls',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'content-5:0',
                callId: 'call-1',
                output: '<tool_output_masked>',
                outcome: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'content-5:1',
                callId: 'f2',
                output: 'no',
                outcome: 'error',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'content-5:2',
                callId: 'gone',
                output: '{"files":2}',
                outcome: 'ok',
              },
            },
          ],
        },
      ],
      problems: [],
      ignored: {},
    });
  });
  test('a request body, and parts of wrong types', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        model: 'gemini-x',
        systemInstruction: { parts: [{ text: 'be kind' }] },
        contents: [
          null,
          { role: 'model', parts: null },
          { role: 'model', parts: [7, { functionCall: null }, { functionCall: { args: 'x' } }] },
          { role: 'robot' },
          { role: 'user', parts: [{ text: 5 }, { text: 'hi' }] },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'gemini-contents',
      sessions: [
        {
          id: 'session-1',
          kind: 'main',
          model: 'gemini-x',
          systemPrompt: 'be kind',
          hiddenPrefix: false,
          entries: [
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'content-2:1',
                responseId: 'content-2',
                callId: 'call-1',
                name: '',
                arguments: 'x',
                kind: 'json',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'content-4',
                role: 'user',
                content: 'hi',
              },
            },
          ],
        },
      ],
      problems: [
        {
          reason: 'content 0 is not an object',
        },
        { reason: 'a part that is not an object' },
        {
          reason: 'content 3 has no known role',
        },
      ],
      ignored: {
        'part functionCall': 1,
        'part text': 1,
      },
    });
  });
});
