import type { AgentItem } from '../items/agent-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ContextBudget } from './context-budget.ts';
import type { ContextIndex } from './context-index.ts';

/** What a request will carry, and what became of the rest. */
export interface ContextProjection {
  readonly items: readonly AgentItem[];
  readonly report: ContextReport;
}

export interface ProjectionContext {
  readonly counter?: TokenCounter | undefined;
  /** What the engine remembers of earlier projections of the same history; without it the result is the same, only slower. */
  readonly index?: ContextIndex | undefined;
}

/**
 * Chooses what the model is sent this step. Pure: the items it is given are never changed, and a summary
 * at index 0 stays first. What it returns is diagnosed by the engine from item ids, and pair-repaired.
 */
export type ContextProjector = (
  items: readonly AgentItem[],
  budget: ContextBudget,
  context?: ProjectionContext,
) => ContextProjection;
