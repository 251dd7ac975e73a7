import type { AgentLoopContext } from './agent-loop-context.ts';

/**
 * A way of working: what it adds to a run – tools, instructions, steps before the model – and never a
 * loop of its own. `runAgentLoop(runtime.equip(context))` is the whole of it, and so limits, compaction,
 * projection, approvals, streaming and abort are the same under each.
 */
export interface AgentRuntime {
  readonly name: string;
  /**
   * What the loop is to run with in place of `context`. Called once a run, waits for nothing and changes
   * nothing; whatever it takes is done by the tools and steps that it adds.
   */
  equip(context: AgentLoopContext): AgentLoopContext;
}
