import { expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// #region example

import { createAgent, tool } from '@ai4j/agent';
import { z } from 'zod';

// #endregion

test('approvals', async () => {
  const model = scriptedModel([
    { calls: [{ name: 'remove', arguments: { path: '/tmp/old' } }] },
    'Removed it.',
  ]);
  // #region example
  const remove = tool({
    description: 'Removes a file.',
    inputSchema: z.object({ path: z.string() }),
    needsApproval: ({ path }) => path.startsWith('/'),
    execute: ({ path }) => `removed ${path}`,
  });
  const agent = createAgent({ model, tools: { remove } });
  const session = await agent.newSession();
  let result = await session.run('Remove /tmp/old.');
  while (result.stopReason === 'awaiting_approval') {
    for (const { callId } of result.pendingApprovals)
      await session.resolveApproval(callId, { decision: 'approved' });
    result = await session.run();
  }
  // #endregion

  expect(result).toMatchObject({ stopReason: 'completed', text: 'Removed it.' });
});
