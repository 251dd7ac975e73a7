import { buildModelContext, type ModelContext, type ModelContextRequest } from '../context/model-context.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';

/** What a run's model call of this step (from 1) is sent of a memory: projected by the run's budget, counter and projector. */
export function contextOfStep(
  { log, model, budget, projector, state }: AgentLoopContext,
  step: number,
  snapshot: ModelContextRequest['snapshot'],
): ModelContext {
  return buildModelContext({
    snapshot,
    budget:
      typeof budget === 'function' ? budget({ sessionId: log.sessionId, model: model.model, step }) : budget,
    projector,
    counter: state.meter.counter,
    index: state.projection,
  });
}
