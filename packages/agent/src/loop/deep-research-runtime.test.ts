import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred, illegalParts } from '../../test/agent-harness.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { ModelError } from '../errors.ts';
import { contentText } from '../items/content.ts';
import { tool } from '../model/tool.ts';
import { user } from '../testing/item-builders.ts';
import type { ScriptedReply } from '../testing/scripted-model.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import { autoCompaction } from './auto-compact.ts';
import { CompactionState } from './compaction-state.ts';
import { type DeepResearchRuntimeOptions, deepResearchRuntime } from './deep-research-runtime.ts';
import type { Planner } from './planner.ts';

const read = tool({ description: 'Reads.', inputSchema: z.object({}), execute: () => 'text' });
const guarded = tool({
  description: 'Asks.',
  inputSchema: z.object({}),
  needsApproval: true,
  execute: () => 'ok',
});
const calling = (name = 'read'): ScriptedReply => ({ calls: [{ name }] });
const usage = { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 };
const fixed: Planner = async ({ goal }) => ({ steps: [`Understand "${goal}"`, 'Answer'] });

class ResearchSession extends AgentHarness {
  readonly #options: DeepResearchRuntimeOptions;

  constructor(options: DeepResearchRuntimeOptions = {}, base: Partial<AgentLoopContext> = {}) {
    super({ tools: { read, guarded }, ...base });
    this.#options = options;
  }

  override context(...args: Parameters<AgentHarness['context']>): AgentLoopContext {
    return deepResearchRuntime(this.#options).equip(super.context(...args));
  }

  /** Where plans stand in memory, each by its first step. */
  async plans(): Promise<readonly string[]> {
    return (await this.items()).flatMap((item) =>
      item.type === 'message' && item.origin === 'injected'
        ? [/^1\. (.*)$/m.exec(contentText(item.content))?.[1] ?? expect.fail()]
        : [],
    );
  }
}

const compacting = (maxItems: number) => ({
  beforeModelCall: [
    autoCompaction({ policy: structuredSummaryCompactPolicy({ maxItems }), state: new CompactionState() }),
  ],
});

describe('the plan', () => {
  test('is made by the model, with the request as it stands, and stands after the question', async () => {
    const session = new ResearchSession({}, { instructions: 'Be thorough.' });
    const model = session.script([
      { text: 'Sure:\n1. Look\n2) Think\n- Write', usage },
      { ...(calling() as object), usage },
      { text: 'done', usage },
    ]);
    const result = await session.run('Why?', model);
    const [planning, first] = model.requests;
    expect(planning).toMatchObject({
      instructions: 'Be thorough.',
      tools: first?.tools,
      toolChoice: 'none',
      items: [user('Why?'), { role: 'user', origin: 'injected', content: expect.stringContaining('Why?') }],
    });
    expect(first?.items).toMatchInlineSnapshot(`
      [
        {
          "content": "Why?",
          "id": "user:Why?",
          "role": "user",
          "type": "message",
        },
        {
          "content": "Plan for the task above:
      1. Look
      2. Think
      3. Write

      Work through it step by step, and depart from it where you learn better.",
          "id": "plan:id-1",
          "origin": "injected",
          "role": "user",
          "type": "message",
        },
      ]
    `);
    expect(first?.toolChoice).toBeUndefined();
    expect(result).toMatchObject({ stopReason: 'completed', usage: { inputTokens: 30, outputTokens: 15 } });
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test.each([
    ['1. a\n2. b', ['a', 'b']],
    ['Plan\n\n* a\n• b', ['a', 'b']],
    ['first this\n\nthen that', ['first this', 'then that']],
    ['', []],
  ])('is read from %j', async (text, steps) => {
    const session = new ResearchSession();
    await session.run('Why?', [text, 'done']);
    expect(await session.plans()).toEqual(steps.slice(0, 1));
  });

  test('of another planner', async () => {
    const session = new ResearchSession({ planner: fixed });
    await session.run('Why?', ['done']);
    expect(await session.plans()).toEqual(['Understand "Why?"']);
  });
});

describe('the plan is neither lost nor piled up', () => {
  test('a compaction that takes it is followed by it', async () => {
    const session = new ResearchSession({ planner: fixed }, compacting(4));
    const model = session.script([...Array.from({ length: 12 }, () => calling()), 'done']);
    await session.run('Why?', model);
    expect(session.eventsOf('memory-compress').filter(({ result }) => result).length).toBeGreaterThan(1);
    for (const { items } of model.requests) {
      const plans = items.filter((item) => item.type === 'message' && item.origin === 'injected');
      expect(plans).toHaveLength(1);
    }
    expect(illegalParts(await session.items())).toEqual([]);
  });

  test('each task has its own, and compaction takes those of the past', async () => {
    const session = new ResearchSession({ planner: fixed });
    for (const task of ['A', 'B', 'C']) await session.run(task, ['done']);
    expect(await session.plans()).toEqual(['Understand "A"', 'Understand "B"', 'Understand "C"']);
    await session.run('D', [calling(), 'done'], compacting(4));
    expect(await session.plans()).toEqual(['Understand "D"']);
  });

  test('a run that goes on with a task goes on with its plan', async () => {
    let planned = 0;
    const planner: Planner = async (request) => {
      planned++;
      return fixed(request);
    };
    const session = new ResearchSession({ planner });
    await session.run('Why?', [calling('guarded')]);
    await session.run(undefined, ['nothing yet']);
    expect(planned).toBe(1);
    expect(await session.plans()).toEqual(['Understand "Why?"']);
  });

  test('a run that goes on with a task that has none is given one', async () => {
    const session = new ResearchSession({ planner: fixed });
    await session.memory.append([user('Why?')]);
    await session.run(undefined, ['done']);
    expect(await session.plans()).toEqual(['Understand "Why?"']);
  });
});

describe('planning that fails', () => {
  test.each<[string, Planner]>([
    ['by an error', () => Promise.reject(new ModelError('network', 'down'))],
    [
      'at once',
      () => {
        throw new TypeError('bug');
      },
    ],
  ])('%s leaves the run without a plan, and is told', async (_, planner) => {
    const session = new ResearchSession({ planner });
    expect(await session.run('Why?', ['done'])).toMatchObject({ stopReason: 'completed', text: 'done' });
    expect(await session.plans()).toEqual([]);
    expect(session.eventsOf('hook-failed').map(({ hook }) => hook)).toEqual(['planner']);
  });

  test('a refusal is no plan', async () => {
    const session = new ResearchSession();
    await session.run('Why?', [{ text: '1. I will not.', finishReason: 'refusal' }, 'done']);
    expect(await session.plans()).toEqual([]);
  });

  test('by an abort ends the run, and nothing is told of it', async () => {
    const stop = new AbortController();
    const planner: Planner = () => {
      stop.abort();
      return deferred<never>().promise;
    };
    const session = new ResearchSession({ planner });
    expect(await session.run('Why?', ['done'], { signal: stop.signal })).toMatchObject({
      stopReason: 'interrupted',
    });
    expect(session.eventsOf('hook-failed')).toEqual([]);
  });
});
