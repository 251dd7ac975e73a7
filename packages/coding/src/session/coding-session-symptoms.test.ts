import { ModelError, tool } from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { codingAgentOf, eventsOf, runs } from '../../test/coding-agents.ts';
import { checkpointAnswer, words } from '../../test/compactor-setup.ts';
import type { ProcessRegistry } from '../process/process-registry.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';

describe('compactions without end', () => {
  test('a floor above the threshold is said, and no summary is paid for', async () => {
    const { agent, summaryModel, events } = codingAgentOf(['Hello.', 'Hello again.'], {
      instructions: words(7_000),
    });
    await using session = await agent.newSession();
    await session.run('Hi.');
    await session.run('Hi.');
    expect(eventsOf(events, 'auto-compact-skipped')).toMatchObject([
      { reason: 'floor-too-high', detail: expect.stringContaining('system prompt and tools') },
      { reason: 'floor-too-high' },
    ]);
    expect(summaryModel.requests).toEqual([]);
  });

  test('a context that is full again at once pauses compaction, and the culprit is named', async () => {
    const replies = Array.from({ length: 12 }, (_, n) => runs(`cat part${n}`, 5_000));
    const { agent, summaryModel } = codingAgentOf([...replies, 'Done.'], { limits: { maxSteps: 30 } });
    await using session = await agent.newSession();
    await session.run('Read it all.');
    const { breaker } = await session.exportState();
    expect(breaker).toMatchObject({
      status: 'open',
      reason: 'thrash',
      error: expect.stringContaining('result of bash'),
    });
    expect(summaryModel.requests.length).toBeLessThan(8);
  });

  test('failures in one session do not pause compaction in another', async () => {
    let isBroken = true;
    const hooks = {
      beforeCompact: () => {
        if (isBroken) throw new Error('hook broke');
        return undefined;
      },
    };
    const answers = Array.from({ length: 8 }, () => words(3_000));
    const { agent, events } = codingAgentOf(answers, { hooks });
    await using broken = await agent.newSession();
    for (const input of ['1', '2', '3', '4']) await broken.run(input);
    expect((await broken.snapshot()).autoCompactCircuitBreakerOpen).toBe(true);
    expect(broken.lastAutoCompactError).toContain('failed 3 times in a row');
    expect(eventsOf(events, 'auto-compact-failed')).toHaveLength(3);

    isBroken = false;
    await using other = await agent.newSession();
    for (const input of ['1', '2']) await other.run(input);
    expect(other.lastAutoCompactResult).toMatchObject({ outcome: 'compacted' });

    expect(await broken.compact()).toMatchObject({ outcome: 'compacted' });
    expect((await broken.snapshot()).autoCompactCircuitBreakerOpen).toBe(false);
  });
});

