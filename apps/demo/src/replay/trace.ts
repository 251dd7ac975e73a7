import type { AgentItem, ContextBudget, ContextReport, SeqRange, SessionEvent } from '@ai4j/agent';

/**
 * One item of a request: a range of logged items sent as they are, or an item in a form of its own
 * (the summary, a placeholder, a repair) with the seq it stands for, if any. Linear where whole copies would be quadratic.
 */
export type TraceItem = SeqRange | { readonly seq?: number; readonly item: AgentItem };

/** The trace of a replay: all that the checker may look at, one JSON a line. */
export type TraceRecord =
  | {
      readonly trace: 'start';
      readonly schemaVersion: 1;
      readonly session: string;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly budget: ContextBudget;
    }
  | { readonly trace: 'event'; readonly event: SessionEvent }
  /** `memory`: what memory held when the request was built, before and after projection (L2). */
  | {
      readonly trace: 'request';
      readonly step: number;
      readonly items: readonly TraceItem[];
      readonly report: ContextReport;
      readonly memoryBefore: TraceMemory;
      readonly memoryAfter: TraceMemory;
    }
  /** What `recall` returned for a seq that is no longer in memory (L3). */
  | { readonly trace: 'recall'; readonly seq: number; readonly item: AgentItem | null }
  | { readonly trace: 'end'; readonly steps: number };

export interface TraceMemory {
  readonly seqs: readonly SeqRange[];
  readonly items: number;
  readonly summary?: string;
  /** A digest over the items' JSON in order. */
  readonly digest: string;
}
