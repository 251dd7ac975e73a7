import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { history } from './reading-history.ts';

// #region example

import { buildModelContext, openAgentMemory } from '@ai4j/agent';
import { openJsonlSessionEventLog } from '@ai4j/agent/node';

// #endregion

const directory = mkdtempSync(path.join(tmpdir(), 'ai4j-example-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('log on disk', async () => {
  // #region example
  const log = await openJsonlSessionEventLog({ directory, sessionId: 'why-the-build-fails' });
  const memory = await openAgentMemory(log);
  await memory.append(history);
  const { items } = buildModelContext({ snapshot: await memory.snapshot() });
  await log.close();
  // #endregion

  expect(items).toEqual(history);
  const again = await openJsonlSessionEventLog({ directory, sessionId: 'why-the-build-fails' });
  expect((await (await openAgentMemory(again)).snapshot()).items).toEqual(history);
  await again.close();
});
