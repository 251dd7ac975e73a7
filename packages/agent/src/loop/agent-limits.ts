import { ConfigError } from '../errors.ts';

/** How far one run may go. */
export interface AgentLimits {
  /** Model calls whose tool calls are carried out. Default 20; 0 = unlimited. */
  readonly maxSteps?: number | undefined;
  /** Time of the whole run, model and tools included, in Ms. Default 300,000; 0 = unlimited. */
  readonly wallClockMs?: number | undefined;
  /** Tokens that the provider reports for all model calls of the run, prompts and outputs, summaries included. Default 0 = unlimited. */
  readonly maxTotalTokens?: number | undefined;
}

export interface ResolvedAgentLimits {
  readonly maxSteps: number;
  readonly wallClockMs: number;
  readonly maxTotalTokens: number;
}

/** The reference's limits: a run that loops ends by itself. */
export const defaultAgentLimits: ResolvedAgentLimits = {
  maxSteps: 20,
  wallClockMs: 300_000,
  maxTotalTokens: 0,
};

/** @throws ConfigError naming the limit that is no whole number of 0 or more */
export function resolveAgentLimits(limits: AgentLimits = {}): ResolvedAgentLimits {
  const resolved = {
    maxSteps: limits.maxSteps ?? defaultAgentLimits.maxSteps,
    wallClockMs: limits.wallClockMs ?? defaultAgentLimits.wallClockMs,
    maxTotalTokens: limits.maxTotalTokens ?? defaultAgentLimits.maxTotalTokens,
  };
  for (const [name, value] of Object.entries(resolved)) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new ConfigError(
        'invalid_option',
        `${name} is ${value}; it is a whole number, and 0 means no limit.`,
      );
    }
  }
  return resolved;
}
