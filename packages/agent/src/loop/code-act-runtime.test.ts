import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred, illegalParts } from '../../test/agent-harness.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { ConfigError } from '../errors.ts';
import { contentText } from '../items/content.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import type { ScriptedReply } from '../testing/scripted-model.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import { autoCompaction } from './auto-compact.ts';
import { type CodeActRuntimeOptions, codeActRuntime } from './code-act-runtime.ts';
import type { CodeExecutor, CodeRequest, CodeResult } from './code-executor.ts';
import { CompactionState } from './compaction-state.ts';
import { streamAgentLoop } from './stream-agent-loop.ts';

/** Code is the name of a thing that an executor does: here, one that the test writes. */
function executorOf(act: (request: CodeRequest) => CodeResult | Promise<CodeResult>): CodeExecutor {
  return { instructions: 'Any language.', execute: async (request) => act(request) };
}

const prints = executorOf(({ code }) => ({ end: 'completed', output: `ran ${code}` }));
const code = (text: string): ScriptedReply => ({
  calls: [{ name: 'execute_code', arguments: { code: text } }],
});

const lookUp = tool({
  description: 'Looks a price up.',
  inputSchema: z.object({ item: z.string() }),
  execute: ({ item }) => {
    if (item === 'gold') throw new Error('not for sale');
    return `${item.length} €`;
  },
});

class CodeActSession extends AgentHarness {
  readonly #options: CodeActRuntimeOptions;

  constructor(options: CodeActRuntimeOptions, base: Partial<AgentLoopContext> = {}) {
    super(base);
    this.#options = options;
  }

