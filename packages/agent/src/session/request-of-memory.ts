import type { AgentLoopContext } from '../loop/agent-loop-context.ts';
import { contextOfStep } from '../loop/context-of-step.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import type { ModelRequest } from '../model/model-client.ts';

/** The part of a request that takes tokens, as a run would build it from this memory in its first step. */
export function requestOfMemory(
  snapshot: Pick<SequencedSnapshot, 'items' | 'summary' | 'seqs'>,
  context: AgentLoopContext,
): Pick<ModelRequest, 'instructions' | 'items' | 'tools'> {
  const { items } = contextOfStep(context, 1, snapshot);
  return { instructions: context.instructions, items, tools: context.state.definitionsOf(context.tools) };
}
