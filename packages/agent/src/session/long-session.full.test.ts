import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { testCounter } from '../../test/agent-harness.ts';
import { agentOf } from '../../test/session-agents.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { readMemory } from '../memory/fold-memory.ts';
import type { ModelClient } from '../model/model-client.ts';
import { tool } from '../model/tool.ts';
import { fileSessionStore } from '../node/file-session-store.ts';

const STEPS = 10_000;
const STEPS_PER_RUN = 20;
const RUNS = STEPS / STEPS_PER_RUN;

/** Calls a tool in every step but the last one of a run. */
function workingModel(): ModelClient {
  let calls = 0;
  return {
    model: 'working',
    async *stream() {
      const id = `response-${++calls}`;
      const isLast = calls % STEPS_PER_RUN === 0;
      const item = isLast
        ? ({
            type: 'message',
            id,
            responseId: id,
            role: 'assistant',
            content: `turn done at ${calls}`,
          } as const)
        : ({
            type: 'function_call',
            id,
            responseId: id,
            callId: `call-${calls}`,
            name: 'work',
            arguments: '{}',
            kind: 'json',
          } as const);
      yield { type: 'finish', response: { items: [item], finishReason: isLast ? 'stop' : 'tool-calls' } };
    },
  };
}

function heapBytes(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('10,000 steps with automatic compaction: work per step, bytes per event and heap stay flat', async () => {
  const directory = await temporaryDirectory();
  let counted = 0;
  const tokenCounter = {
    ...testCounter,
    countItem: (item: Parameters<typeof testCounter.countItem>[0]) => {
      counted += 1;
      return testCounter.countItem(item);
    },
  };
  const session = await agentOf(workingModel(), {
    tokenCounter,
    tools: {
      work: tool({ description: '', inputSchema: z.object({}), execute: () => 'output '.repeat(50) }),
    },
    compactPolicy: {
      ...structuredSummaryCompactPolicy({ maxItems: 30 }),
      shouldCompact: ({ items }) => items.length > 60,
    },
    contextBudget: { maxItems: 80, maxRecentToolResults: 10 },
    sessionStore: fileSessionStore({ directory, fsync: 'never' }),
  }).newSession({ sessionId: 'long' });
  const path = join(directory, 'long.jsonl');

  /** What the next `runs` runs take, and the heap after them. */
  const measure = async (runs: number) => {
    const before = { counted, version: await session.log.version(), bytes: (await stat(path)).size };
    for (let run = 0; run < runs; run++)
      expect(await session.run('go on')).toMatchObject({ stopReason: 'completed', steps: STEPS_PER_RUN });
    const events = (await session.log.version()) - before.version;
    return {
      countedPerStep: (counted - before.counted) / (runs * STEPS_PER_RUN),
      bytesPerEvent: ((await stat(path)).size - before.bytes) / events,
      heap: heapBytes(),
    };
  };

  const first = await measure(RUNS / 10);
  const middle = await measure(RUNS * 0.8);
  const last = await measure(RUNS / 10);
  console.log('10,000 steps:', { first, middle, last });
  expect(last.countedPerStep).toBeLessThan(first.countedPerStep * 1.2);
  expect(last.bytesPerEvent).toBeLessThan(first.bytesPerEvent * 1.2);
  // Ids of items and calls are kept, and refs of compactions that an undo may need.
  expect(last.heap - first.heap).toBeLessThan(20_000_000);
  expect((await session.memory.snapshot()).items.length).toBeLessThan(90);
  expect(await session.memory.snapshot()).toEqual(await readMemory(session.log));
  await session.close();
}, 300_000);
