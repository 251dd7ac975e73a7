import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// #region example

import { createAgent, structuredSummaryCompactPolicy } from '@ai4j/agent';
import { fileSessionStore } from '@ai4j/agent/node';

// #endregion

const directory = mkdtempSync(path.join(tmpdir(), 'ai4j-example-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('resume', async () => {
  const model = scriptedModel(['Because of a missing file.', 'src/main.ts.']);
  // #region example
  const agent = createAgent({
    model,
    instructions: 'You find out why builds fail.',
    compactPolicy: structuredSummaryCompactPolicy({ maxItems: 30, pinnedPrefixItems: 1 }),
    sessionStore: fileSessionStore({ directory }),
  });
  const session = await agent.newSession({ sessionId: 'build', metadata: { title: 'The build' } });
  await session.run('Why does the build fail?');
  await session.close();

  const resumed = await agent.resumeSession('build');
  const { text } = await resumed.run('Which file?');
  const { memory, compactResult, usage } = await resumed.snapshot();
  // #endregion

  expect(text).toBe('src/main.ts.');
  expect(memory.items).toHaveLength(4);
  expect(compactResult).toBeUndefined();
  expect(usage.outputTokens).toBe(0);
  await resumed.close();
});
