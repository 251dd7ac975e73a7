import { buildModelContext } from '../context/model-context.ts';
import type { AgentLoopContext } from '../loop/agent-loop-context.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import type { ModelRequest } from '../model/model-client.ts';

/** The part of a request that takes tokens, as a run would build it from this memory in its first step. */
export function requestOfMemory(
  snapshot: Pick<SequencedSnapshot, 'items' | 'summary' | 'seqs'>,
  { log, model, instructions, tools, budget, projector, state }: AgentLoopContext,
): Pick<ModelRequest, 'instructions' | 'items' | 'tools'> {
  const situation = { sessionId: log.sessionId, model: model.model, step: 1 };
  const { items } = buildModelContext({
    snapshot,
    budget: typeof budget === 'function' ? budget(situation) : budget,
    projector,
    counter: state.meter.counter,
    index: state.projection,
  });
  return { instructions, items, tools: state.definitionsOf(tools) };
}
