import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { deferred } from '../../test/agent-harness.ts';
import { agentOf, distinctModel, keepNewest, talkativeModel, textsOf } from '../../test/session-agents.ts';
import { eventsOf } from '../../test/session-logs.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import type { AgentEvent } from '../loop/agent-event.ts';
import { readMemory } from '../memory/fold-memory.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import { inMemorySessionStore } from './in-memory-session-store.ts';

const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens,
});

/** A session that has had `turns` turns, of two items each. */
async function sessionAfter(turns: number, options: Parameters<typeof agentOf>[1] = {}) {
  const session = await agentOf(talkativeModel(), options).newSession();
  for (let turn = 1; turn <= turns; turn++) await session.run(`question ${turn}`);
  return session;
}

describe('runs', () => {
  test('a text is a typed user message; items are taken as they are', async () => {
    const session = await agentOf(['hello', 'again']).newSession();
    expect(await session.run('hi')).toMatchObject({ stopReason: 'completed', text: 'hello', steps: 1 });
    await session.run([user('a reminder', { origin: 'injected' })]);
    expect((await session.memory.snapshot()).items).toMatchObject([
      { type: 'message', role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
      { role: 'user', content: 'a reminder', origin: 'injected' },
      { role: 'assistant', content: 'again' },
    ]);
  });

  test('a second run waits for the first', async () => {
    const first = deferred<string>();
    const session = await agentOf([() => first.promise, 'two']).newSession();
    const runs = [session.run('one'), session.run('more')];
    first.resolve('one');
    expect((await Promise.all(runs)).map(({ text }) => text)).toEqual(['one', 'two']);
    expect(await textsOf(session)).toEqual(['one', 'one', 'more', 'two']);
  });

  test('a run that may not wait is refused while another is under way, and nothing is added', async () => {
    const first = deferred<string>();
    const session = await agentOf([() => first.promise, 'two']).newSession();
    const running = session.run('one');
    await expect(session.run('no', { whenBusy: 'reject' })).rejects.toMatchObject({ code: 'busy' });
    first.resolve('one');
    await running;
    expect(await session.run('yes', { whenBusy: 'reject' })).toMatchObject({ text: 'two' });
    expect(await textsOf(session)).toEqual(['one', 'one', 'yes', 'two']);
  });

  test('a run that is aborted while it waits adds nothing', async () => {
    const first = deferred<string>();
    const session = await agentOf([() => first.promise]).newSession();
    const running = session.run('one');
    const abort = new AbortController();
    const waiting = session.run('two', { signal: abort.signal });
    abort.abort();
    first.resolve('done');
    await running;
    expect(await waiting).toMatchObject({ stopReason: 'interrupted', steps: 0 });
    expect(await textsOf(session)).toEqual(['one', 'done']);
  });

  test('limits of a run stand in place of the agent’s', async () => {
    const again = { calls: [{ name: 'look' }] };
    const tools = { look: tool({ description: '', inputSchema: z.object({}), execute: () => 'seen' }) };
    const session = await agentOf([again, again, again], { tools, limits: { maxSteps: 2 } }).newSession();
    expect(await session.run('go', { limits: { maxSteps: 1 } })).toMatchObject({
      stopReason: 'max_steps',
      steps: 1,
    });
    expect(await session.run('go')).toMatchObject({ stopReason: 'max_steps', steps: 2 });
  });

  test('a stream gives events as they come, and its totals as promises', async () => {
    const session = await agentOf([{ text: 'hello', usage: usage(10, 2) }]).newSession();
    const stream = session.stream('hi');
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual([
      'run-start',
      'step-start',
      'model-request',
      'model-response',
      'step-end',
      'run-end',
    ]);
    expect(await stream.text).toBe('hello');
    expect(await stream.usage).toEqual(usage(10, 2));
    expect(await stream.result).toMatchObject({ stopReason: 'completed' });
  });

  test('a listener that throws stops neither the run nor the other listener', async () => {
    const heard: string[] = [];
    const onEvent = () => {
      throw new Error('mine');
    };
    const session = await agentOf(['hello'], { onEvent }).newSession();
    await session.run('hi', { onEvent: ({ type }) => heard.push(type) });
    expect(heard).toContain('run-end');
  });
});

describe('compaction by hand', () => {
  test('replaces memory, is undone exactly, and then can be done again', async () => {
    const session = await sessionAfter(3);
    const before = await session.memory.snapshot();
    const outcome = await session.compact(keepNewest(2));
    expect(outcome).toMatchObject({ outcome: 'compacted', result: { summary: 'summary 1', itemsAfter: 2 } });
    expect(await session.memory.snapshot()).toMatchObject({
      items: before.items.slice(4),
      summary: 'summary 1',
    });
    expect(session.lastCompactResult).toMatchObject({ summary: 'summary 1' });
    await session.undoCompact();
    const after = await session.memory.snapshot();
    expect([after.items, after.summary]).toEqual([before.items, undefined]);
    expect(session.lastCompactResult).toBeUndefined();
    await expect(session.undoCompact()).rejects.toMatchObject({ code: 'nothing_to_undo' });
    expect(await session.compact(keepNewest(2))).toMatchObject({ outcome: 'compacted' });
  });

  test('the agent’s policy is the default; without any it is a configuration error', async () => {
    const withPolicy = await sessionAfter(3, { compactPolicy: keepNewest(2) });
    expect(await withPolicy.compact()).toMatchObject({ outcome: 'compacted' });
    const without = await sessionAfter(1);
    expect(() => without.compact()).toThrow(/compactPolicy/);
  });

  test('nothing to compact is no failure', async () => {
    const session = await sessionAfter(1);
    expect(await session.compact(keepNewest(10))).toEqual({
      outcome: 'skipped',
      reason: 'nothing-to-compact',
    });
  });

  test('a policy that throws leaves memory as it was, and the caller hears of it', async () => {
    const session = await sessionAfter(2);
    const before = await session.memory.snapshot();
    const broken = { name: 'broken', compact: () => Promise.reject(new Error('no summary today')) };
    await expect(session.compact(broken)).rejects.toThrow('no summary today');
    expect(await session.memory.snapshot()).toBe(before);
    expect(session.lastCompactResult).toBeUndefined();
  });

  test('hooks may veto, focus and observe it; an event tells of it', async () => {
    const events: AgentEvent[] = [];
    const instructions: (string | undefined)[] = [];
    let isVetoed = true;
    const session = await sessionAfter(3, {
      onEvent: (event) => events.push(event),
      hooks: {
        beforeCompact: () =>
          isVetoed ? { action: 'veto', reason: 'not now' } : { action: 'proceed', instructions: 'ids' },
        onCompact: ({ reason }) => void instructions.push(reason),
      },
    });
    const { compact } = keepNewest(2);
    const policy = {
      name: 'listening',
      compact: (...[snapshot, context]: Parameters<typeof compact>) => {
        instructions.push(context?.instructions);
        return compact(snapshot, context);
      },
    };
    expect(await session.compact(policy)).toEqual({
      outcome: 'skipped',
      reason: 'vetoed',
      detail: 'not now',
    });
    isVetoed = false;
    await session.compact(policy, { instructions: 'paths' });
    expect(instructions).toEqual(['paths\nids', 'manual']);
    expect(events.filter(({ type }) => type === 'memory-compress')).toMatchObject([
      { step: 0, result: { summary: 'summary 1' }, report: { droppedItemCount: 4 } },
    ]);
  });

  test('the seed example: a structured summary by hand, and its report', async () => {
    const session = await sessionAfter(4);
    await session.compact(structuredSummaryCompactPolicy({ maxItems: 4, pinnedPrefixItems: 1 }));
    expect(session.lastCompactResult?.contextReport?.droppedItemCount).toBeGreaterThan(0);
  });
});

describe('preview', () => {
  test('shows what would be dropped and kept, and changes nothing', async () => {
    const session = await sessionAfter(3);
    const before = await session.memory.snapshot();
    const version = await session.log.version();
    const preview = await session.preview(keepNewest(2));
    if (preview.outcome !== 'ready') throw new Error('nothing to preview');
    expect(preview.dropped).toEqual(before.items.slice(0, 4));
    expect(preview.kept).toEqual(before.items.slice(4));
    expect(preview.summary).toBe('summary 1');
    expect(preview.report).toMatchObject({ sourceItemCount: 6, droppedItemCount: 4 });
    expect(await session.log.version()).toBe(version);
    expect(await session.memory.snapshot()).toBe(before);
  });

  test('is committed with the summary as edited', async () => {
    const session = await sessionAfter(3);
    const preview = await session.preview(keepNewest(2));
    if (preview.outcome !== 'ready') throw new Error('nothing to preview');
    expect(await preview.commit({ summary: 'better words' })).toMatchObject({
      outcome: 'compacted',
      result: { summary: 'better words' },
    });
    expect((await session.memory.snapshot()).summary).toBe('better words');
    expect(session.lastCompactResult?.summary).toBe('better words');
  });

  test('is stale once memory has changed, and leaves it as it is', async () => {
    const session = await sessionAfter(3);
    const preview = await session.preview(keepNewest(2));
    await session.run('meanwhile');
    const before = await session.memory.snapshot();
    if (preview.outcome !== 'ready') throw new Error('nothing to preview');
    await expect(preview.commit()).rejects.toMatchObject({ code: 'stale' });
    expect(await session.memory.snapshot()).toBe(before);
  });

  test('says so where there is nothing to compact', async () => {
    expect(await (await sessionAfter(1)).preview(keepNewest(9))).toEqual({
      outcome: 'skipped',
      reason: 'nothing-to-compact',
    });
  });
});

describe('automatic compaction', () => {
  test('is held off by an undo until the run after it is over, across a resume too', async () => {
    const sessionStore = inMemorySessionStore();
    const options = { sessionStore, compactPolicy: keepNewest(2, { due: 3 }) };
    const session = await sessionAfter(3, options);
    expect(session.lastCompactResult).toBeDefined();
    await session.compact(keepNewest(1));
    await session.undoCompact();
    const items = (await session.memory.snapshot()).items.length;
    const resumed = await agentOf(talkativeModel(), options).resumeSession(session.sessionId);
    await resumed.run('held off');
    expect((await resumed.memory.snapshot()).items).toHaveLength(items + 2);
    await resumed.run('no longer');
    expect((await resumed.memory.snapshot()).items).toHaveLength(3);
  });

  test('is the last result, and still is after a resume', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await sessionAfter(3, { sessionStore, compactPolicy: keepNewest(2, { due: 3 }) });
    const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
    expect(resumed.lastCompactResult).toEqual(session.lastCompactResult);
    expect(resumed.lastCompactResult).toMatchObject({ policy: 'keep-newest', itemsAfter: 2 });
  });
});

