import type { AgentEvent, AgentEventPlace } from '@ai4j/agent';
import type {
  CodingCompactSkipReason,
  CodingSessionCompactResult,
  CompactStrategy,
} from '../compact/coding-session-compact-result.ts';
import type { CodingLoopDecision } from '../loop/decide-continuation.ts';

/** The size of the next request, and what it may be: the figures by which was decided. */
export interface ContextFigures {
  readonly contextTokens: number;
  readonly limitTokens: number;
}

export type CodingHappening =
  /** Memory was compacted, automatically or by hand. The first five say how; `result` says all. */
  | {
      readonly type: 'session-compact';
      readonly strategy: CompactStrategy;
      readonly compactedToolResultCount: number;
      readonly deltaItemCount: number;
      readonly checkpointReused: boolean;
      readonly fallbackSummary: boolean;
      readonly result: Extract<CodingSessionCompactResult, { readonly outcome: 'compacted' }>;
    }
  /** Automatic compaction was looked at and left: after each turn, and inside one once for each reason. */
  | ({
      readonly type: 'auto-compact-skipped';
      readonly reason: CodingCompactSkipReason;
      /** One sentence, where there is more to say. */
      readonly detail?: string | undefined;
    } & ContextFigures)
  /** It was tried in vain; memory is as it was, and work goes on. */
  | ({
      readonly type: 'auto-compact-failed';
      readonly error: string;
      /** In a row. */
      readonly failures: number;
    } & ContextFigures)
  | { readonly type: 'loop-decision'; readonly turn: number; readonly decision: CodingLoopDecision };

/** What a coding session tells: everything an agent tells, and what it does besides. */
export type CodingEvent = AgentEvent | (CodingHappening & AgentEventPlace);

/** Observes a session. What it throws or returns has no effect on it. */
export type CodingEventListener = (event: CodingEvent) => void;
