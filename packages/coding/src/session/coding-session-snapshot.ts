import type { CompactStrategy } from '../compact/coding-session-compact-result.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';

/** A coding session for people to look at: status lines, panels, logs. Nothing is restored from it. */
export interface CodingSessionSnapshot {
  readonly sessionId: string;
  readonly workspaceRoot: string;
  readonly memoryItemCount: number;
  readonly summary: string | undefined;
  readonly checkpointGoal: string | undefined;
  readonly checkpointGeneratedAtEpochMs: number | undefined;
  readonly checkpointSplitTurn: boolean;
  readonly processCount: number;
  readonly activeProcessCount: number;
  readonly restoredProcessCount: number;
  readonly processes: readonly ProcessSnapshot[];
  /** Of the next request: the number that triggers. */
  readonly estimatedContextTokens: number;
  readonly contextLimitTokens: number;
  readonly lastCompactMode: 'auto' | 'manual' | undefined;
  readonly lastCompactStrategy: CompactStrategy | undefined;
  readonly lastCompactBeforeItemCount: number | undefined;
  readonly lastCompactAfterItemCount: number | undefined;
  readonly lastCompactTokensBefore: number | undefined;
  readonly lastCompactTokensAfter: number | undefined;
  readonly lastCompactSummary: string | undefined;
  readonly autoCompactFailureCount: number;
  readonly autoCompactCircuitBreakerOpen: boolean;
}
