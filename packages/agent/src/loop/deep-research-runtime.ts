import { isTypedUserMessage } from '../items/agent-item.ts';
import { contentText } from '../items/content.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import type { AgentRuntime } from './agent-runtime.ts';
import type { BeforeModelCall, ModelCallMoment } from './before-model-call.ts';
import { contextOfStep } from './context-of-step.ts';
import { PlanInMemory } from './plan-in-memory.ts';
import { modelPlanner, type Plan, type Planner, type PlanRequest } from './planner.ts';
import { untilAborted } from './until-aborted.ts';

export interface DeepResearchRuntimeOptions {
  /** Default `modelPlanner()`. */
  readonly planner?: Planner | undefined;
}

/**
 * Plans, then works. When a person asks for something, a plan is made before the first model call and
 * added after the question as an injected message; a run that goes on with a task goes on with its plan.
 * A compaction that takes the plan of the task under way is followed by the same plan again, so it is in
 * memory until the task is done; plans of earlier tasks are history and go the way of all history.
 *
 * What planning costs counts in the run's usage, and limits and signal apply. Where it fails, the run goes
 * on without a plan, and a `hook-failed` event of the hook `planner` has the error.
 */
export function deepResearchRuntime({
  planner = modelPlanner(),
}: DeepResearchRuntimeOptions = {}): AgentRuntime {
  return {
    name: 'deepresearch',
    equip: (context) => ({
      ...context,
      // Last: what the other steps leave of memory is what the plan is made for, and added to.
      beforeModelCall: [...(context.beforeModelCall ?? []), keepPlan(context, planner)],
    }),
  };
}

function keepPlan(context: AgentLoopContext, planner: Planner): BeforeModelCall {
  const plan = new PlanInMemory(context.memory, context.newId);
  let isPlanned = false;
  return async (moment) => {
    if (isPlanned) return plan.renew();
    isPlanned = true;
    const asksAnew = (context.input ?? []).some(isTypedUserMessage);
    if (!asksAnew && (await plan.find())) return;
    const steps = await makePlan(context, moment, planner);
    if (steps.length > 0) await plan.add(steps);
  };
}

async function makePlan(
  context: AgentLoopContext,
  moment: ModelCallMoment,
  planner: Planner,
): Promise<readonly string[]> {
  try {
    const made: Plan = await untilAborted(planner(await planRequest(context, moment)), moment.signal);
    moment.addUsage(made.usage);
    return made.steps;
  } catch (error) {
    // An aborted run ends by itself; any other goes on without a plan.
    if (!moment.signal.aborted) moment.emit({ type: 'hook-failed', hook: 'planner', error });
    return [];
  }
}

/** The request of this step, as the loop would send it. */
async function planRequest(context: AgentLoopContext, moment: ModelCallMoment): Promise<PlanRequest> {
  const { model, instructions, tools, requestOptions, state } = context;
  const snapshot = await moment.memory.snapshot();
  const { items } = contextOfStep(context, moment.step, snapshot);
  const goal = snapshot.items.findLast(isTypedUserMessage);
  return {
    goal: goal ? contentText(goal.content) : '',
    model,
    request: {
      ...requestOptions,
      instructions,
      items,
      tools: state.definitionsOf(tools),
      signal: moment.signal,
    },
  };
}
