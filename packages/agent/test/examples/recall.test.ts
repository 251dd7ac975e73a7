import { expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// #region example

import { createAgent, recallTool, searchHistoryTool, tool } from '@ai4j/agent';

// #endregion

test('recall', async () => {
  const read = tool({ description: '', inputSchema: z.object({}), execute: () => 'the whole file' });
  const model = scriptedModel([
    {
      calls: [
        { name: 'read', callId: 'call-1' },
        { name: 'read', callId: 'call-2' },
      ],
    },
    { calls: [{ name: 'recall', arguments: { reference: '[tool result cleared: read(call-1)]' } }] },
    'It says: the whole file.',
  ]);
  // #region example
  const agent = createAgent({
    model,
    tools: (session) => ({ read, recall: recallTool(session), search: searchHistoryTool(session) }),
    contextBudget: { maxRecentToolResults: 1 },
  });
  const session = await agent.newSession();
  await session.run('What does the first file say?');

  const originals = await session.recall('[tool result cleared: read(call-1)]');
  const hits = await session.search('whole file');
  const explanation = await session.explain(hits.at(-1)?.itemId ?? '');
  // #endregion

  expect(originals.map(({ item }) => item)).toMatchObject([
    { callId: 'call-1' },
    { output: 'the whole file' },
  ]);
  expect(hits).toHaveLength(4);
  expect(explanation).toMatchObject({ memory: 'whole', lastRequest: 'cleared', isRecallable: true });
});
