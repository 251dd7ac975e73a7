import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred, illegalParts } from '../../test/agent-harness.ts';
import { eventsOf } from '../../test/session-logs.ts';
import type { CompactContext, CompactPolicy, CompactResult } from '../compact/compact-policy.ts';
import { noFindings } from '../compact/no-findings.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { CompactError, ModelError } from '../errors.ts';
import { indexItems } from '../items/item-index.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import type { AgentHooks } from './agent-hooks.ts';
import { autoCompaction } from './auto-compact.ts';
import { CompactionState } from './compaction-state.ts';

const fill = tool({
  description: '',
  inputSchema: z.object({ n: z.number().default(400) }),
  execute: ({ n }) => 'words '.repeat(n),
});
const callFill = { calls: [{ name: 'fill' }] };
const usage = { inputTokens: 7, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 3 };

/** Keeps the newest items at a legal cut; counts its calls, and remembers what it was told. */
function countingPolicy(
  maxItems: number,
  make: (snapshot: MemorySnapshot, context: CompactContext) => MemorySnapshot | Promise<MemorySnapshot> = ({
    items,
  }) => ({
    items: items.slice(indexItems(items).cutAtOrAfter(Math.max(1, items.length - 2))),
    summary: 'what was before',
  }),
): CompactPolicy & { readonly contexts: CompactContext[] } {
  const contexts: CompactContext[] = [];
  return {
    name: 'counting',
    contexts,
    shouldCompact: ({ items }) => items.length > maxItems,
    async compact(snapshot, context = {}) {
      contexts.push(context);
      const memory = await make(snapshot, context);
      return {
        ...noFindings,
        policy: 'counting',
        memory,
        summary: memory.summary,
        itemsBefore: snapshot.items.length,
        itemsAfter: memory.items.length,
        usage,
      } satisfies CompactResult;
    },
  };
}

const fails = () => {
  throw new CompactError('failed', 'no summary');
};

function session(policy: CompactPolicy, hooks: AgentHooks = {}) {
  const state = new CompactionState();
  const harness = new AgentHarness({
    tools: { fill },
    hooks,
    beforeModelCall: [autoCompaction({ policy, state, hooks })],
  });
  return { harness, state };
}

const overflow = () => new ModelError('context_overflow', 'prompt is too long');

describe('automatic compaction', () => {
  test('happens before the model call, when the policy says so, and the request carries its result', async () => {
    const policy = countingPolicy(4);
    const { harness, state } = session(policy);
    const model = harness.script([callFill, callFill, 'done']);
    const result = await harness.run('go', model);
    expect(result.stopReason).toBe('completed');
    expect(policy.contexts).toHaveLength(1);
    expect(model.requests[2]?.items.map(({ type }) => type)).toEqual([
      'summary',
      'function_call',
      'function_call_output',
    ]);
    expect(state.lastResult).toMatchObject({ policy: 'counting', itemsBefore: 5, itemsAfter: 2 });
    expect(await eventsOf(harness.log)).toContainEqual(
      expect.objectContaining({
        type: 'memory-replaced',
        reason: 'compact',
        result: expect.objectContaining({ policy: 'counting', itemsBefore: 5 }),
      }),
    );
    expect(illegalParts(await harness.items())).toEqual([]);
  });

  test('tells of it as memory-compress, with a report made by comparing', async () => {
    const { harness } = session(countingPolicy(4));
    await harness.run('go', [callFill, callFill, 'done']);
    expect(harness.eventsOf('memory-compress')).toMatchObject([
      {
        report: {
          sourceItemCount: 5,
          projectedItemCount: 2,
          droppedItemCount: 3,
          notes: ['tier3 compact (counting): 5 item(s) to 2 and a summary'],
        },
        result: { policy: 'counting' },
      },
    ]);
  });

  test('failures #112: what the summary cost is in the totals of the run, once', async () => {
    const { harness } = session(countingPolicy(4));
    const result = await harness.run('go', [
      { ...callFill, usage },
      { ...callFill, usage },
      { text: 'done', usage },
    ]);
    expect(result.usage).toMatchObject({ inputTokens: 28, outputTokens: 12 });
  });

  test('failures #31: one long turn of tool calls is compacted within the turn', async () => {
    const { harness } = session(structuredSummaryCompactPolicy({ maxTokens: 4_000 }));
    const model = harness.script([...Array.from({ length: 30 }, () => ({ ...callFill })), 'done']);
    const result = await harness.run('one message', model, { limits: { maxSteps: 0 } });
    expect(result.stopReason).toBe('completed');
    expect(harness.eventsOf('memory-compress').length).toBeGreaterThan(0);
    expect(harness.eventsOf('memory-compress')[0]?.step).toBeLessThan(20);
    for (const { tokens } of harness.eventsOf('model-request')) expect(tokens.tokens).toBeLessThan(5_500);
  });

  test('a policy without shouldCompact is never called', async () => {
    const { shouldCompact: _, ...manual } = countingPolicy(0);
    const { harness } = session(manual);
    await harness.run('go', [callFill, overflow()]);
    expect(manual.contexts).toEqual([]);
  });
});

