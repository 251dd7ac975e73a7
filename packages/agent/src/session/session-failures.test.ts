import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { deferred } from '../../test/agent-harness.ts';
import { agentOf, distinctModel, keepNewest, talkativeModel } from '../../test/session-agents.ts';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import type { CompactPolicy } from '../compact/compact-policy.ts';
import { SessionStoreError } from '../errors.ts';
import type { AgentEvent } from '../loop/agent-event.ts';
import { tool } from '../model/tool.ts';
import type { ScriptedReply } from '../testing/scripted-model.ts';
import { inMemorySessionStore } from './in-memory-session-store.ts';
import type { SessionStore } from './session-store.ts';

// Symptoms that users of other tools have met, each as a test of its name.

const usage = (inputTokens: number, outputTokens = 0) => ({
  inputTokens,
  cacheReadTokens: 3,
  cacheWriteTokens: 2,
  outputTokens,
  reasoningTokens: 1,
});

async function sessionAfter(turns: number, options: Parameters<typeof agentOf>[1] = {}) {
  const session = await agentOf(talkativeModel(), options).newSession();
  for (let turn = 1; turn <= turns; turn++) await session.run(`question ${turn}`);
  return session;
}

/** `keepNewest` that waits to be let on. */
function slowPolicy(keep: number) {
  const begun = deferred();
  const letOn = deferred();
  const { compact } = keepNewest(keep);
  const policy: CompactPolicy = {
    name: 'slow',
    compact: async (snapshot) => {
      begun.resolve();
      await letOn.promise;
      return compact(snapshot);
    },
  };
  return { policy, begun: begun.promise, letOn: letOn.resolve };
}

describe('what is shown and what is enforced', () => {
  test('compaction comes at a figure that nobody was shown: the number that triggers is the number shown', async () => {
    const triggered: number[] = [];
    const shown: number[] = [];
    const reply: ScriptedReply = { text: 'a long answer', usage: usage(30, 12) };
    const session = await agentOf([reply, { ...reply, usage: usage(80, 12) }, 'end'], {
      instructions: 'Be brief.',
      beforeModelCall: [async ({ contextTokens }) => void triggered.push(contextTokens.tokens)],
      onEvent: (event) => event.type === 'model-request' && shown.push(event.tokens.tokens),
    }).newSession();
    for (const input of ['one', 'two', 'three']) await session.run(input);
    expect(triggered).toEqual(shown);
    const idle = await session.contextTokens();
    await session.run(undefined).catch(() => {});
    expect(triggered.at(-1)).toBe(idle.tokens);
  });
});

describe('what is kept', () => {
  test('the summary is not persisted: all of the state survives export, JSON and a new session', async () => {
    const session = await sessionAfter(3);
    await session.updateMetadata({ title: 'mine' });
    await session.compact(keepNewest(2));
    const exported = await session.snapshot();
    const other = await agentOf([]).newSession({ from: JSON.parse(JSON.stringify(exported)) });
    const { memory, compactResult, metadata } = await other.snapshot();
    expect({ items: memory.items, summary: memory.summary, compactResult, metadata }).toEqual({
      items: exported.memory.items,
      summary: 'summary 1',
      compactResult: exported.compactResult,
      metadata: { title: 'mine' },
    });
    expect(other.lastCompactResult).toEqual(session.lastCompactResult);
  });

  test('a restart brings the overflow back: memory that was made smaller is as small after a resume', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await sessionAfter(6, { sessionStore, compactPolicy: keepNewest(2, { due: 4 }) });
    const { items } = await session.memory.snapshot();
    const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
    expect((await resumed.memory.snapshot()).items).toEqual(items);
    expect((await resumed.recall([[1, await resumed.log.version()]])).length).toBe(12);
  });

  test('a crash between summary and commit leaves it "running" for ever: memory is the one before, and compacts again', async () => {
    const inner = inMemorySessionStore();
    let fails = true;
    const sessionStore: SessionStore = {
      ...inner,
      openLog: async (...args) => {
        const log = await inner.openLog(...args);
        return alteredLog(log, {
          append: async (events, options) => {
            if (fails && events.some(({ type }) => type === 'memory-replaced'))
              throw new SessionStoreError('write_failed', 'the disk is full');
            return log.append(events, options);
          },
        });
      },
    };
    const session = await sessionAfter(3, { sessionStore });
    const before = await session.memory.snapshot();
    await expect(session.compact(keepNewest(2))).rejects.toMatchObject({ code: 'write_failed' });
    expect(await session.memory.snapshot()).toBe(before);
    fails = false;
    const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
    expect(await resumed.memory.snapshot()).toEqual(before);
    expect(await resumed.compact(keepNewest(2))).toMatchObject({ outcome: 'compacted' });
  });

  test('a compaction starts during a resume and hangs: resuming calls no policy and no model', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await sessionAfter(6, { sessionStore });
    const model = distinctModel([]);
    const never: CompactPolicy = {
      name: 'never',
      shouldCompact: () => true,
      compact: () => new Promise(() => {}),
    };
    const resumed = await agentOf(model, { sessionStore, compactPolicy: never }).resumeSession(
      session.sessionId,
    );
    expect(await resumed.snapshot()).toEqual(await session.snapshot());
    expect(model.requests).toHaveLength(0);
  });

  test('an unfinished summary becomes the boundary of the history: an aborted compaction leaves no trace', async () => {
    const session = await sessionAfter(3);
    const version = await session.log.version();
    const before = await session.memory.snapshot();
    const abort = new AbortController();
    const { policy, begun, letOn } = slowPolicy(2);
    const compaction = session.compact(policy, { signal: abort.signal });
    await begun;
    abort.abort();
    expect(await compaction).toEqual({ outcome: 'skipped', reason: 'aborted' });
    letOn();
    expect(await session.memory.snapshot()).toBe(before);
    expect(await session.log.version()).toBe(version);
  });
});

