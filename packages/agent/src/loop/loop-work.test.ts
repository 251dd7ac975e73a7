import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness } from '../../test/agent-harness.ts';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { tool } from '../model/tool.ts';
import { autoCompaction } from './auto-compact.ts';
import { CompactionState } from './compaction-state.ts';

test('a step costs what is new in it: the same work at step 650 as at step 50', async () => {
  const log = inMemorySessionEventLog({ sessionId: 'session' });
  let eventsRead = 0;
  const counted = alteredLog(log, {
    read: async function* (options) {
      for await (const event of log.read(options)) {
        eventsRead += 1;
        yield event;
      }
    },
  });
  const note = tool({ description: '', inputSchema: z.object({}), execute: () => 'noted '.repeat(20) });
  const policyState = new CompactionState();
  const policy = structuredSummaryCompactPolicy({ maxItems: 100 });
  const harness = new AgentHarness(
    { tools: { note }, budget: { maxRecentToolResults: 5 }, limits: { maxSteps: 0 } },
    counted,
  );
  const work: { readonly visited: number; readonly read: number }[] = [];
  const { counters } = harness.state.projection;
  const replies = [...Array.from({ length: 650 }, () => ({ calls: [{ name: 'note' }] })), 'done'];
  const result = await harness.run('go', replies, {
    beforeModelCall: [autoCompaction({ policy, state: policyState })],
    onEvent: ({ type }) => {
      if (type === 'step-end') {
        work.push({
          visited: counters.itemsVisited + policyState.index.counters.itemsVisited,
          read: eventsRead,
        });
      }
    },
  });
  expect(result).toMatchObject({ stopReason: 'completed', steps: 651 });
  const spent = (from: number, to: number) => ({
    visited: (work[to]?.visited ?? 0) - (work[from]?.visited ?? 0),
    read: (work[to]?.read ?? 0) - (work[from]?.read ?? 0),
  });
  const [early, late] = [spent(50, 350), spent(350, 650)];
  expect(late.visited / early.visited).toBeCloseTo(1, 1);
  expect(late.read / early.read).toBeCloseTo(1, 1);
  const sizes = (await eventsOf(log)).map((event) => JSON.stringify(event).length);
  expect(Math.max(...sizes)).toBeLessThan(5_000);
});
