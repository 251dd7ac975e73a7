import { expect, test } from 'vitest';
import { z } from 'zod';
import { tool } from '../../src/model/tool.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// #region example

import { codeActRuntime, createAgent } from '@ai4j/agent';
import { childProcessCodeExecutor } from '@ai4j/agent/node';

// #endregion

test('code act', async () => {
  const prices: Readonly<Record<string, number>> = { tea: 2, coffee: 3 };
  const price = tool({
    description: 'What an item costs.',
    inputSchema: z.object({ item: z.string() }),
    execute: ({ item }) => prices[item],
  });
  const code = `
    const prices = await Promise.all(['tea', 'coffee'].map((item) => tools.price({ item })));
    return prices.map(Number).reduce((a, b) => a + b);
  `;
  const model = scriptedModel([{ calls: [{ name: 'execute_code', arguments: { code } }] }, 'Five.']);
  // #region example
  const executor = childProcessCodeExecutor({ language: 'javascript', timeoutMs: 10_000 });
  const agent = createAgent({ model, tools: { price }, runtime: codeActRuntime({ executor }) });
  const session = await agent.newSession();
  const { text } = await session.run('What do tea and coffee cost together?');
  // #endregion

  expect(text).toBe('Five.');
  expect(model.requests.at(-1)?.items.at(-1)).toMatchObject({ outcome: 'ok', output: 'Returned:\n5' });
});
