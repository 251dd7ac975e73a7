import { describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

describe('Cline sessions', () => {
  test('usage stands beside the answer, the whole prompt in inputTokens', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        version: 1,
        agent: 'lead',
        sessionId: 'c1',
        system_prompt: 'You are Cline',
        messages: [
          {
            id: 'm1',
            role: 'user',
            content: [
              { type: 'text', text: 'see @a.ts' },
              { type: 'file', path: 'a.ts', content: 'const a = 1;' },
            ],
          },
          {
            id: 'm2',
            role: 'assistant',
            content: [
              { type: 'text', text: 'ok' },
              { type: 'tool_use', id: 't1', name: 'read', input: {} },
            ],
            modelInfo: { id: 'm' },
            metrics: { inputTokens: 100, cacheReadTokens: 60, cacheWriteTokens: 10, outputTokens: 5 },
          },
          {
            id: 'm3',
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't1',
                name: 'read',
                content: [{ query: 'a.ts', result: 'x', success: true }],
              },
            ],
          },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'cline',
      sessions: [
        {
          id: 'c1',
          kind: 'main',
          model: 'm',
          systemPrompt: 'You are Cline',
          hiddenPrefix: true,
          entries: [
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm1',
                role: 'user',
                content: [
                  {
                    type: 'text',
                    text: 'see @a.ts',
                  },
                  {
                    type: 'text',
                    text: 'a.ts\nconst a = 1;',
                  },
                ],
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm2',
                responseId: 'm2',
                role: 'assistant',
                content: 'ok',
              },
            },
            {
              type: 'item',
              item: {
                type: 'function_call',
                id: 'm2:1',
                responseId: 'm2',
                callId: 't1',
                name: 'read',
                arguments: '{}',
                kind: 'json',
              },
            },
            {
              type: 'usage',
              responseId: 'm2',
              usage: {
                inputTokens: 30,
                cacheReadTokens: 60,
                cacheWriteTokens: 10,
                outputTokens: 5,
              },
              model: 'm',
              outputReliable: true,
            },
            {
              type: 'item',
              item: {
                type: 'function_call_output',
                id: 'm3',
                callId: 't1',
                output: '{"query":"a.ts","result":"x","success":true}',
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
  test('compacted sessions: the summary is no message, a notice is one of its own', async () => {
    const transcript = await readTranscript(
      JSON.stringify({
        version: 1,
        sessionId: 'c1',
        messages: [
          {
            role: 'user',
            metadata: { kind: 'compaction_summary', summary: 'goal', tokensBefore: 9 },
            content: [{ type: 'text', text: 'Context summary: goal' }],
          },
          {
            id: 'm2',
            role: 'user',
            metadata: { kind: 'compaction' },
            content: [
              { type: 'text', text: 'please' },
              { type: 'text', text: '<SYSTEM_NOTICE>\ncompacted' },
            ],
          },
          null,
          { role: 'alien' },
          { role: 'assistant', content: null, metrics: { inputTokens: 'x' } },
        ],
      }),
    );
    expect(transcript).toEqual({
      format: 'cline',
      sessions: [
        {
          id: 'c1',
          kind: 'main',
          hiddenPrefix: true,
          entries: [
            {
              type: 'compaction',
              kind: 'summary',
              summary: 'goal',
              tokensBefore: 9,
            },
            {
              type: 'compaction',
              kind: 'summary',
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm2',
                role: 'user',
                content: 'please',
              },
            },
            {
              type: 'item',
              item: {
                type: 'message',
                id: 'm2#2',
                role: 'user',
                content: '<SYSTEM_NOTICE>\ncompacted',
                origin: 'injected',
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
          reason: 'message message-3 has no known role',
        },
      ],
      ignored: {},
    });
  });
});
