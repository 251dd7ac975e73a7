import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, illegalParts } from '../../test/agent-harness.ts';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { ConfigError } from '../errors.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import { resolveApproval } from './resolve-approval.ts';

/** A session whose tool `remove` asks, and what was removed. */
function removingSession(log = inMemorySessionEventLog({ sessionId: 'session' })) {
  const removed: string[] = [];
  const path = z.object({ path: z.string() });
  const tools = {
    read: tool({ description: '', inputSchema: path, execute: (input) => `text of ${input.path}` }),
    remove: tool({
      description: '',
      inputSchema: path,
      needsApproval: (input) => input.path !== '/tmp',
      execute: (input) => {
        removed.push(input.path);
        return `removed ${input.path}`;
      },
    }),
  };
  const session = new AgentHarness({ tools }, log);
  const resolve = (callId: string, decision: 'approved' | 'rejected', reason?: string) =>
    resolveApproval(session.log, session.state.approvals, callId, { decision, reason });
  return { session, removed, resolve };
}

const call = (name: string, path: string) => ({ name, callId: `${name} ${path}`, arguments: { path } });
const mixed = { calls: [call('remove', 'a'), call('read', 'b'), call('remove', 'c')] };

describe('approvals', () => {
  test('a call that needs one is not carried out; the others of its response are', async () => {
    const { session, removed } = removingSession();
    const result = await session.run('go', [mixed]);
    expect(result).toMatchObject({
      stopReason: 'awaiting_approval',
      pendingApprovals: [{ callId: 'remove a' }, { callId: 'remove c' }],
      steps: 1,
    });
    expect(removed).toEqual([]);
    expect((await session.items()).slice(-1)).toMatchObject([{ callId: 'read b', output: 'text of b' }]);
    expect(session.eventsOf('approval-requested')).toMatchObject([
      { call: { callId: 'remove a' } },
      { call: { callId: 'remove c' } },
    ]);
  });

  test('approved calls are carried out by the next run, rejected ones tell the model why', async () => {
    const { session, removed, resolve } = removingSession();
    await session.run('go', [mixed]);
    await resolve('remove a', 'approved');
    await resolve('remove c', 'rejected', 'c is precious');
    const model = session.script(['done']);
    expect(await session.run(undefined, model)).toMatchObject({ stopReason: 'completed', text: 'done' });
    expect(removed).toEqual(['a']);
    expect(model.requests[0]?.items.slice(-3)).toMatchObject([
      { callId: 'read b' },
      { callId: 'remove a', output: 'removed a', outcome: 'ok' },
      { callId: 'remove c', output: 'Rejected: c is precious', outcome: 'rejected' },
    ]);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('new input comes after the outputs of decided calls', async () => {
    const { session, resolve } = removingSession();
    await session.run('go', [{ calls: [call('remove', 'a')] }]);
    await resolve('remove a', 'rejected');
    await session.run('rather not', ['fine']);
    expect((await session.items()).slice(2)).toMatchObject([
      { outcome: 'rejected', output: 'Rejected.' },
      { content: 'rather not' },
      { content: 'fine' },
    ]);
  });

  test('new input while a call waits is refused, says which, and changes nothing', async () => {
    const { session } = removingSession();
    await session.run('go', [{ calls: [call('remove', 'a')] }]);
    const before = await eventsOf(session.log);
    await expect(session.run('hello?', ['never'])).rejects.toThrow(/remove a \(remove\).*resolveApproval/);
    expect(await eventsOf(session.log)).toEqual(before);
  });

  test('as long as one call waits, the model is not called', async () => {
    const { session, removed, resolve } = removingSession();
    await session.run('go', [mixed]);
    await resolve('remove c', 'approved');
    expect(await session.run(undefined, [])).toMatchObject({
      stopReason: 'awaiting_approval',
      pendingApprovals: [{ callId: 'remove a' }],
      steps: 0,
    });
    expect(removed).toEqual(['c']);
    expect(await session.run(undefined, [])).toMatchObject({ stopReason: 'awaiting_approval' });
    expect(removed).toEqual(['c']);
  });

  test('they survive the process: asked in one, decided in another, carried out in a third', async () => {
    const log = inMemorySessionEventLog({ sessionId: 'session' });
    await removingSession(log).session.run('go', [mixed]);
    const second = removingSession(log);
    expect((await second.session.state.approvals.read()).map((it) => it.call.callId)).toEqual([
      'remove a',
      'remove c',
    ]);
    await second.resolve('remove a', 'approved');
    await second.resolve('remove c', 'approved');
    const third = removingSession(log);
    expect(await third.session.run(undefined, ['done'])).toMatchObject({ stopReason: 'completed' });
    expect(third.removed).toEqual(['a', 'c']);
    expect(illegalParts(await third.session.items())).toEqual([]);
  });

  test('failures #40, #54: compaction keeps calls that wait, answered in part', async () => {
    const { session, removed, resolve } = removingSession();
    await session.memory.append([user('old one'), user('old two'), user('old three')]);
    await session.run('go', [mixed]);
    const snapshot = await session.memory.snapshot();
    const { memory } = await structuredSummaryCompactPolicy({ maxItems: 5 }).compact(snapshot);
    await session.memory.restore(memory, { reason: 'compact' });
    expect((await session.items()).map(({ id }) => id)).not.toContain('user:old three');
    await resolve('remove a', 'approved');
    await resolve('remove c', 'approved');
    expect(await session.run(undefined, ['done'])).toMatchObject({ stopReason: 'completed' });
    expect(removed).toEqual(['a', 'c']);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('the hook may ask for any call, and is asked again when it is carried out', async () => {
    const { session, resolve } = removingSession();
    const seen: boolean[] = [];
    const hooks = {
      beforeToolCall: ({ approved }: { approved: boolean }) => {
        seen.push(approved);
        return { action: 'ask' as const, reason: 'policy' };
      },
    };
    const result = await session.run('go', [{ calls: [call('read', 'b')] }], { hooks });
    expect(result.stopReason).toBe('awaiting_approval');
    expect(await session.state.approvals.read()).toMatchObject([{ reason: 'policy' }]);
    await resolve('read b', 'approved');
    expect(await session.run(undefined, ['done'], { hooks })).toMatchObject({ stopReason: 'completed' });
    expect(seen).toEqual([false, true]);
  });

  test('a predicate that throws is no approval', async () => {
    const needsApproval = () => {
      throw new Error('unsure');
    };
    const risky = tool({ description: '', inputSchema: z.object({}), needsApproval, execute: () => 'ran' });
    const session = new AgentHarness({ tools: { risky } });
    await session.run('go', [{ calls: [{ name: 'risky' }] }, 'done']);
    expect((await session.items())[2]).toMatchObject({
      outcome: 'error',
      output: expect.stringContaining('unsure'),
    });
  });

  test('deciding: once, the same again is nothing, otherwise is refused, unknown is refused', async () => {
    const { session, resolve } = removingSession();
    await session.run('go', [mixed]);
    await resolve('remove a', 'approved');
    await resolve('remove a', 'approved');
    await expect(resolve('remove a', 'rejected')).rejects.toThrow(/was approved already/);
    await expect(resolve('read b', 'approved')).rejects.toThrow(/Waiting: remove a, remove c/);
    await expect(resolve('nope', 'approved')).rejects.toThrow(ConfigError);
    expect((await eventsOf(session.log)).filter(({ type }) => type === 'approval-resolved')).toHaveLength(1);
  });

  test('of two who decide otherwise at once, one is told', async () => {
    const log = inMemorySessionEventLog({ sessionId: 'session' });
    await removingSession(log).session.run('go', [{ calls: [call('remove', 'a')] }]);
    const outcomes = await Promise.allSettled([
      removingSession(log).resolve('remove a', 'approved'),
      removingSession(log).resolve('remove a', 'rejected'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining('approved already') } });
  });

  test('asked for before anything is carried out: a crash in between loses no request', async () => {
    const full = inMemorySessionEventLog({ sessionId: 'session' });
    const order: string[] = [];
    const watching = alteredLog(full, {
      append: (events, options) => {
        order.push(...events.map(({ type }) => type));
        return full.append(events, options);
      },
    });
    const read = tool({
      description: '',
      inputSchema: z.object({ path: z.string() }),
      execute: () => order.push('read'),
    });
    const { session } = removingSession(watching);
    await session.run('go', [mixed], {
      tools: { ...(session.context(session.script([])).tools ?? {}), read },
    });
    expect(order).toEqual([
      'run-started',
      'items-appended',
      'items-appended',
      'approval-requested',
      'approval-requested',
      'read',
      'items-appended',
      'run-ended',
    ]);
  });
});