describe('a failed compaction never ends a run', () => {
  test.each<[string, CompactPolicy]>([
    ['W-C10: compact throws', countingPolicy(1, fails)],
    ['W-C10: shouldCompact throws', { ...countingPolicy(1), shouldCompact: () => fails() }],
    [
      'failures #10: a summary longer than what it replaces',
      countingPolicy(1, ({ items }) => ({ items: items.slice(-1), summary: 'blah '.repeat(3_000) })),
    ],
    ['nothing is left', countingPolicy(1, () => ({ items: [] }))],
    ['failures #106: due, and memory is left as it was', countingPolicy(1, (snapshot) => snapshot)],
  ])('%s', async (_, policy) => {
    const { harness } = session(policy);
    const model = harness.script([callFill, 'done']);
    expect(await harness.run('go', model)).toMatchObject({ stopReason: 'completed', text: 'done' });
    expect(harness.eventsOf('compact-failed').length).toBeGreaterThan(0);
    expect(model.requests[1]?.items).toHaveLength(3);
    expect(await harness.items()).toHaveLength(4);
    expect((await eventsOf(harness.log)).map(({ type }) => type)).not.toContain('memory-replaced');
  });

  test('failures #54: a result without a call that waits for its output is refused', async () => {
    const ask = tool({ description: '', inputSchema: z.object({}), needsApproval: true, execute: () => 'x' });
    const { harness, state } = session(countingPolicy(100));
    await harness.run('go', [{ calls: [{ name: 'ask' }] }], { tools: { ask } });
    const before = await harness.items();
    const careless = countingPolicy(0, () => ({ items: [user('all is well')], summary: 's' }));
    await autoCompaction({ policy: careless, state })({
      runId: 'r',
      step: 1,
      reason: 'step',
      memory: harness.memory,
      contextTokens: harness.state.meter.current,
      counter: harness.state.meter.counter,
      signal: new AbortController().signal,
      emit: (event) => harness.events.push({ ...event, sessionId: 's', runId: 'r', step: 1 }),
      addUsage: () => {},
    });
    expect(harness.eventsOf('compact-failed')).toMatchObject([
      {
        error: {
          message: expect.stringContaining('dropped calls that wait for an output: response-1:call-1'),
        },
      },
    ]);
    expect(await harness.items()).toEqual(before);
  });

  test('failures #13: a policy that keeps failing is called 3 times in a run, then once in each later run', async () => {
    const policy = countingPolicy(1, fails);
    const { harness } = session(policy);
    const replies = [...Array.from({ length: 8 }, () => ({ ...callFill })), 'done'];
    await harness.run('turn 1', replies);
    expect(policy.contexts).toHaveLength(3);
    expect(harness.eventsOf('compact-skipped')).toMatchObject([{ why: 'breaker-open' }]);
    for (let turn = 2; turn <= 10; turn++) {
      await harness.run(`turn ${turn}`, [...Array.from({ length: 4 }, () => ({ ...callFill })), 'done']);
    }
    expect(policy.contexts).toHaveLength(3 + 9);
  });

  test('the breaker closes when a compaction succeeds', async () => {
    let broken = true;
    const policy = countingPolicy(1, (snapshot) => {
      if (broken) fails();
      return { items: snapshot.items.slice(indexItems(snapshot.items).lastUnitStart()), summary: 's' };
    });
    const { harness } = session(policy);
    await harness.run('turn 1', [callFill, callFill, callFill, callFill, 'done']);
    expect(policy.contexts).toHaveLength(3);
    broken = false;
    await harness.run('turn 2', [callFill, callFill, 'done']);
    expect(policy.contexts.length).toBeGreaterThan(4);
    expect(harness.eventsOf('memory-compress').length).toBeGreaterThan(1);
  });

  test('failures #14: one session that fails opens no breaker but its own', async () => {
    const policy = countingPolicy(1, fails);
    await session(policy).harness.run('go', [callFill, callFill, callFill, callFill, 'done']);
    expect(policy.contexts).toHaveLength(3);
    await session(policy).harness.run('go', [callFill, 'done']);
    expect(policy.contexts).toHaveLength(4);
  });
});

