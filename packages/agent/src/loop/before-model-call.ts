import type { AgentMemory } from '../memory/agent-memory.ts';
import type { ContextTokens } from '../tokens/context-token-meter.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';
import type { AgentHappening } from './agent-event.ts';

/** The moment before a model call, when memory may be replaced. */
export interface ModelCallMoment {
  readonly runId: string;
  /** From 1. */
  readonly step: number;
  /** `overflow`: the provider refused this very request as too long; it is sent again only if it got smaller. */
  readonly reason: 'step' | 'overflow';
  readonly memory: AgentMemory;
  /** The request as it would be sent now: the number that is shown, that triggers and that is reported. */
  readonly contextTokens: ContextTokens;
  readonly counter: TokenCounter;
  readonly signal: AbortSignal;
  emit(event: AgentHappening): void;
  /** Adds what a model call made here was billed to the totals of the run. */
  addUsage(usage: TokenUsage | undefined): void;
}

/**
 * The seam between memory and the model: runs before each model call, and once more after an overflow.
 * May replace memory by `memory.restore`. It catches its own failures; what it throws ends the run.
 */
export type BeforeModelCall = (moment: ModelCallMoment) => Promise<void>;