describe('snapshot, save and resume', () => {
  test('a snapshot has everything, is plain data, and changes nothing', async () => {
    const now = () => 1_000;
    const session = await sessionAfter(3, { sessionStore: inMemorySessionStore({ now }) });
    await session.updateMetadata({ title: 'six items' });
    await session.compact(keepNewest(2));
    const version = await session.log.version();
    const snapshot = await session.snapshot();
    const { items, seqs, covered } = await session.memory.snapshot();
    expect(snapshot).toEqual({
      schemaVersion: 1,
      sessionId: session.sessionId,
      seq: version,
      createdAtEpochMs: 1_000,
      updatedAtEpochMs: 1_000,
      metadata: { title: 'six items' },
      memory: { items, summary: 'summary 1', seqs, covered },
      compactResult: session.lastCompactResult,
      usage: usage(0, 0),
      pendingApprovals: [],
    });
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    expect(await session.log.version()).toBe(version);
    expect(await session.snapshot()).toEqual(snapshot);
  });

  test('resume is identity: what was saved is what is found', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await sessionAfter(3, { sessionStore });
    await session.updateMetadata({ title: 'mine' });
    await session.compact(keepNewest(2));
    const saved = await session.save();
    const resumed = await agentOf(['on'], { sessionStore }).resumeSession(session.sessionId);
    expect(await resumed.snapshot()).toEqual(saved);
    expect(resumed.metadata).toEqual({ title: 'mine' });
    await resumed.run('and on');
    expect((await resumed.memory.snapshot()).summary).toBe('summary 1');
  });

  test.each(['present', 'stale', 'absent'] as const)(
    'memory is the same with the saved snapshot %s',
    async (saved) => {
      const sessionStore = inMemorySessionStore();
      const session = await sessionAfter(2, { sessionStore });
      if (saved === 'stale') await session.save();
      await session.run('more');
      await session.compact(keepNewest(2));
      if (saved === 'present') await session.save();
      const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
      expect(await resumed.memory.snapshot()).toEqual(await session.memory.snapshot());
    },
  );

  test('saving again goes over the older one, also when another process saved in between', async () => {
    const sessionStore = inMemorySessionStore();
    const agent = agentOf(talkativeModel(), { sessionStore });
    const session = await agent.newSession();
    await session.save();
    const other = await agent.resumeSession(session.sessionId);
    await other.run('theirs');
    await other.save();
    const saved = await session.save();
    expect(await sessionStore.load(session.sessionId)).toEqual(saved);
    expect(saved.memory.items).toHaveLength(2);
  });

  test('a session that no store has is not found; one that is there is not begun again', async () => {
    const agent = agentOf([]);
    await expect(agent.resumeSession('nowhere')).rejects.toMatchObject({ code: 'not_found' });
    await agent.newSession({ sessionId: 'here' });
    await expect(agent.newSession({ sessionId: 'here' })).rejects.toMatchObject({ code: 'invalid_option' });
  });

  test('a snapshot alone begins a session on another host: memory, metadata, result, approvals', async () => {
    const tools = {
      remove: tool({
        description: '',
        inputSchema: z.object({}),
        needsApproval: true,
        execute: () => 'removed',
      }),
    };
    const ask = { calls: [{ name: 'remove', callId: 'rm' }] };
    const session = await agentOf(['one', ask], { tools }).newSession({ metadata: { title: 'mine' } });
    await session.run('first');
    await session.compact(keepNewest(1));
    await session.run('second');
    const sent = JSON.parse(JSON.stringify(await session.snapshot()));

    const there = await agentOf(['done'], { tools }).newSession({ from: sent });
    const { memory, compactResult, metadata, pendingApprovals } = await there.snapshot();
    expect([memory.items, memory.summary]).toEqual([sent.memory.items, 'summary 1']);
    expect({ compactResult, metadata, pendingApprovals }).toEqual({
      compactResult: sent.compactResult,
      metadata: { title: 'mine' },
      pendingApprovals: [{ callId: 'rm', toolName: 'remove' }],
    });
    await there.resolveApproval('rm', { decision: 'approved' });
    expect(await there.run()).toMatchObject({ stopReason: 'completed', text: 'done' });
    expect(await textsOf(there)).toContain('removed');
  });

  test('what is closed takes nothing more, and waits for what was under way', async () => {
    const answer = deferred<string>();
    const sessionStore = inMemorySessionStore();
    const session = await agentOf([() => answer.promise], { sessionStore }).newSession();
    const running = session.run('one');
    const closed = session.close();
    await expect(session.run('two')).rejects.toMatchObject({ code: 'closed' });
    answer.resolve('done');
    expect(await running).toMatchObject({ text: 'done' });
    await closed;
    await session.close();
    const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
    expect(await textsOf(resumed)).toEqual(['one', 'done']);
  });
});