describe('compactions that do not come, or come unbidden', () => {
  test('a long tool loop is checked inside its turn', async () => {
    const replies = Array.from({ length: 30 }, (_, n) => runs(`step ${n}`, 400));
    const { agent, events } = codingAgentOf([...replies, 'Done.'], { limits: { maxSteps: 40 } });
    await using session = await agent.newSession();
    await session.run('Thirty steps.');
    expect(eventsOf(events, 'session-compact')[0]?.step).toBeLessThan(20);
  });

  test('off is off after a turn, inside a turn, and on overflow, and is said', async () => {
    const overflow = new ModelError('context_overflow', 'too long');
    const { agent, summaryModel, events } = codingAgentOf(
      [runs('a', 4_000), runs('b', 4_000), 'Done.', overflow],
      { codingOptions: { autoCompactEnabled: false } },
    );
    await using session = await agent.newSession();
    await session.run('Go.');
    expect(await session.run('More.')).toMatchObject({ stopReason: 'error' });
    const { items, summary } = await session.memory.snapshot();
    expect(items).toHaveLength(7);
    expect(summary).toBeUndefined();
    expect(summaryModel.requests).toEqual([]);
    const skips = eventsOf(events, 'auto-compact-skipped');
    expect(skips.length).toBeGreaterThan(1);
    expect(new Set(skips.map(({ reason }) => reason))).toEqual(new Set(['disabled']));
  });

  test('every decision is told with what was used and what may be', async () => {
    const { agent, events } = codingAgentOf(['Hello.']);
    await using session = await agent.newSession();
    await session.run('Hi.');
    expect(eventsOf(events, 'auto-compact-skipped')).toMatchObject([
      { reason: 'fits', contextTokens: expect.any(Number), limitTokens: 6_000 },
    ]);
  });

  test('an overflow compacts and the turn goes on', async () => {
    const overflow = new ModelError('context_overflow', 'too long');
    const { agent } = codingAgentOf([words(1_500), words(1_500), overflow, 'Done.']);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(await session.run('Third.')).toMatchObject({ stopReason: 'completed', text: 'Done.' });
    expect(session.lastAutoCompactResult).toMatchObject({ outcome: 'compacted' });
  });

  test('restoring a state that is over the window compacts nothing', async () => {
    const full = codingAgentOf([words(7_000)], { codingOptions: { autoCompactEnabled: false } });
    await using session = await full.agent.newSession();
    await session.run('Much.');
    const { agent, summaryModel } = codingAgentOf([]);
    await using restored = await agent.newSession(await session.exportState());
    expect(summaryModel.requests).toEqual([]);
    expect((await restored.snapshot()).estimatedContextTokens).toBeGreaterThan(6_000);
  });
});

describe('what a compaction must not forget', () => {
  test('a finished request is not carried out again: the continuation names only the open one', async () => {
    const { agent, model } = codingAgentOf([
      'Done: added the button.',
      runs('make', 5_500),
      { text: 'Continuing with the tests.' },
      'Completed the tests.',
    ]);
    await using session = await agent.newSession();
    await session.run('Add the button.');
    await session.run('Now write tests.');
    const prompt = JSON.stringify(model.requests.at(-1)?.items.at(-1));
    expect(prompt).toContain('Now write tests.');
    expect(prompt).not.toContain('Add the button.');
  });

  test('a rule of the first turn stands word for word after three compactions', async () => {
    const rule = 'Never touch package.json.';
    const { agent } = codingAgentOf(Array.from({ length: 5 }, () => words(1_500)));
    await using session = await agent.newSession();
    await session.run(rule);
    for (const input of ['One.', 'Two.', 'Three.']) {
      await session.run(input);
      await session.compact();
    }
    expect((await session.checkpoint())?.constraints).toContain(rule);
  });

  test('running processes are in the checkpoint, also when no model could write it', async () => {
    const server: ProcessSnapshot = {
      processId: 'proc_1',
      command: 'npm run dev',
      workingDirectory: '/work/shop',
      status: 'running',
      restored: false,
      controlAvailable: true,
      lastLogOffset: 0,
      lastLogPreview: '',
    };
    const { agent } = codingAgentOf([words(1_500), words(1_500)], {
      summaries: [new ModelError('network', 'down')],
      processes: () => registryOf([server]),
    });
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(await session.compact()).toMatchObject({ fallbackSummary: true });
    expect((await session.checkpoint())?.processSnapshots).toEqual([server]);
    expect(session.lastCompactResult?.sandboxState).toEqual(['proc_1 [running] npm run dev']);
  });
});

