import type { AgentItem, ContextBudget, ContextReport, SeqRange, SessionEvent } from '@ai4j/agent';

/**
 * One item of a request: a range of logged items sent as they were logged, or an item in a form of its own.
 * That form is a placeholder or whatever memory holds in another form (with the seq it stands for), or one that no
 * log has: the summary, or the output that a repair made for an unanswered call (without a seq).
 * Linear where whole copies would be quadratic.
 */
export type TraceItem = SeqRange | { readonly seq?: number; readonly item: AgentItem };

/**
 * The trace of a replay: all that the checker may look at, one JSON a line, in the order in which it happened:
 * `start` first, each event when it was acknowledged and so before the first request that shows it, `end` last.
 */
export type TraceRecord =
  /** A process opened the session. Again later in the same trace: a restart, which finds the log as it was. */
  | {
      readonly trace: 'start';
      readonly schemaVersion: 1;
      readonly session: string;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly budget: ContextBudget;
    }
  | { readonly trace: 'event'; readonly event: SessionEvent }
  /** `step` counts the requests of the trace from 1. `memory…`: what memory held before and after projection (L2). */
  | {
      readonly trace: 'request';
      readonly step: number;
      readonly items: readonly TraceItem[];
      readonly report: ContextReport;
      readonly memoryBefore: TraceMemory;
      readonly memoryAfter: TraceMemory;
    }
  /** What `recall` returned for the seq of an item; null: nothing. At the end, each item that left memory has one (L3). */
  | { readonly trace: 'recall'; readonly seq: number; readonly item: AgentItem | null }
  /** `steps`: how many requests the trace has. */
  | { readonly trace: 'end'; readonly steps: number };

export interface TraceMemory {
  /** The seqs of the items, in their order. */
  readonly seqs: readonly SeqRange[];
  readonly items: number;
  readonly summary?: string;
  /** `memoryDigest` over the items in their order; the summary is not part of it. */
  readonly digest: string;
}