describe('fork', () => {
  test('has the memory of its point, before and after a compaction, and a way back', async () => {
    const session = await sessionAfter(3);
    const before = await session.memory.snapshot();
    const point = await session.log.version();
    await session.compact(keepNewest(2));
    await session.run('after');
    const untouched = await eventsOf(session.log);

    const early = await session.fork({ atSeq: point });
    expect(await early.memory.snapshot()).toEqual(before);
    const late = await session.fork();
    expect(await late.memory.snapshot()).toEqual(await session.memory.snapshot());
    expect(late.lastCompactResult).toEqual(session.lastCompactResult);
    expect((await late.recall([[1, point]])).map(({ item }) => item)).toEqual(before.items);
    await late.undoCompact();
    expect((await late.memory.snapshot()).items.slice(0, 6)).toEqual(before.items);
    await early.run('on my own');
    expect(await eventsOf(session.log)).toEqual(untouched);
    expect((await eventsOf(early.log))[(await eventsOf(session.log)).length]).toBeUndefined();
  });

  test('says where it comes from, and bills nothing of its parent', async () => {
    const session = await agentOf(talkativeModel(usage(10, 5))).newSession();
    await session.run('one');
    const fork = await session.fork({ sessionId: 'child' });
    const atSeq = await session.log.version();
    expect((await eventsOf(fork.log)).at(-1)).toMatchObject({
      type: 'forked-from',
      sessionId: session.sessionId,
      atSeq,
    });
    expect(await fork.usage()).toEqual(usage(0, 0));
    await fork.run('two');
    expect(await fork.usage()).toEqual(usage(10, 5));
    expect(await session.usage()).toEqual(usage(10, 5));
  });

  test('has the whole of outputs that were cut, from blobs', async () => {
    const long = 'x'.repeat(1_000);
    const tools = {
      read: tool({ description: '', inputSchema: z.object({}), maxOutputChars: 100, execute: () => long }),
    };
    const session = await agentOf([{ calls: [{ name: 'read', callId: 'r' }] }, 'seen'], {
      tools,
    }).newSession();
    await session.run('go');
    const fork = await session.fork();
    expect((await fork.recall('r')).map(({ item }) => 'output' in item && item.output)).toContain(long);
  });

  test('refuses a point that the log does not reach, and an id in use', async () => {
    const session = await sessionAfter(1);
    await expect(session.fork({ atSeq: 999 })).rejects.toMatchObject({ code: 'invalid_option' });
    await expect(session.fork({ sessionId: session.sessionId })).rejects.toMatchObject({
      code: 'invalid_option',
    });
    expect(await textsOf(session)).toHaveLength(2);
  });
});