describe('going on, and not', () => {
  test('the hidden prompt is injected: no statement of the user', async () => {
    const { agent } = codingAgentOf(['Next I will continue.', 'Done.']);
    await using session = await agent.newSession();
    await session.run('Go.');
    const { items } = await session.memory.snapshot();
    expect(items.map((item) => (item.type === 'message' ? (item.origin ?? item.role) : item.type))).toEqual([
      'user',
      'assistant',
      'injected',
      'assistant',
    ]);
  });

  test('it does not go on after it had asked the user', async () => {
    const { agent } = codingAgentOf(['I will continue next.\n\nShall I delete the old API?']);
    await using session = await agent.newSession();
    expect(await session.run('Go.')).toMatchObject({ stopReason: 'needs_user_input', followUps: 0 });
  });

  test('it goes on after a compaction inside a turn, told that the cut fell there', async () => {
    const { agent, model } = codingAgentOf([
      runs('a', 2_000),
      runs('b', 2_000),
      runs('c', 2_000),
      'Continuing with the rest.',
      'Completed everything.',
    ]);
    await using session = await agent.newSession();
    expect(await session.run('Do a, b and c.')).toMatchObject({ stopReason: 'completed', followUps: 1 });
    expect(JSON.stringify(model.requests.at(-1)?.items.at(-1))).toContain('continue_after_compaction');
  });

  test('continueAfterCompact off: work that is left waits for the user', async () => {
    const { agent } = codingAgentOf([words(3_000), `${words(3_000)}\n\nContinuing with the rest.`], {
      codingOptions: { continueAfterCompact: false },
    });
    await using session = await agent.newSession();
    await session.run('First.');
    expect(await session.run('Second.')).toMatchObject({ stopReason: 'needs_user_input' });
  });

  test('a delivered answer is not given again: a compaction after it starts no turn', async () => {
    const { agent, model } = codingAgentOf([words(3_000), words(3_000)]);
    await using session = await agent.newSession();
    await session.run('First.');
    expect(await session.run('Second.')).toMatchObject({ stopReason: 'completed', followUps: 0 });
    expect(session.lastAutoCompactResult?.outcome).toBe('compacted');
    model.assertComplete();
  });

  test('a rejected call ends the task', async () => {
    const { agent } = codingAgentOf([runs('rm -rf build'), 'Then not.'], {
      hooks: { beforeToolCall: () => ({ action: 'block', reason: 'no' }) },
    });
    await using session = await agent.newSession();
    expect(await session.run('Clean.')).toMatchObject({ stopReason: 'blocked_by_approval', followUps: 0 });
  });

  test('an approval waits for its decision, and the next run carries it out', async () => {
    const { agent } = codingAgentOf([runs('deploy'), 'Deployed.'], {
      hooks: { beforeToolCall: ({ approved }) => ({ action: approved ? 'allow' : 'ask' }) },
    });
    await using session = await agent.newSession();
    const { pendingApprovals, stopReason } = await session.run('Deploy.');
    expect(stopReason).toBe('blocked_by_approval');
    await session.resolveApproval(pendingApprovals[0]?.callId ?? '', { decision: 'approved' });
    expect(await session.run()).toMatchObject({ stopReason: 'completed', text: 'Deployed.' });
  });
});

