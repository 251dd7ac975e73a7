import { scriptAwareTokenEstimator } from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import { codingAgentOf, eventsOf, runs } from '../../test/coding-agents.ts';
import { checkpointAnswer, words } from '../../test/compactor-setup.ts';

describe('tasks', () => {
  test('a turn that answers ends the task', async () => {
    const { agent, events } = codingAgentOf(['The answer is 42.']);
    await using session = await agent.newSession();
    expect(await session.run('What is it?')).toMatchObject({
      stopReason: 'completed',
      text: 'The answer is 42.',
      followUps: 0,
    });
    expect(eventsOf(events, 'loop-decision')).toMatchObject([{ turn: 1, decision: { reason: 'completed' } }]);
  });

  test('tool work, then a next step: one follow-up, one message of the user, usage summed', async () => {
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const { agent, model } = codingAgentOf([
      { calls: [{ name: 'bash', arguments: { command: 'ls' } }], usage },
      { text: 'Continuing with remaining work.', usage },
      { text: 'Completed the refactoring.', usage },
    ]);
    await using session = await agent.newSession();
    const result = await session.run('Refactor it.');
    expect(result).toMatchObject({ stopReason: 'completed', followUps: 1, steps: 3 });
    expect(result.usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
    const { items } = await session.memory.snapshot();
    const users = items.filter((item) => item.type === 'message' && item.role === 'user');
    expect(users.map((item) => 'origin' in item && item.origin)).toEqual([false, 'injected']);
    expect(JSON.stringify(model.requests[2])).toContain('continue_after_tool_work');
  });

  test('a stream gives every event and the result', async () => {
    const { agent } = codingAgentOf(['Done.']);
    await using session = await agent.newSession();
    const stream = session.stream('Go.');
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types).toContain('loop-decision');
    expect(await stream.text).toBe('Done.');
  });
});

