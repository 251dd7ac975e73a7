import { expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// #region example

import { createAgent, structuredSummaryCompactPolicy } from '@ai4j/agent';

// #endregion

test('undo', async () => {
  const agent = createAgent({ model: scriptedModel(['one', 'two', 'three']) });
  const session = await agent.newSession();
  for (const input of ['first', 'second', 'third']) await session.run(input);
  const before = (await session.memory.snapshot()).items;
  // #region example
  const preview = await session.preview(structuredSummaryCompactPolicy({ maxItems: 2 }));
  if (preview.outcome === 'ready') {
    console.log(preview.dropped.length, preview.summary);
    await preview.commit({ summary: 'We agreed on two.' });
  }
  // #endregion
  const compacted = await session.memory.snapshot();
  // #region example
  await session.undoCompact();
  const other = await session.fork();
  // #endregion

  expect(compacted).toMatchObject({ items: before.slice(-2), summary: 'We agreed on two.' });
  expect((await session.memory.snapshot()).items).toEqual(before);
  expect((await other.memory.snapshot()).items).toEqual(before);
});
