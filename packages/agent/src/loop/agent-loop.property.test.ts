import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, illegalParts } from '../../test/agent-harness.ts';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { ConfigError, ModelError, SessionStoreError } from '../errors.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { readMemory } from '../memory/fold-memory.ts';
import { tool } from '../model/tool.ts';
import type { ScriptedReply } from '../testing/scripted-model.ts';
import { autoCompaction } from './auto-compact.ts';
import { CompactionState } from './compaction-state.ts';
import { resolveApproval } from './resolve-approval.ts';

/** One run, and what befalls it. */
interface Run {
  readonly input: boolean;
  readonly replies: readonly ScriptedReply[];
  /** The run is aborted while this event is told. */
  readonly abortAtEvent: number | undefined;
  /** The disk fails at this append, and the process with it. */
  readonly crashAtAppend: number | undefined;
  /** What is decided, before the run, on calls that wait. */
  readonly decisions: readonly ('approved' | 'rejected' | undefined)[];
  readonly serial: boolean;
}

const callArbitrary = fc
  .constantFrom('ok', 'ok', 'large', 'throws', 'hangs', 'asks', 'asks', 'unknown')
  .chain((name) =>
    fc.record({
      name: fc.constant(name),
      arguments: fc.constantFrom<unknown>({}, {}, {}, '{"cut', { wrong: 1 }),
      callId: fc.constantFrom('', 'same', undefined, undefined, undefined),
    }),
  );

const replyArbitrary: fc.Arbitrary<ScriptedReply> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      text: fc.constantFrom(undefined, 'thinking'),
      calls: fc.array(callArbitrary, { minLength: 1, maxLength: 4 }),
      finishReason: fc.constantFrom(undefined, undefined, undefined, 'length' as const, 'refusal' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom('done', {}) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('context_overflow' as const, 'network' as const)
      .map((code) => new ModelError(code, code)),
  },
  { weight: 1, arbitrary: fc.constant({ text: 'half', error: new ModelError('network', 'reset') }) },
);

const runArbitrary: fc.Arbitrary<Run> = fc.record({
  input: fc.boolean(),
  replies: fc.array(replyArbitrary, { maxLength: 6 }),
  abortAtEvent: fc.option(fc.nat({ max: 30 }), { freq: 2, nil: undefined }),
  crashAtAppend: fc.option(fc.nat({ max: 12 }), { freq: 5, nil: undefined }),
  decisions: fc.array(fc.constantFrom('approved' as const, 'rejected' as const, undefined), { maxLength: 4 }),
  serial: fc.boolean(),
});

function session(log: SessionEventLog, crashAtAppend?: number): AgentHarness {
  let appends = 0;
  const failing = alteredLog(log, {
    append: (events, options) => {
      if (appends++ === crashAtAppend) throw new SessionStoreError('write_failed', 'disk full');
      return log.append(events, options);
    },
  });
  const input = z.strictObject({});
  const harness: AgentHarness = new AgentHarness(
    {
      tools: {
        ok: tool({ description: '', inputSchema: input, execute: () => 'ok' }),
        large: tool({
          description: '',
          inputSchema: input,
          maxOutputChars: 20,
          execute: () => '🧠'.repeat(50),
        }),
        throws: tool({ description: '', inputSchema: input, execute: () => Promise.reject(new Error('no')) }),
        asks: tool({ description: '', inputSchema: input, needsApproval: true, execute: () => 'done' }),
        hangs: tool({
          description: '',
          inputSchema: input,
          execute: () => {
            harness.clock.advance(300_000);
            return new Promise(() => {});
          },
        }),
      },
      beforeModelCall: [
        autoCompaction({
          policy: structuredSummaryCompactPolicy({ maxItems: 12 }),
          state: new CompactionState(),
        }),
      ],
    },
    failing,
  );
  return harness;
}

/** Runs it in a process of its own; false when it ended in an error instead of a result. */
async function play(log: SessionEventLog, run: Run, nth: number): Promise<boolean> {
  const harness = session(log, run.crashAtAppend);
  try {
    for (const [at, { call, decision }] of (await harness.state.approvals.read()).entries()) {
      const decided = run.decisions[at];
      if (decided && !decision) {
        await resolveApproval(log, harness.state.approvals, call.callId, { decision: decided });
      }
    }
    const controller = new AbortController();
    const replies = [...run.replies, 'done', 'done'];
    let events = 0;
    await harness.run(run.input ? `input ${nth}` : undefined, replies, {
      signal: controller.signal,
      toolExecution: run.serial ? 'serial' : 'parallel',
      onEvent: () => {
        if (events++ === run.abortAtEvent) controller.abort();
      },
    });
    return true;
  } catch (error) {
    // Input while calls wait, or the disk: both leave what was acknowledged.
    expect(ConfigError.isInstance(error) || SessionStoreError.isInstance(error)).toBe(true);
    return false;
  }
}

test('after any replies, faults, aborts, approvals and crashes memory is legal, and no item is doubled or lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(runArbitrary, { minLength: 1, maxLength: 5 }), async (runs) => {
      const log = inMemorySessionEventLog({ sessionId: 'session', now: () => 0 });
      for (const [nth, run] of runs.entries()) {
        const ended = await play(log, run, nth);
        const { items } = await readMemory(log);
        const waiting = (await session(log).state.approvals.read()).map(({ call }) => call.id);
        const illegal = illegalParts(items);
        // Only a crash leaves calls that nobody asked about; the next run closes them.
        if (ended) {
          expect(
            illegal.filter((part) => !waiting.some((id) => part === `unanswered: function_call ${id}`)),
          ).toEqual([]);
        }
      }

      const events = await eventsOf(log);
      const { items, covered } = await readMemory(log);
      const inMemory = new Set(items.map(({ id }) => id));
      const seen = new Set<string>();
      const callOrder: string[] = [];
      for (const event of events) {
        if (event.type !== 'items-appended') continue;
        for (const [at, item] of event.items.entries()) {
          expect(seen.has(item.id)).toBe(false);
          seen.add(item.id);
          const seq = event.seq + at;
          expect(inMemory.has(item.id) || (covered && covered[0] <= seq && seq <= covered[1])).toBe(true);
          if (item.type === 'function_call') callOrder.push(item.callId);
        }
        const answered = event.items.flatMap((it) => (it.type === 'function_call_output' ? [it.callId] : []));
        const positions = answered.map((callId) => callOrder.lastIndexOf(callId));
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
      }

      for (const { call } of await session(log).state.approvals.read()) {
        const ledger = session(log).state.approvals;
        await resolveApproval(log, ledger, call.callId, { decision: 'approved' }).catch(() => {});
      }
      const last = await session(log).run(undefined, ['the end']);
      expect(last).toMatchObject({ stopReason: 'completed', text: 'the end' });
      expect(illegalParts((await readMemory(log)).items)).toEqual([]);
    }),
    { numRuns: Number(process.env.AI4J_TIER === 'full') * 900 + 100 },
  );
});