describe('forks', () => {
  test('a fork from before a compaction carries its summary: a fork is of its point', async () => {
    const session = await sessionAfter(3);
    const atSeq = await session.log.version();
    await session.compact(keepNewest(1));
    const { memory, compactResult } = await (await session.fork({ atSeq })).snapshot();
    expect(memory.items).toHaveLength(6);
    expect([memory.summary, memory.covered, compactResult]).toEqual([undefined, undefined, undefined]);
  });

  test('parent and fork share arrays: what one does, the other never sees', async () => {
    const session = await sessionAfter(2);
    const before = await session.snapshot();
    const fork = await session.fork();
    await fork.run('more');
    await fork.compact(keepNewest(1));
    await fork.updateMetadata({ of: 'fork' });
    expect(await session.snapshot()).toEqual(before);
    await session.run('on');
    expect((await fork.memory.snapshot()).items).toHaveLength(1);
  });
});

describe('compactions that meet', () => {
  test('two compactions at once compact twice: the second finds what the first left', async () => {
    const session = await sessionAfter(4);
    const { policy, letOn } = slowPolicy(3);
    const both = Promise.all([session.compact(policy), session.compact(policy)]);
    letOn();
    expect((await both).map(({ outcome }) => outcome)).toEqual(['compacted', 'skipped']);
    const replaced = (await eventsOf(session.log)).filter(({ type }) => type === 'memory-replaced');
    expect(replaced).toHaveLength(1);
  });

  test('a summary of an old history replaces a new one: what changed meanwhile stands, the result is discarded', async () => {
    const session = await sessionAfter(3);
    const { policy, begun, letOn } = slowPolicy(1);
    const compaction = session.compact(policy);
    await begun;
    await session.memory.append([{ type: 'message', id: 'meanwhile', role: 'user', content: 'wait' }]);
    letOn();
    expect(await compaction).toEqual({ outcome: 'skipped', reason: 'stale' });
    const { items, summary } = await session.memory.snapshot();
    expect([items.length, items.at(-1)?.id, summary]).toEqual([7, 'meanwhile', undefined]);
  });

  test('a result says it failed and succeeded at once: an outcome is one of two, and memory agrees with it', async () => {
    const session = await sessionAfter(3);
    for (const keep of [9, 4, 4, 2, 0]) {
      const before = await session.memory.snapshot();
      const outcome = await session.compact(keepNewest(keep));
      const after = await session.memory.snapshot();
      expect('result' in outcome).toBe(outcome.outcome === 'compacted');
      expect('reason' in outcome).toBe(outcome.outcome === 'skipped');
      expect(after !== before).toBe(outcome.outcome === 'compacted');
    }
  });
});

describe('what it cost', () => {
  test('the cost of compactions is not shown: tokens before and after, and the summary’s usage, are told', async () => {
    const events: AgentEvent[] = [];
    const session = await sessionAfter(4, { onEvent: (event) => events.push(event) });
    const outcome = await session.compact(keepNewest(1, { usage: usage(500, 50) }));
    expect(outcome).toMatchObject({ result: { usage: usage(500, 50), itemsBefore: 8, itemsAfter: 1 } });
    const [compress] = events.filter((event) => event.type === 'memory-compress');
    expect(compress?.report.sourceTokens).toBeGreaterThan(compress?.report.projectedTokens ?? 0);
    expect(session.lastCompactResult?.usage).toEqual(usage(500, 50));
  });

  test('summary calls are missing in the totals, or counted twice: each counts once, cache and reasoning too', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await agentOf(talkativeModel(usage(10, 5)), {
      sessionStore,
      compactPolicy: keepNewest(2, { due: 3, usage: usage(100, 20) }),
    }).newSession();
    for (let turn = 0; turn < 4; turn++) await session.run(`question ${turn}`);
    await session.compact(keepNewest(1, { usage: usage(1_000, 200) }));
    const events = await eventsOf(session.log);
    const automatic = events.filter(({ type }) => type === 'memory-replaced').length - 1;
    expect(automatic).toBeGreaterThan(0);
    const calls = 4 + automatic + 1;
    const total = {
      inputTokens: 4 * 10 + automatic * 100 + 1_000,
      cacheReadTokens: calls * 3,
      cacheWriteTokens: calls * 2,
      outputTokens: 4 * 5 + automatic * 20 + 200,
      reasoningTokens: calls,
    };
    expect(await session.usage()).toEqual(total);
    const resumed = await agentOf([], { sessionStore }).resumeSession(session.sessionId);
    expect((await resumed.snapshot()).usage).toEqual(total);
  });
});

test('one bad record kills a resume: a response that a crash left half done is answered, and the session goes on', async () => {
  const sessionStore = inMemorySessionStore();
  const tools = { look: tool({ description: '', inputSchema: z.object({}), execute: () => 'seen' }) };
  const session = await agentOf(['one'], { sessionStore, tools }).newSession();
  await session.run('hi');
  const call = {
    type: 'function_call',
    id: 'c',
    callId: 'c',
    name: 'look',
    arguments: '{}',
    kind: 'json',
  } as const;
  await session.memory.append([call]);
  await session.log.append([
    { type: 'extension', namespace: 'of.tomorrow', kind: 'mood', data: { odd: [null] } },
  ]);
  const resumed = await agentOf(['on'], { sessionStore, tools }).resumeSession(session.sessionId);
  expect(await resumed.run('go on')).toMatchObject({ stopReason: 'completed', text: 'on' });
  expect((await resumed.memory.snapshot()).items[3]).toMatchObject({ callId: 'c', outcome: 'interrupted' });
});