describe('states, forks and races', () => {
  test('a micro-compaction leaves its mark in the exported state', async () => {
    const { agent } = codingAgentOf([runs('test', 5_200), 'Failed.', words(1_500)], {
      codingOptions: { toolResultMicroCompactKeepRecent: 0 },
    });
    await using session = await agent.newSession();
    await session.run('Test.');
    await session.run('And now?');
    const { memory, latestCompactResult } = await session.exportState();
    expect(JSON.stringify(memory)).toContain('"cleared":true');
    expect(latestCompactResult).toMatchObject({ compactedToolResultCount: 1 });
  });

  test('a fork from before the compaction has no summary', async () => {
    const { agent } = codingAgentOf([words(1_500), words(1_500), 'Later.']);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    const before = await session.exportState();
    await session.compact();
    await using fork = await session.fork({ atSeq: before.log.seq });
    expect(await fork.checkpoint()).toBeUndefined();
    expect((await fork.exportState()).memory).toEqual(before.memory);
    const parent = await session.exportState();
    await fork.run('Elsewhere.');
    expect(await session.exportState()).toEqual(parent);
  });

  test('a crash between memory and result loses no checkpoint: the summary has it', async () => {
    const { agent } = codingAgentOf([words(1_500), words(1_500), 'Later.']);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    await session.compact();
    let atSeq = 0;
    for await (const { type, seq } of session.log.read()) if (type === 'memory-replaced') atSeq = seq;
    await using crashed = await session.fork({ atSeq });
    expect(crashed.latestCompactResult).toBeUndefined();
    expect((await crashed.checkpoint())?.goal).toBe('Ship the login page');
    expect(await crashed.run('Third.')).toMatchObject({ stopReason: 'completed' });
    expect(await crashed.compact()).toMatchObject({ checkpointReused: true });
  });

  test('two compactions at once come one after the other', async () => {
    const { agent } = codingAgentOf([words(1_500), words(1_500)]);
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    const [first, second] = await Promise.all([session.compact(), session.compact()]);
    expect(first.outcome).toBe('compacted');
    expect(second.beforeItemCount).toBe(first.afterItemCount);
  });

  test('a summary of a history that changed meanwhile is thrown away', async () => {
    const { agent } = codingAgentOf([words(1_500), words(1_500)], {
      summaries: [
        async () => {
          await session.memory.clear();
          return checkpointAnswer();
        },
      ],
    });
    const session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    expect(await session.compact()).toMatchObject({ outcome: 'skipped', skipReason: 'stale' });
    expect((await session.memory.snapshot()).items).toEqual([]);
    await session.close();
  });

  test.each(['before', 'during'])('an abort %s the summary leaves memory byte for byte', async (when) => {
    const abort = new AbortController();
    const { agent } = codingAgentOf([words(1_500), words(1_500)], {
      summaries: [
        () => {
          abort.abort();
          return checkpointAnswer();
        },
      ],
    });
    await using session = await agent.newSession();
    await session.run('First.');
    await session.run('Second.');
    const before = await session.exportState();
    if (when === 'before') abort.abort();
    const result = await session.compact(undefined, { signal: abort.signal });
    expect(result).toMatchObject({ outcome: 'skipped', skipReason: 'aborted' });
    expect(JSON.stringify(await session.exportState())).toBe(JSON.stringify(before));
  });

  test('a state of a later release is refused, an incomplete one is mended and says so', async () => {
    const { agent } = codingAgentOf(['Hello.']);
    await using session = await agent.newSession();
    await session.run('Hi.');
    const state = await session.exportState();
    const other = codingAgentOf([]).agent;
    await expect(other.newSession({ ...state, schemaVersion: 2 } as never)).rejects.toMatchObject({
      code: 'unsupported_version',
    });
    const damaged = { ...state, memory: { items: null }, breaker: undefined, later: true };
    await using restored = await other.newSession(damaged as never);
    expect(restored.restoreReport?.repairs).toEqual(['the state had no memory items; memory is empty']);
  });

  test('a listener that throws stops nothing', async () => {
    const { agent } = codingAgentOf(['Hello.'], {
      onEvent: () => {
        throw new Error('mine');
      },
    });
    await using session = await agent.newSession();
    expect(await session.run('Hi.')).toMatchObject({ text: 'Hello.' });
  });

  test('tools are told the session they belong to', async () => {
    const { agent } = codingAgentOf([{ calls: [{ name: 'whoami' }] }, 'Done.'], {
      tools: ({ sessionId }) => ({
        whoami: tool({ description: '', inputSchema: z.object({}), execute: () => sessionId }),
      }),
    });
    await using session = await agent.newSession();
    await session.run('Who?');
    expect(JSON.stringify(await session.memory.snapshot())).toContain(`"output":"${session.sessionId}"`);
  });
});

function registryOf(snapshots: readonly ProcessSnapshot[]): ProcessRegistry {
  const none = () => {
    throw new Error('not in this test');
  };
  return {
    start: none,
    list: () => snapshots,
    status: none,
    readLog: none,
    write: none,
    stop: none,
    restore: () => {},
    close: async () => {},
  };
}
