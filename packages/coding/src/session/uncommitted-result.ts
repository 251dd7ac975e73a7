import type {
  CodingCompactSkipReason,
  CodingSessionCompactResult,
} from '../compact/coding-session-compact-result.ts';

/** What a skip says of a memory that nobody changed. */
export interface UncommittedSituation {
  readonly automatic: boolean;
  readonly itemCount: number;
  readonly contextTokens: number;
  readonly summary: string | undefined;
  /** What the compactor had made, where it came that far: its bill was paid all the same. */
  readonly made: CodingSessionCompactResult | undefined;
}

/** The result of a compaction that was not carried out for a reason outside of the compactor. */
export function uncommittedResult(
  skipReason: CodingCompactSkipReason,
  { automatic, itemCount, contextTokens, summary, made }: UncommittedSituation,
): CodingSessionCompactResult {
  return {
    schemaVersion: 1,
    outcome: 'skipped',
    skipReason,
    automatic,
    beforeItemCount: itemCount,
    afterItemCount: itemCount,
    estimatedTokensBefore: contextTokens,
    estimatedTokensAfter: contextTokens,
    ...(summary !== undefined && { summary }),
    splitTurn: false,
    compactedToolResultCount: 0,
    deltaItemCount: 0,
    checkpointReused: false,
    fallbackSummary: false,
    droppedOnRetryCount: made?.droppedOnRetryCount ?? 0,
    clearedReferences: [],
    floorParts: [],
    ...(made?.summaryUsage && { summaryUsage: made.summaryUsage }),
    ...(made?.summaryCost && { summaryCost: made.summaryCost }),
    durationMs: made?.durationMs ?? 0,
  };
}