describe('what changes meanwhile', () => {
  test('a result for a memory that has changed is dropped', async () => {
    const { harness } = session(
      countingPolicy(4, async ({ items }) => {
        await harness.memory.append([user('from elsewhere')]);
        return { items: items.slice(-2), summary: 's' };
      }),
    );
    expect(await harness.run('go', [callFill, callFill, 'done'])).toMatchObject({ stopReason: 'completed' });
    expect(harness.eventsOf('compact-skipped')).toMatchObject([{ why: 'stale' }]);
    expect(harness.eventsOf('compact-failed')).toEqual([]);
    expect((await harness.items()).map(({ id }) => id)).toContain('user:from elsewhere');
  });

  test('failures #108: an abort while the policy works ends the run, and memory is whole', async () => {
    const controller = new AbortController();
    const late = deferred<MemorySnapshot>();
    const { harness } = session(
      countingPolicy(2, () => {
        controller.abort();
        return late.promise;
      }),
    );
    const result = await harness.run('go', [callFill, 'never'], { signal: controller.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(harness.eventsOf('compact-failed')).toEqual([]);
    const before = await harness.items();
    late.resolve({ items: [user('late')], summary: 'late' });
    await late.promise;
    expect(await harness.items()).toEqual(before);
    expect(before).toHaveLength(3);
  });

  test('L4: after an undo nothing is compacted until the run after the next', async () => {
    const policy = countingPolicy(4);
    const { harness, state } = session(policy);
    await harness.run('turn 1', [callFill, callFill, 'done']);
    expect(policy.contexts).toHaveLength(1);
    await harness.memory.undoCompact();
    state.holdOff();
    await harness.run('turn 2', [callFill, 'done']);
    expect(policy.contexts).toHaveLength(1);
    expect(harness.eventsOf('compact-skipped')).toMatchObject([{ why: 'held-off' }]);
    await harness.run('turn 3', ['done']);
    expect(policy.contexts).toHaveLength(2);
  });

  test('an undo holds compaction off in the run under way, and an overflow lifts it', async () => {
    const policy = countingPolicy(4);
    const { harness, state } = session(policy);
    let undone = false;
    const undo = tool({
      description: '',
      inputSchema: z.object({}),
      execute: async () => {
        await harness.memory.undoCompact();
        state.holdOff();
        undone = true;
        return 'undone';
      },
    });
    const replies = [callFill, callFill, { calls: [{ name: 'undo' }] }, callFill, overflow(), 'done'];
    const result = await harness.run('go', replies, { tools: { fill, undo } });
    expect(result.stopReason).toBe('completed');
    expect(undone).toBe(true);
    expect(policy.contexts).toHaveLength(2);
    expect(harness.eventsOf('compact-skipped')).toMatchObject([{ why: 'held-off' }]);
  });
});

describe('hooks', () => {
  test('beforeCompact vetoes, replaces the snapshot, adds instructions', async () => {
    const policy = countingPolicy(4);
    const given: string[] = [];
    const { harness } = session(policy, {
      beforeCompact: ({ snapshot, reason, policy: name }) => {
        given.push(`${name} ${reason} ${snapshot.items.length}`);
        if (given.length === 1) return { action: 'veto', reason: 'not now' };
        return {
          action: 'proceed',
          snapshot: { items: snapshot.items.slice(-3), summary: 'edited' },
          instructions: 'keep names',
        };
      },
    });
    await harness.run('go', [callFill, callFill, callFill, 'done']);
    expect(given).toEqual(['counting step 5', 'counting step 7']);
    expect(harness.eventsOf('compact-skipped')).toMatchObject([{ why: 'vetoed', detail: 'not now' }]);
    expect(policy.contexts).toMatchObject([{ instructions: 'keep names' }]);
  });

  test('beforeCompact that throws leaves memory as it was; onCompact that throws is told', async () => {
    const broken = session(countingPolicy(4), { beforeCompact: fails });
    await broken.harness.run('go', [callFill, callFill, 'done']);
    expect(broken.harness.eventsOf('compact-failed')).toHaveLength(1);

    const results: CompactResult[] = [];
    const observed = session(countingPolicy(4), {
      onCompact: ({ result }) => {
        results.push(result);
        throw new Error('observer');
      },
    });
    await observed.harness.run('go', [callFill, callFill, 'done']);
    expect(results).toHaveLength(1);
    expect(observed.harness.eventsOf('hook-failed')).toMatchObject([{ hook: 'onCompact' }]);
  });
});

describe('overflow', () => {
  test('failures #20: the request is sent once more, and strictly smaller', async () => {
    const { harness } = session(countingPolicy(100));
    const model = harness.script([callFill, callFill, overflow(), 'done']);
    const result = await harness.run('go', model);
    expect(result).toMatchObject({ stopReason: 'completed', steps: 3 });
    const [before, after] = harness.eventsOf('model-request').slice(-2);
    expect(after?.tokens.tokens).toBeLessThan(before?.tokens.tokens ?? 0);
    expect(harness.eventsOf('model-failed')).toHaveLength(1);
  });

  test('failures #20: once, and no more', async () => {
    const { harness } = session(countingPolicy(100));
    const model = harness.script([callFill, callFill, overflow(), overflow()]);
    expect(await harness.run('go', model)).toMatchObject({
      stopReason: 'error',
      error: { code: 'context_overflow' },
    });
    model.assertComplete();
    expect(illegalParts(await harness.items())).toEqual([]);
  });

  test.each<[string, CompactPolicy]>([
    ['the policy fails', countingPolicy(100, fails)],
    ['the policy drops nothing', countingPolicy(100, (snapshot) => snapshot)],
  ])('failures #20: the same request is never sent twice: %s', async (_, policy) => {
    const { harness } = session(policy);
    const model = harness.script([callFill, overflow()]);
    expect(await harness.run('go', model)).toMatchObject({
      stopReason: 'error',
      error: { code: 'context_overflow' },
    });
    model.assertComplete();
  });

  test('without anything that could make memory smaller it is the error that it is', async () => {
    const harness = new AgentHarness();
    const model = harness.script([overflow()]);
    expect(await harness.run('go', model)).toMatchObject({
      stopReason: 'error',
      error: { code: 'context_overflow' },
    });
    model.assertComplete();
  });

  test('a policy that counts items is given a target in tokens', async () => {
    const { harness } = session(structuredSummaryCompactPolicy({ maxItems: 100 }));
    const model = harness.script([callFill, callFill, callFill, overflow(), 'done']);
    expect(await harness.run('go', model)).toMatchObject({ stopReason: 'completed' });
    expect(harness.eventsOf('memory-compress')).toHaveLength(1);
  });

  test('failures #24: a rate limit is no overflow, and compacts nothing', async () => {
    const policy = countingPolicy(100);
    const { harness } = session(policy);
    const model = harness.script([callFill, new ModelError('rate_limited', 'too many tokens per minute')]);
    expect(await harness.run('go', model)).toMatchObject({
      stopReason: 'error',
      error: { code: 'rate_limited' },
    });
    expect(policy.contexts).toEqual([]);
  });
});