  override context(...args: Parameters<AgentHarness['context']>): AgentLoopContext {
    return codeActRuntime(this.#options).equip(super.context(...args));
  }

  async lastOutput() {
    const item = (await this.items()).findLast(({ type }) => type === 'function_call_output');
    return item?.type === 'function_call_output'
      ? [item.outcome, contentText(item.output)]
      : expect.fail('no output');
  }
}

describe('code is a call like any other', () => {
  test.each<[CodeResult, string, string]>([
    [{ end: 'completed', output: 'a\n', result: '42' }, 'ok', 'Printed:\na\n\nReturned:\n42'],
    [{ end: 'completed', output: '' }, 'ok', 'Done: nothing printed, nothing returned.'],
    [{ end: 'failed', output: 'a', error: 'Error: no' }, 'error', 'Error: no\n\nPrinted:\na'],
    [{ end: 'timeout', output: '', error: 'Too long.' }, 'error', 'Too long.'],
  ])('%o', async (result, outcome, text) => {
    const session = new CodeActSession({ executor: executorOf(() => result) });
    const { stopReason } = await session.run('go', [code('1'), 'done']);
    expect(stopReason).toBe('completed');
    expect(await session.lastOutput()).toEqual([outcome, text]);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('the model is told how to work, after its own instructions', async () => {
    const session = new CodeActSession(
      { executor: prints },
      { instructions: 'Be brief.', tools: { lookUp } },
    );
    await session.run('go', ['done']);
    const [request] = session.eventsOf('model-request').map((event) => event.request);
    expect(request?.instructions).toMatch(/^Be brief\.\n\nWork by writing code: run it with execute_code/);
    expect(request?.tools?.map(({ name }) => name)).toEqual(['lookUp', 'execute_code']);
    expect(request?.tools?.at(-1)?.description).toBe('Runs code. Any language.');
  });

  test('it has a name of its own', () => {
    const session = new CodeActSession({ executor: prints }, { tools: { execute_code: lookUp } });
    expect(() => session.context(session.script([]))).toThrow(ConfigError);
    const other = new CodeActSession(
      { executor: prints, toolName: 'python' },
      { tools: { execute_code: lookUp } },
    );
    expect(Object.keys(other.context(other.script([])).tools ?? {})).toEqual(['execute_code', 'python']);
  });

  test('a run measures tools and instructions once, the next one not again', async () => {
    const session = new CodeActSession({ executor: prints }, { tools: { lookUp } });
    await session.run('one', [code('1'), 'done']);
    await session.run('two', ['done']);
    const definitions = session.eventsOf('model-request').map(({ request }) => request.tools);
    expect(new Set(definitions).size).toBe(1);
  });
});

describe('what the original kept from CodeAct', () => {
  test('projection: with one item only the current input is in the prompt, and the event is there', async () => {
    const session = new CodeActSession({ executor: prints }, { budget: { maxItems: 1 } });
    await session.run('first', ['answer']);
    await session.run('second', ['answer']);
    const { request } = session.eventsOf('model-request').at(-1) ?? expect.fail();
    expect(request.items).toEqual([user('second')]);
    expect(session.eventsOf('memory-compress').at(-1)?.report).toMatchObject({ droppedItemCount: 2 });
  });

  test('compaction', async () => {
    const policy = structuredSummaryCompactPolicy({ maxItems: 4 });
    const session = new CodeActSession(
      { executor: prints },
      { beforeModelCall: [autoCompaction({ policy, state: new CompactionState() })] },
    );
    await session.run('go', [code('1'), code('2'), code('3'), 'done']);
    expect(session.eventsOf('memory-compress').filter(({ result }) => result)).not.toEqual([]);
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('limits', async () => {
    const session = new CodeActSession({ executor: prints }, { limits: { maxSteps: 2 } });
    expect(await session.run('go', [code('1'), code('2')])).toMatchObject({
      stopReason: 'max_steps',
      steps: 2,
    });
  });

  test('abort: the signal reaches the executor, and the call has an output', async () => {
    const stop = new AbortController();
    const executor = executorOf(({ signal }) => {
      const ended = deferred<CodeResult>();
      signal?.addEventListener('abort', () =>
        ended.resolve({ end: 'aborted', output: '', error: 'Aborted.' }),
      );
      stop.abort();
      return ended.promise;
    });
    const session = new CodeActSession({ executor });
    expect(await session.run('go', [code('1')], { signal: stop.signal })).toMatchObject({
      stopReason: 'interrupted',
    });
    expect((await session.lastOutput())[0]).toBe('interrupted');
  });

  test('approval', async () => {
    const session = new CodeActSession({ executor: prints, needsApproval: (text) => text.includes('rm') });
    expect(await session.run('go', [code('ls'), code('rm')])).toMatchObject({
      stopReason: 'awaiting_approval',
      pendingApprovals: [{ name: 'execute_code' }],
    });
  });

  test('streaming', async () => {
    const session = new CodeActSession({ executor: prints });
    const types: string[] = [];
    const stream = streamAgentLoop(
      session.context(session.script([code('1'), 'done']), { input: [user('go')] }),
    );
    for await (const { type } of stream) types.push(type);
    expect(types).toContain('tool-end');
    expect(await stream.text).toBe('done');
  });
});

describe('tools that code calls', () => {
  const calls = (...names: readonly string[]) =>
    executorOf(async ({ tools = {} }) => {
      const outputs = await Promise.all(
        names.map((name) =>
          tools.lookUp?.({ item: name }).catch((error: Error) => `caught: ${error.message}`),
        ),
      );
      return { end: 'completed', output: outputs.join('; ') };
    });

  test('give texts and throw what went wrong', async () => {
    const session = new CodeActSession({ executor: calls('tin', 'gold') }, { tools: { lookUp } });
    await session.run('go', [code('1'), 'done']);
    expect(await session.lastOutput()).toEqual(['ok', 'Printed:\n3 €; caught: Error: not for sale']);
  });

  test('are told in the step under way, each under an id of its own, and are no items of memory', async () => {
    const session = new CodeActSession({ executor: calls('tin', 'lead') }, { tools: { lookUp } });
    await session.run('go', ['hello']);
    await session.run('go on', [code('1'), 'done'], {});
    const told = session
      .eventsOf('tool-end')
      .map(({ call, step, output }) => [call.name, step, output.callId]);
    const id = told.at(-1)?.[2];
    expect(told).toEqual([
      ['lookUp', 1, `${id}/1`],
      ['lookUp', 1, `${id}/2`],
      ['execute_code', 1, id],
    ]);
    const inMemory = (await session.items()).filter(({ type }) => type === 'function_call');
    expect(inMemory).toHaveLength(1);
  });

  test('go through the hooks: code is no way around them', async () => {
    const session = new CodeActSession(
      { executor: calls('tin') },
      {
        tools: { lookUp },
        hooks: {
          beforeToolCall: ({ call }) =>
            call.name === 'lookUp' ? { action: 'block', reason: 'closed' } : undefined,
        },
      },
    );
    await session.run('go', [code('1'), 'done']);
    expect(await session.lastOutput()).toEqual(['ok', 'Printed:\ncaught: Rejected: closed']);
  });

  test('and are not carried out where a person must approve', async () => {
    let ran = 0;
    const guarded = tool({
      description: 'Pays.',
      inputSchema: z.object({ item: z.string() }),
      needsApproval: true,
      execute: () => ran++,
    });
    const session = new CodeActSession({ executor: calls('tin') }, { tools: { lookUp: guarded } });
    await session.run('go', [code('1'), 'done']);
    expect((await session.lastOutput())[1]).toContain('"lookUp" needs an approval here: call it yourself');
    expect(ran).toBe(0);
  });

  test('get valid input only, and give whole outputs', async () => {
    const long = tool({
      description: 'Long.',
      inputSchema: z.object({ item: z.string().max(3) }),
      execute: () => 'x'.repeat(1_000),
      maxOutputChars: 10,
    });
    const session = new CodeActSession({ executor: calls('tin', 'copper') }, { tools: { lookUp: long } });
    await session.run('go', [code('1'), 'done']);
    const [, text] = await session.lastOutput();
    expect(text).toMatch(/x{1000}; caught: Error: The arguments do not fit "lookUp"/);
  });
});