describe('compaction', () => {
  test('by hand: a checkpoint with its goal, and a snapshot that says so', async () => {
    const { agent } = codingAgentOf(['One.', words(1_500)]);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    const before = await session.snapshot();
    const result = await session.compact('Look after the API.');
    expect(result).toMatchObject({
      outcome: 'compacted',
      strategy: expect.stringContaining('checkpoint'),
      automatic: false,
      beforeItemCount: before.memoryItemCount,
    });
    const after = await session.snapshot();
    expect(after).toMatchObject({
      checkpointGoal: 'Ship the login page',
      lastCompactMode: 'manual',
      memoryItemCount: result.afterItemCount,
      estimatedContextTokens: result.estimatedTokensAfter,
    });
    expect(after.summary).toContain('## Goal');
    expect(session.latestCompactResult).toEqual(result);
    expect(session.lastCompactResult).toMatchObject({ policy: 'ai4j.coding', completed: ['Wrote the form'] });
  });

  test('what the user wants looked after is asked of the summariser, and may not be long', async () => {
    const { agent, summaryModel } = codingAgentOf(['One.', words(1_500)]);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    await session.compact('Look after the API.');
    expect(JSON.stringify(summaryModel.requests)).toContain('Look after the API.');
    expect(() => session.compact('x'.repeat(2_001))).toThrow(/instructions has 2001 chars/);
  });

  test('by itself after a turn, told with its five fields', async () => {
    const { agent, events } = codingAgentOf([words(3_000), words(3_000), words(1_000)]);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(session.lastAutoCompactResult).toMatchObject({ outcome: 'compacted', automatic: true });
    expect(session.lastAutoCompactError).toBeUndefined();
    expect(session.drainPendingAutoCompactResults()).toHaveLength(1);
    expect(session.drainPendingAutoCompactResults()).toEqual([]);
    expect(eventsOf(events, 'session-compact')).toMatchObject([
      {
        strategy: 'checkpoint',
        compactedToolResultCount: 0,
        checkpointReused: false,
        fallbackSummary: false,
      },
    ]);
    expect(await session.snapshot()).toMatchObject({ lastCompactMode: 'auto' });
  });

  test('micro first: old tool results are shortened, and no summary is asked for', async () => {
    const codingOptions = { toolResultMicroCompactKeepRecent: 0 };
    const replies = [runs('test', 5_200), 'Failed.', words(1_500)];
    const { agent, summaryModel } = codingAgentOf(replies, { codingOptions });
    await using session = await agent.newSession();
    await session.run('Test.');
    await session.run('And now?');
    expect(session.latestCompactResult).toMatchObject({ strategy: 'tool-result-micro' });
    expect(summaryModel.requests).toEqual([]);
  });

  test('a second one goes on from the checkpoint of the first', async () => {
    const { agent } = codingAgentOf([words(1_500), words(1_500), words(1_500)]);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(await session.compact()).toMatchObject({ strategy: 'checkpoint', checkpointReused: false });
    await session.run('Third.');
    const second = await session.compact();
    expect(second).toMatchObject({ strategy: 'checkpoint-delta', checkpointReused: true });
    expect(second.deltaItemCount).toBeGreaterThan(0);
  });

  test('undone: memory, checkpoint and result are what they were, and the next turn is left alone', async () => {
    const { agent, events } = codingAgentOf([words(2_900), words(2_900), 'Short.']);
    await using session = await agent.newSession();
    await session.run('First.');
    const before = await session.memory.snapshot();
    await session.run('Second.');
    expect(await session.checkpoint()).toBeDefined();
    await session.undoCompact();
    expect((await session.memory.snapshot()).items.slice(0, 2)).toEqual(before.items);
    expect(await session.checkpoint()).toBeUndefined();
    expect(session.latestCompactResult).toBeUndefined();
    await session.run('Third.');
    expect(eventsOf(events, 'auto-compact-skipped').at(-1)).toMatchObject({ reason: 'held-off' });
  });

  test('hooks: one may say no, the other hears of it', async () => {
    const heard: string[] = [];
    const { agent } = codingAgentOf([words(1_500), words(1_500)], {
      hooks: {
        beforeCompact: () => ({ action: 'veto', reason: 'not now' }),
        onCompact: ({ reason }) => {
          heard.push(reason);
        },
      },
    });
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(await session.compact()).toMatchObject({ outcome: 'skipped', skipReason: 'vetoed' });
    expect(heard).toEqual([]);
  });

  test('200 tool calls in one turn never overflow', async () => {
    const counter = scriptAwareTokenEstimator({ family: 'default' });
    const replies = [...Array.from({ length: 200 }, (_, n) => runs(`step ${n}`, 300)), 'Done.'];
    const { agent, model, events } = codingAgentOf(replies, { limits: { maxSteps: 300 } });
    await using session = await agent.newSession();
    expect(await session.run('Do two hundred things.')).toMatchObject({
      stopReason: 'completed',
      steps: 201,
    });
    const sizes = model.requests.map(({ items, instructions = '', tools }) =>
      items.reduce(
        (sum, item) => sum + counter.countItem(item),
        counter.countText(instructions) + counter.countText(JSON.stringify(tools)),
      ),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(session.options.compactTargetTokens);
    expect(eventsOf(events, 'session-compact').length).toBeGreaterThan(5);
    expect(eventsOf(events, 'auto-compact-failed')).toEqual([]);
  });
});

test('what takes the room sums to the number that triggers', async () => {
  const { agent } = codingAgentOf([runs('ls', 100), 'Done.']);
  await using session = await agent.newSession();
  await session.run('Look.');
  const { tokens, parts } = await session.contextBreakdown();
  expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
  expect(parts.map(({ name }) => name)).toEqual([
    'system prompt',
    'tools',
    'user messages',
    'assistant messages',
    'tool calls',
    'tool results',
  ]);
  expect((await session.snapshot()).estimatedContextTokens).toBe(tokens);
});

describe('states', () => {
  /** A session that was compacted, and its agent. */
  async function compacted() {
    const setup = codingAgentOf([words(1_500), words(1_500), 'Later.', 'Later still.']);
    const session = await setup.agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    await session.compact();
    return { ...setup, session };
  }

  test('looking changes nothing', async () => {
    const { session } = await compacted();
    const version = await session.log.version();
    const state = await session.exportState();
    await session.snapshot();
    expect(await session.exportState()).toEqual(state);
    expect(await session.log.version()).toBe(version);
  });

  test('a state goes through JSON and back into the same session', async () => {
    const { agent, session } = await compacted();
    const state = await session.exportState();
    await using restored = await agent.newSession(JSON.parse(JSON.stringify(state)));
    expect(restored.restoreReport).toEqual({ source: 'log', repairs: [] });
    expect(await restored.exportState()).toEqual(state);
    expect(await restored.run('Go on.')).toMatchObject({ stopReason: 'completed' });
  });

  test('once the session went on, a state goes on in a fork of its point', async () => {
    const { agent, session } = await compacted();
    const state = await session.exportState();
    await session.run('Third.');
    await using restored = await agent.newSession(state);
    expect(restored.sessionId).not.toBe(session.sessionId);
    expect(await restored.exportState()).toMatchObject({ memory: state.memory, breaker: state.breaker });
    expect(restored.latestCompactResult).toEqual(state.latestCompactResult);
  });

  test('a store without the log goes on with what the state has, or with its history', async () => {
    const { session } = await compacted();
    const small = await session.exportState();
    const { log: _, ...known } = small;
    await using bare = await codingAgentOf([]).agent.newSession(small);
    expect(bare.restoreReport).toEqual({ source: 'state', repairs: [] });
    expect(await bare.exportState()).toMatchObject(known);

    await using whole = await codingAgentOf([]).agent.newSession(
      await session.exportState({ includeHistory: true }),
    );
    expect(whole.restoreReport).toEqual({ source: 'log', repairs: [] });
    expect(await whole.exportState()).toEqual(small);
    expect(await whole.search('First.')).toHaveLength(1);
  });

  test('restore puts a session back to what it was, without compacting', async () => {
    const { session, summaryModel } = await compacted();
    const state = await session.exportState();
    await session.run('Third.');
    const calls = summaryModel.requests.length;
    expect(await session.restore(state)).toEqual({ source: 'state', repairs: [] });
    const { log: _, ...known } = state;
    expect(await session.exportState()).toMatchObject(known);
    expect(summaryModel.requests).toHaveLength(calls);
  });

  test('a state of another workspace is refused', async () => {
    const { agent, session } = await compacted();
    const state = { ...(await session.exportState()), workspaceRoot: '/elsewhere' };
    await expect(agent.newSession(state)).rejects.toMatchObject({ code: 'workspace_mismatch' });
    expect(() => session.restore(state)).toThrow(/session in \/elsewhere/);
  });

  test('a session resumes with checkpoint, breaker and latest result', async () => {
    const { agent, session } = await compacted();
    const state = await session.exportState();
    await session.close();
    await using resumed = await agent.resumeSession(session.sessionId);
    expect(await resumed.exportState()).toEqual(state);
  });
});

test('the checkpoint that the model wrote stands in memory', async () => {
  const answer = checkpointAnswer({ goal: 'Keep the API stable' });
  const { agent } = codingAgentOf([words(1_500), words(1_500)], { summaries: [answer] });
  await using session = await agent.newSession();
  await session.run('First.');
  await session.run('Second.');
  await session.compact();
  expect((await session.memory.snapshot()).summary).toContain('Keep the API stable');
});
