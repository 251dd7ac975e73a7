import type { AgentRuntime } from './agent-runtime.ts';

/**
 * Reason, act, look, again: the loop as it is, with the tools and instructions of the agent and no word
 * added to them. The default.
 */
export function reactRuntime(): AgentRuntime {
  return { name: 'react', equip: (context) => context };
}