describe('recall, search and explain', () => {
  test('recall takes ranges, ids, placeholders and seqs', async () => {
    const session = await sessionAfter(2);
    const { items, seqs } = await session.memory.snapshot();
    const [range] = seqs;
    await session.compact(keepNewest(1));
    const { covered } = await session.memory.snapshot();
    expect(covered && (await session.recall([covered])).map(({ item }) => item)).toEqual(items.slice(0, 3));
    const id = items[1]?.id as string;
    expect((await session.recall({ itemIds: [id] })).map(({ item }) => item)).toEqual([items[1]]);
    expect((await session.recall(id)).map(({ item }) => item)).toEqual([items[1]]);
    expect((await session.recall(`seq ${range?.[0]}`)).map(({ item }) => item)).toEqual([items[0]]);
    expect(await session.recall('no such thing')).toEqual([]);
  });

  test('search finds what compactions covered, the newest first', async () => {
    const session = await sessionAfter(3);
    await session.compact(keepNewest(1));
    expect((await session.search('QUESTION')).map(({ snippet }) => snippet)).toEqual([
      'question 3',
      'question 2',
      'question 1',
    ]);
    expect(await session.search('question', { limit: 1 })).toMatchObject([{ snippet: 'question 3' }]);
    expect(await session.search('question 9')).toEqual([]);
  });

  test('explain tells of an item that was sent, dropped by a projection, and covered by a compaction', async () => {
    const session = await sessionAfter(3, { contextBudget: { maxItems: 2 } });
    const { items } = await session.memory.snapshot();
    const ids = items.map(({ id }) => id);
    expect(await session.explain(ids[0] as string)).toMatchObject({
      type: 'message',
      memory: 'whole',
      lastRequest: 'dropped',
      notes: expect.arrayContaining([expect.stringContaining('maxItems')]),
      isRecallable: true,
    });
    expect(await session.explain(ids[4] as string)).toMatchObject({ memory: 'whole', lastRequest: 'whole' });
    expect(await session.explain(ids[5] as string)).toMatchObject({ lastRequest: 'absent' });
    await session.compact(keepNewest(2));
    expect(await session.explain(ids[0] as string)).toMatchObject({
      memory: 'gone',
      coveredBy: { reason: 'compact', policy: 'keep-newest' },
      isRecallable: true,
    });
    await session.log.append([{ type: 'redacted', ranges: [[1, 3]], reason: 'policy 7' }]);
    expect(await session.explain(ids[0] as string)).toMatchObject({
      tombstone: { type: 'redacted', reason: 'policy 7' },
      isRecallable: false,
    });
    expect(await session.explain('nobody')).toBeUndefined();
  });
});

