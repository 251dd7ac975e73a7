import { scriptedModel } from '@ai4j/agent/testing';
import { expect, test } from 'vitest';

const modelClient = scriptedModel(['The plan: …', 'Done.']);
const rootPath = '/work/shop';

// #region example

import { createCodingAgent, workspaceContext } from '@ai4j/coding';

const agent = createCodingAgent({
  model: modelClient,
  workspaceContext: workspaceContext({ rootPath }),
  codingOptions: { autoCompactEnabled: true },
});

await using session = await agent.newSession();
await session.run('Read the repository and prepare a refactor plan.');

const compactResult = await session.compact();
const snapshot = await session.snapshot();
const state = await session.exportState();

// Can be restored later
await using restored = await agent.newSession(state);
const answer = await restored.run('Continue the same task.');
// #endregion

test('a coding session', () => {
  // One question and its answer: both must stay.
  expect(compactResult).toMatchObject({ outcome: 'skipped', skipReason: 'nothing-to-cut' });
  expect(snapshot).toMatchObject({ workspaceRoot: '/work/shop', memoryItemCount: 2 });
  expect(restored.sessionId).toBe(session.sessionId);
  expect(answer).toMatchObject({ stopReason: 'completed', text: 'Done.' });
});
