import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred, illegalParts } from '../../test/agent-harness.ts';
import { alteredLog, eventsOf } from '../../test/session-logs.ts';
import { ConfigError, ModelError, SessionStoreError } from '../errors.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventInput } from '../log/session-event.ts';
import type { ModelRequest } from '../model/model-client.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import { type ScriptedReply, scriptedModel } from '../testing/scripted-model.ts';

const echo = tool({
  description: 'Returns its text',
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => text,
});
const tools = { echo };
const callEcho = (text = 'hi') => ({ calls: [{ name: 'echo', arguments: { text } }] });
const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});

/** One reply for as long as it is asked. */
function endless(reply: ScriptedReply): ScriptedReply[] {
  return Array.from({ length: 100 }, (_, at) => (typeof reply === 'object' ? { ...reply } : `${reply}${at}`));
}

describe('the loop', () => {
  test('answers without tools in one step', async () => {
    const session = new AgentHarness();
    const result = await session.run('hello', ['hi there']);
    expect(result).toMatchObject({
      stopReason: 'completed',
      text: 'hi there',
      steps: 1,
      finishReason: 'stop',
    });
    expect(await session.items()).toMatchObject([{ content: 'hello' }, { content: 'hi there' }]);
    expect(result.items).toMatchObject([{ content: 'hi there' }]);
  });

  test('runs tools until the model answers; the next request carries their outputs', async () => {
    const session = new AgentHarness({ tools });
    const model = scriptedModel([callEcho('one'), callEcho('two'), 'done']);
    const result = await session.run('go', model, { instructions: 'Be brief.' });
    expect(result).toMatchObject({ stopReason: 'completed', text: 'done', steps: 3 });
    model.assertComplete();
    const last = model.requests[2];
    expect(last?.instructions).toBe('Be brief.');
    expect(last?.tools).toMatchObject([{ name: 'echo', inputSchema: { type: 'object' } }]);
    expect(last?.items.map(({ type }) => type)).toEqual([
      'message',
      'function_call',
      'function_call_output',
      'function_call',
      'function_call_output',
    ]);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('emits the events of a one-tool run in order', async () => {
    const session = new AgentHarness({ tools });
    await session.run('go', [callEcho(), 'done']);
    expect(session.events.map(({ type, step }) => `${step} ${type}`)).toEqual([
      '0 run-start',
      '1 step-start',
      '1 model-request',
      '1 model-response',
      '1 tool-start',
      '1 tool-end',
      '1 step-end',
      '2 step-start',
      '2 model-request',
      '2 model-response',
      '2 step-end',
      '2 run-end',
    ]);
    expect((await eventsOf(session.log)).map(({ type }) => type)).toEqual([
      'run-started',
      'items-appended',
      'items-appended',
      'items-appended',
      'items-appended',
      'run-ended',
    ]);
  });

  test('goes on without input from what memory holds', async () => {
    const session = new AgentHarness();
    await session.memory.append([user('left behind')]);
    expect(await session.run(undefined, ['so be it'])).toMatchObject({ stopReason: 'completed', steps: 1 });
  });

  test('adds up usage over all calls, cache and reasoning apart', async () => {
    const session = new AgentHarness({ tools });
    const first = {
      inputTokens: 10,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      outputTokens: 5,
      reasoningTokens: 4,
    };
    const result = await session.run('go', [
      { ...callEcho(), usage: first },
      { text: 'done', usage: usage(1, 1) },
    ]);
    expect(result.usage).toEqual({
      inputTokens: 11,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      outputTokens: 6,
      reasoningTokens: 4,
    });
    const logged = (await eventsOf(session.log)).flatMap((event) =>
      event.type === 'items-appended' && event.usage ? [event.usage] : [],
    );
    expect(logged).toEqual([first, usage(1, 1)]);
  });

  test.each([0, Number.NaN, -5, Number.POSITIVE_INFINITY])(
    'failures #41: usage of %d is no figure, and the estimate is used',
    async (tokens) => {
      const session = new AgentHarness();
      const result = await session.run('go', [{ text: 'done', usage: usage(tokens, tokens) }]);
      expect(result.usage).toEqual(usage(0, 0));
      expect(session.state.meter.current.anchoredItems).toBe(0);
      expect(session.state.meter.current.tokens).toBeGreaterThan(0);
    },
  );

  test('failures #43: cached tokens are counted once', async () => {
    const session = new AgentHarness();
    const reported = { inputTokens: 100, cacheReadTokens: 40, cacheWriteTokens: 8, outputTokens: 2 };
    await session.run('go', [{ text: 'ok', usage: reported }]);
    expect(session.state.meter.current).toEqual({ tokens: 150, anchoredItems: 2 });
  });

  test('failures #32: what came after the last real usage counts on top of it', async () => {
    const session = new AgentHarness({ tools });
    const big = 'word '.repeat(4_000);
    await session.run('go', [{ ...callEcho(big), usage: usage(5_000, 5_000) }, 'done']);
    const [first, second] = session.eventsOf('model-request');
    expect(first?.tokens.anchoredItems).toBe(0);
    expect(second?.tokens.anchoredItems).toBe(2);
    expect(second?.tokens.tokens).toBeGreaterThan(10_000 + 3_000);
  });

  test('failures #59: calls without an id, and calls with the same one, are told apart', async () => {
    const session = new AgentHarness({ tools });
    const calls = ['', '', 'a', 'a'].map((callId, at) => ({
      name: 'echo',
      arguments: { text: `${at}` },
      callId,
    }));
    const result = await session.run('go', [{ calls }, 'done']);
    expect(result.stopReason).toBe('completed');
    const outputs = (await session.items()).flatMap((item) =>
      item.type === 'function_call_output' ? [item.output] : [],
    );
    expect(outputs).toEqual(['0', '1', '2', '3']);
    expect(illegalParts(await session.items())).toEqual([]);
  });
});

describe('limits', () => {
  test('20 steps by default', async () => {
    const session = new AgentHarness({ tools });
    const result = await session.run('go', endless(callEcho()));
    expect(result).toMatchObject({ stopReason: 'max_steps', steps: 20 });
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('0 steps is unlimited', async () => {
    const session = new AgentHarness({ tools });
    const replies = [...endless(callEcho()).slice(0, 30), 'done'];
    expect(await session.run('go', replies, { limits: { maxSteps: 0 } })).toMatchObject({
      stopReason: 'completed',
      steps: 31,
    });
  });

  test('the token limit stores the answer that reached it, and carries out none of its calls', async () => {
    const session = new AgentHarness({ tools });
    const reply = { ...callEcho(), usage: usage(1_500, 500) };
    const result = await session.run('go', [reply], { limits: { maxTotalTokens: 1_500 } });
    expect(result).toMatchObject({ stopReason: 'token_limit', steps: 1 });
    expect((await session.items()).at(-1)).toMatchObject({
      outcome: 'interrupted',
      output: expect.stringContaining('before this call was carried out'),
    });
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('the wall clock ends a model call that hangs, and nothing of it is stored', async () => {
    const session = new AgentHarness();
    const model = scriptedModel([
      () => {
        session.clock.advance(300_000);
        return new Promise<string>(() => {});
      },
    ]);
    expect(await session.run('go', model)).toMatchObject({ stopReason: 'timeout', steps: 0 });
    expect(await session.items()).toMatchObject([{ content: 'go' }]);
  });

  test('the wall clock ends a tool that never settles', async () => {
    const session = new AgentHarness();
    const hang = tool({
      description: 'Hangs',
      inputSchema: z.object({}),
      execute: () => {
        session.clock.advance(100);
        return new Promise(() => {});
      },
    });
    const result = await session.run('go', [{ calls: [{ name: 'hang' }] }], {
      tools: { hang },
      limits: { wallClockMs: 100 },
    });
    expect(result.stopReason).toBe('timeout');
    expect((await session.items()).at(-1)).toMatchObject({ outcome: 'interrupted' });
    expect(session.clock.scheduled).toBe(0);
  });

  test('a limit that is no whole number is refused, and named', async () => {
    const session = new AgentHarness();
    await expect(session.run('go', ['x'], { limits: { maxSteps: -1 } })).rejects.toThrow(/maxSteps is -1/);
    expect(await session.items()).toEqual([]);
  });
});

describe('the model', () => {
  test('an error of a model call stores nothing of it, and is kept in the result', async () => {
    const session = new AgentHarness({ tools });
    const error = new ModelError('rate_limited', 'slow down');
    const result = await session.run('go', [callEcho(), { text: 'half an', error }]);
    expect(result).toMatchObject({ stopReason: 'error', error, steps: 1 });
    expect((await session.items()).map(({ type }) => type)).toEqual([
      'message',
      'function_call',
      'function_call_output',
    ]);
    expect(session.eventsOf('model-failed')).toMatchObject([{ error }]);
    expect(await session.run('again', ['done'])).toMatchObject({ stopReason: 'completed' });
  });

  test('an answer cut off by the output limit is stored, and says so', async () => {
    const session = new AgentHarness();
    const result = await session.run('go', [{ text: 'half an ans', finishReason: 'length' }]);
    expect(result).toMatchObject({ stopReason: 'completed', finishReason: 'length', text: 'half an ans' });
  });

  test('a call cut off by the output limit is not carried out', async () => {
    const session = new AgentHarness({ tools });
    const cut = {
      calls: [
        { name: 'echo', arguments: { text: 'whole' } },
        { name: 'echo', arguments: '{"text": "ha' },
      ],
      finishReason: 'length' as const,
    };
    await session.run('go', [cut, 'done']);
    expect((await session.items()).slice(3, 5)).toMatchObject([
      { outcome: 'ok', output: 'whole' },
      { outcome: 'error', output: expect.stringContaining('output limit') },
    ]);
  });

  test('a refusal is stored and ends the run; its calls are not carried out', async () => {
    const session = new AgentHarness({ tools });
    const result = await session.run('go', [{ ...callEcho(), text: 'I will not.', finishReason: 'refusal' }]);
    expect(result).toMatchObject({ stopReason: 'error', text: 'I will not.', error: { code: 'refusal' } });
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('a response that ends in an error counts as a failed call', async () => {
    const session = new AgentHarness();
    const result = await session.run('go', [{ text: 'half', finishReason: 'error', usage: usage(3, 1) }]);
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'failed' }, usage: usage(3, 1) });
    expect(await session.items()).toMatchObject([{ content: 'go' }]);
  });

  test('an empty response completes the run', async () => {
    const session = new AgentHarness();
    expect(await session.run('go', [{}])).toMatchObject({ stopReason: 'completed', text: '', steps: 1 });
  });

  test('streams reasoning before text before the call, each with its step', async () => {
    const session = new AgentHarness({ tools });
    const reply = { reasoning: 'hmm', text: 'I call', ...callEcho() };
    await session.run('go', scriptedModel([reply, 'done'], { deltaChars: 100 }));
    const deltas = session.events.filter(({ type }) => type.endsWith('-delta') || type === 'call-start');
    expect(deltas.map(({ type, step }) => `${step} ${type}`)).toEqual([
      '1 reasoning-delta',
      '1 text-delta',
      '1 call-start',
      '1 call-delta',
      '2 text-delta',
    ]);
  });
});

test('a retry of the client is an event with its attempt', async () => {
  const session = new AgentHarness();
  const answering = session.script(['done']);
  const retry = { type: 'retry' as const, attempt: 2, delayMs: 500, reason: 'overloaded' };
  const flaky = {
    model: 'flaky',
    async *stream(request: ModelRequest) {
      yield retry;
      yield* answering.stream(request);
    },
  };
  await session.run('go', flaky);
  expect(session.eventsOf('retry')).toMatchObject([{ ...retry, step: 1 }]);
});

describe('interruption', () => {
  test('W-R4: a cancel before the run is not forgotten', async () => {
    const session = new AgentHarness();
    const result = await session.run('go', [], { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ stopReason: 'interrupted', steps: 0 });
    expect(await session.items()).toEqual([]);
  });

  test('W-R4: a cancel reaches its own run only', async () => {
    const [one, other] = [new AgentHarness(), new AgentHarness()];
    const controller = new AbortController();
    const reply = deferred<string>();
    const cancelled = one.run('go', [() => reply.promise], { signal: controller.signal });
    const running = other.run('go', [() => reply.promise]);
    controller.abort();
    expect(await cancelled).toMatchObject({ stopReason: 'interrupted' });
    reply.resolve('done');
    expect(await running).toMatchObject({ stopReason: 'completed', text: 'done' });
  });

  test('a cancelled stream stores nothing, and what comes late is not heard', async () => {
    const session = new AgentHarness();
    const controller = new AbortController();
    const late = deferred<string>();
    const deaf = {
      model: 'deaf',
      async *stream() {
        yield { type: 'text-delta' as const, delta: 'half' };
        controller.abort();
        yield { type: 'text-delta' as const, delta: await late.promise };
      },
    };
    expect(await session.run('go', deaf, { signal: controller.signal })).toMatchObject({
      stopReason: 'interrupted',
    });
    late.resolve('late');
    await late.promise;
    expect(session.eventsOf('text-delta')).toMatchObject([{ delta: 'half' }]);
    expect(await session.items()).toMatchObject([{ content: 'go' }]);
  });

  test('W-R1: an interrupt leaves no call open: what had ended keeps its output', async () => {
    const session = new AgentHarness();
    const controller = new AbortController();
    const stop = tool({
      description: 'Stops the run',
      inputSchema: z.object({}),
      execute: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    const result = await session.run(
      'go',
      [{ calls: [{ name: 'echo', arguments: { text: 'kept' } }, { name: 'stop' }, { name: 'echo' }] }],
      { tools: { echo, stop }, toolExecution: 'serial', signal: controller.signal },
    );
    expect(result.stopReason).toBe('interrupted');
    expect((await session.items()).slice(-3)).toMatchObject([
      { callId: 'response-1:call-1', outcome: 'ok', output: 'kept' },
      {
        callId: 'response-1:call-2',
        outcome: 'interrupted',
        output: expect.stringContaining('may have taken effect'),
      },
      { callId: 'response-1:call-3', outcome: 'error' },
    ]);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('W-R1: calls that a crash left open are closed before the next run says anything', async () => {
    const full = inMemorySessionEventLog({ sessionId: 'session' });
    let appends = 0;
    const failing = alteredLog(full, {
      append: async (events, options) => {
        if (events.some((event) => event.type === 'items-appended') && ++appends === 3) {
          throw new SessionStoreError('write_failed', 'disk full');
        }
        return full.append(events, options);
      },
    });
    const session = new AgentHarness({ tools }, failing);
    await expect(session.run('go', [callEcho(), 'never'])).rejects.toMatchObject({ code: 'write_failed' });
    expect(session.eventsOf('run-failed')).toHaveLength(1);
    expect(illegalParts(await session.items())).toHaveLength(1);

    const resumed = new AgentHarness({ tools }, full);
    expect(await resumed.run('go on', ['done'])).toMatchObject({ stopReason: 'completed' });
    expect((await resumed.items()).slice(1, 4)).toMatchObject([
      { type: 'function_call' },
      { outcome: 'interrupted', output: expect.stringContaining('may have taken effect') },
      { content: 'go on' },
    ]);
    expect(illegalParts(await resumed.items())).toEqual([]);
  });

  test.each<[string, SessionEventInput, string]>([
    [
      'what another process appends goes before ours',
      { type: 'extension', namespace: 'x', kind: 'y', data: 1 },
      'completed',
    ],
    [
      'unless it changed memory',
      { type: 'items-appended', items: [user('from elsewhere')] },
      'version_conflict',
    ],
  ])('%s', async (_, event, outcome) => {
    const shared = inMemorySessionEventLog({ sessionId: 'session' });
    let raced = false;
    const racing = alteredLog(shared, {
      append: async (events, options) => {
        if (!raced && events.some((it) => it.type === 'items-appended')) {
          raced = true;
          await shared.append([event]);
        }
        return shared.append(events, options);
      },
    });
    const run = new AgentHarness({}, racing).run('go', ['done']);
    const found = await run.then(
      ({ stopReason }) => stopReason,
      (error) => error.code,
    );
    expect(found).toBe(outcome);
  });

  test('of two runs begun on one log at once, one gets a conflict', async () => {
    const log = inMemorySessionEventLog({ sessionId: 'session' });
    const outcomes = await Promise.allSettled(
      [1, 2].map((at) => new AgentHarness({}, log).run(`go ${at}`, ['done'])),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((it) => it.status === 'rejected')?.reason).toMatchObject({
      code: 'version_conflict',
    });
  });
});

describe('observing and intercepting', () => {
  test('a listener that throws never breaks a run', async () => {
    const session = new AgentHarness({ tools });
    const warned: string[] = [];
    const logger = {
      debug() {},
      info() {},
      error() {},
      warn: (_: object, message: string) => warned.push(message),
    };
    const result = await session.run('go', [callEcho(), 'done'], {
      logger,
      onEvent: ({ type }) => {
        if (type === 'tool-start') return Promise.reject(new Error('async listener')) as never;
        throw new Error('listener');
      },
    });
    await Promise.resolve();
    expect(result.stopReason).toBe('completed');
    expect(warned.length).toBeGreaterThan(8);
  });

  test('beforeModelRequest replaces the request', async () => {
    const session = new AgentHarness();
    const model = scriptedModel(['done']);
    await session.run('go', model, {
      hooks: { beforeModelRequest: (request) => ({ ...request, temperature: 0.5 }) },
    });
    expect(model.requests[0]).toMatchObject({ temperature: 0.5, items: [{ content: 'go' }] });
  });

  test('beforeModelRequest that throws sends nothing, and ends the run with its error', async () => {
    const session = new AgentHarness();
    const error = new Error('not today');
    const hooks = {
      beforeModelRequest: () => {
        throw error;
      },
    };
    expect(await session.run('go', [], { hooks })).toMatchObject({ stopReason: 'error', error });
  });

  test('a budget switches projection on: its report is an event at every step, and in the log when it hid something else', async () => {
    const session = new AgentHarness({ tools });
    const model = scriptedModel([callEcho('a'), callEcho('b'), callEcho('c'), 'done']);
    await session.run('go', model, {
      budget: ({ step, sessionId, model: name }) => {
        expect([sessionId, name]).toEqual(['session', 'scripted']);
        return { maxItems: step === 4 ? 2 : 10 };
      },
    });
    expect(session.eventsOf('memory-compress').map(({ report }) => report.droppedItemCount)).toEqual([
      0, 0, 0, 5,
    ]);
    expect(model.requests[3]?.items).toHaveLength(2);
    expect((await eventsOf(session.log)).filter(({ type }) => type === 'report')).toHaveLength(1);
    expect(await session.items()).toHaveLength(8);
  });

  test('without a budget nothing is projected and nothing reported', async () => {
    const session = new AgentHarness({ tools });
    await session.run('go', [callEcho(), 'done']);
    expect(session.eventsOf('memory-compress')).toEqual([]);
  });

  test('input with an id that is in use is refused', async () => {
    const session = new AgentHarness();
    await session.run('go', ['done']);
    await expect(session.run('go', ['never'])).rejects.toThrow(ConfigError);
  });
});
