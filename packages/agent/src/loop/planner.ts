import { ModelError } from '../errors.ts';
import { generate } from '../model/generate.ts';
import type { ModelClient, ModelRequest } from '../model/model-client.ts';
import { responseText } from '../model/response-text.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/** What a plan is made from. */
export interface PlanRequest {
  /** What the person asked for last. */
  readonly goal: string;
  readonly model: ModelClient;
  /** What the model would be sent now, the goal included. */
  readonly request: ModelRequest;
}

export interface Plan {
  /** In order; none means: no plan. */
  readonly steps: readonly string[];
  /** What making it was billed. */
  readonly usage?: TokenUsage | undefined;
}

/** Makes a plan for a task. What it throws leaves the run without one. */
export type Planner = (request: PlanRequest) => Promise<Plan>;

const MAX_STEPS = 20;

/**
 * Asks the agent's model, once, with the request as it stands and a question after it: a cached prompt
 * serves both. Lists of any kind are read; of a text without one, each line is a step.
 */
export function modelPlanner(): Planner {
  return async ({ goal, model, request }) => {
    const response = await generate(model, {
      ...request,
      items: [
        ...request.items,
        { type: 'message', id: 'planner', role: 'user', origin: 'injected', content: question(goal) },
      ],
      ...(request.tools && { toolChoice: 'none' as const }),
    });
    const { items, finishReason, usage } = response;
    if (finishReason === 'refusal' || finishReason === 'error') {
      throw new ModelError(finishReason === 'refusal' ? 'refusal' : 'failed', 'The model gave no plan.');
    }
    return { steps: readSteps(responseText(items)), usage };
  };
}

function question(goal: string): string {
  return `Before you begin, plan the work on this task:\n${goal}\n\nAnswer with a numbered list of steps and nothing else: each a short sentence, at most ${MAX_STEPS}. Do not carry out any of them yet.`;
}

function readSteps(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const listed = lines.flatMap((line) => /^(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line)?.[1] ?? []);
  return (listed.length > 0 ? listed : lines.filter(Boolean)).slice(0, MAX_STEPS);
}
