import {
  type AgentMemory,
  type ContextIndex,
  type ContextTokens,
  measureMemory,
  type TokenCounter,
} from '@ai4j/agent';

export interface ContextSizeSituation {
  readonly memory: AgentMemory;
  /** Of system prompt and tools. */
  readonly fixedTokens: number;
  readonly limitTokens: number;
  readonly counter: TokenCounter;
  readonly index: ContextIndex;
}

/**
 * The one number of a coding session: what is shown, what triggers and what is reported. It is the core's,
 * from real usage; but where memory does not fit, the core measures a request that the last rung has cut
 * already, and the size is that of memory.
 */
export async function contextSize(
  measured: ContextTokens,
  { memory, fixedTokens, limitTokens, counter, index }: ContextSizeSituation,
): Promise<number> {
  const estimate = fixedTokens + measureMemory(await memory.snapshot(), counter, index).tokens;
  return estimate > limitTokens ? Math.max(estimate, measured.tokens) : measured.tokens;
}