describe('numbers', () => {
  test('context tokens are one number: of the event, and of the session after it', async () => {
    const events: AgentEvent[] = [];
    const session = await agentOf([{ text: 'hello', usage: usage(40, 2) }, 'more'], {
      instructions: 'Be brief.',
      onEvent: (event) => events.push(event),
    }).newSession();
    await session.run('hi');
    const shown = await session.contextTokens();
    expect(shown.tokens).toBe(42);
    expect(shown.anchoredItems).toBe(2);
    const input = user('and then?');
    await session.run(input);
    const requests = events.filter((event) => event.type === 'model-request');
    const added = (requests[1]?.tokens.tokens ?? 0) - shown.tokens;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(20);
  });

  test('the number is the same after a resume, as real as it was', async () => {
    const sessionStore = inMemorySessionStore();
    const options = { sessionStore, instructions: 'Be brief.', contextBudget: { maxItems: 10 } };
    const session = await agentOf([{ text: 'hello', usage: usage(40, 2) }], options).newSession();
    await session.run('hi');
    await session.memory.append([user('not yet sent')]);
    const shown = await session.contextTokens();
    expect(shown).toMatchObject({ anchoredItems: 2 });
    const resumed = await agentOf([], options).resumeSession(session.sessionId);
    expect(await resumed.contextTokens()).toEqual(shown);
    await resumed.compact(keepNewest(1));
    const again = await agentOf([], options).resumeSession(session.sessionId);
    expect(await again.contextTokens()).toMatchObject({ anchoredItems: 0 });
  });

  test('the log has a report only when it differs, and no prompts', async () => {
    const session = await sessionAfter(6, {
      contextBudget: { maxItems: 100 },
      instructions: 'SECRET PROMPT',
    });
    const events = await eventsOf(session.log);
    expect(events.filter(({ type }) => type === 'report')).toHaveLength(0);
    expect(JSON.stringify(events)).not.toContain('SECRET PROMPT');
    expect(events.filter(({ type }) => type === 'run-started')).toHaveLength(6);
    expect(events.filter(({ type }) => type === 'run-ended')).toHaveLength(6);
  });

  test('memory is the fold of the log at any time', async () => {
    const session = await sessionAfter(3, { compactPolicy: keepNewest(2, { due: 3 }) });
    expect(await session.memory.snapshot()).toEqual(await readMemory(session.log));
  });
});

test('sessions of one agent share nothing but the agent', async () => {
  const model = distinctModel(['one', 'two']);
  const agent = agentOf(model);
  const [a, b] = [await agent.newSession({ metadata: { of: 'a' } }), await agent.newSession()];
  await a.run('only a');
  await b.run('only b');
  expect(a.sessionId).not.toBe(b.sessionId);
  expect([await textsOf(a), await textsOf(b)]).toEqual([
    ['only a', 'one'],
    ['only b', 'two'],
  ]);
  expect([a.metadata, b.metadata]).toEqual([{ of: 'a' }, {}]);
});

test('an agent runs once, in a session that its store keeps', async () => {
  const sessionStore = inMemorySessionStore();
  expect(await agentOf(['hello'], { sessionStore }).run('hi')).toMatchObject({ text: 'hello' });
  expect(await sessionStore.list()).toHaveLength(1);
});
