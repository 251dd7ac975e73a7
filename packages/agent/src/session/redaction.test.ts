import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { agentOf, distinctModel, keepNewest } from '../../test/session-agents.ts';
import { eventsOf } from '../../test/session-logs.ts';
import { llmCompactPolicy } from '../compact/llm-compact-policy.ts';
import { tool } from '../model/tool.ts';
import { inMemorySessionStore } from './in-memory-session-store.ts';
import { redactItem, redactJson } from './redact-event.ts';

const redactor = (text: string) => text.replaceAll(/sk-\w+/g, '[key]');

test('a secret reaches neither log, memory, store, blobs, requests nor summaries; the tool gets it', async () => {
  const received: string[] = [];
  const tools = {
    login: tool({
      description: '',
      inputSchema: z.object({ key: z.string() }),
      maxOutputChars: 40,
      execute: ({ key }) => {
        received.push(key);
        return `welcome sk-fromtool ${'x'.repeat(100)} sk-intail`;
      },
    }),
  };
  const model = distinctModel([
    { reasoning: 'the key is sk-reasoned', calls: [{ name: 'login', arguments: { key: 'sk-called' } }] },
    'your key sk-answered works',
  ]);
  const summariser = distinctModel(['Used the key sk-summed.']);
  const sessionStore = inMemorySessionStore();
  const session = await agentOf(model, { tools, redactor, sessionStore }).newSession({
    metadata: { note: 'sk-noted' },
  });
  await session.run('use sk-typed please');
  await session.compact(llmCompactPolicy({ model: summariser, maxItems: 2 }), { instructions: 'sk-focus' });
  const saved = await session.save();
  const recalled = await session.recall([[1, saved.seq]]);

  expect(received).toEqual(['sk-called']);
  const texts = {
    log: await eventsOf(session.log),
    saved,
    recalled,
    second: model.requests[1]?.items,
    summary: summariser.requests,
  };
  for (const [where, what] of Object.entries(texts))
    expect([where, JSON.stringify(what)]).toEqual([where, expect.not.stringContaining('sk-')]);
  expect(JSON.stringify(recalled)).toContain('[key]');
});

test('reasoning that had to be redacted loses its signature, and counts as cleared', () => {
  const signed = { type: 'reasoning', id: 'r', text: 'sk-x', providerData: { signature: 's' } } as const;
  expect(redactItem(signed, redactor)).toEqual({ type: 'reasoning', id: 'r', text: '[key]', cleared: true });
  const clean = { ...signed, text: 'fine' };
  expect(redactItem(clean, redactor)).toBe(clean);
});

test.each([
  ['{ "a" : "sk-1", "n": 1 }', '{"a":"[key]","n":1}'],
  ['{ "a" : "fine" }', '{ "a" : "fine" }'],
  ['{"broken": "sk-1', '{"broken": "[key]'],
])('JSON stays JSON: %s', (text, expected) => {
  expect(redactJson(text, redactor)).toBe(expected);
});

test('a redactor leaves a session that has no secrets as it is without one', async () => {
  const answers = ['one', 'two', 'three'];
  const [plain, redacting] = await Promise.all(
    [undefined, redactor].map(async (it) => {
      let ids = 0;
      const session = await agentOf(
        answers.map((text) => [{ type: 'message', id: text, role: 'assistant', content: text }] as const),
        {
          redactor: it,
          newId: () => `id-${++ids}`,
          sessionStore: inMemorySessionStore({ now: () => 0 }),
        },
      ).newSession();
      for (const input of ['a', 'b', 'c']) await session.run(input);
      await session.compact(keepNewest(3));
      return eventsOf(session.log);
    }),
  );
  expect(redacting).toEqual(plain);
});
