import type { MemorySnapshot } from '@ai4j/agent';
import { factsOf } from '../facts/facts-accumulator.ts';
import type { CheckpointDraft, SummaryBill } from './checkpoint-rungs.ts';
import type {
  ClearedReference,
  CodingCompactSkipReason,
  CodingSessionCompactResult,
  CompactStrategy,
} from './coding-session-compact-result.ts';
import type { MicroCompaction } from './coding-tool-result-micro-compactor.ts';
import { type CompactPart, describeParts } from './compact-part.ts';
import { type CompactSituation, tokensAfterMicro } from './compact-situation.ts';
import { factsNotIn } from './fact-lines.ts';
import { lossOf, seqsAt } from './loss-of.ts';

/** Memory as it is to be, and what was done. Unless `compacted`, memory is the very snapshot of the request. */
export interface CodingCompaction {
  readonly memory: MemorySnapshot;
  readonly result: CodingSessionCompactResult;
}

const noBill: SummaryBill = { usage: undefined, droppedOnRetryCount: 0 };

export function skipped(
  situation: CompactSituation,
  skipReason: CodingCompactSkipReason,
  floorParts: readonly CompactPart[] = [],
  bill = noBill,
): CodingCompaction {
  const result = { outcome: 'skipped', skipReason, ...asItWas(situation, bill), floorParts } as const;
  return { memory: situation.request.snapshot, result };
}

export function failed(
  situation: CompactSituation,
  floorParts: readonly CompactPart[],
  bill: SummaryBill,
): CodingCompaction {
  const { limits, tokens } = situation;
  const failure = `The context has ${tokens} tokens and could not be brought to ${limits.mostTokens}. Biggest of what must stay: ${describeParts(floorParts)}.`;
  const result = { outcome: 'failed', failure, ...asItWas(situation, bill), floorParts } as const;
  return { memory: situation.request.snapshot, result };
}

export function microCompacted(
  situation: CompactSituation,
  micro: MicroCompaction,
  bill = noBill,
): CodingCompaction {
  const { snapshot } = situation.request;
  const memory: MemorySnapshot = { ...plain(snapshot), items: micro.items };
  const result = {
    ...asItWas(situation, bill),
    outcome: 'compacted',
    strategy: 'tool-result-micro',
    estimatedTokensAfter: tokensAfterMicro(situation, micro),
    compactedToolResultCount: micro.positions.length,
    clearedReferences: withSeqs(situation, micro, micro.positions),
    lossRecord: lossOf(situation.memory.view, micro.positions, snapshot.seqs, []),
  } as const;
  return { memory, result };
}

export function checkpointed(
  situation: CompactSituation,
  micro: MicroCompaction | undefined,
  { prepared, checkpoint, summary, tokens, built, isAggressive }: CheckpointDraft,
  bill: SummaryBill,
): CodingCompaction {
  const { snapshot } = situation.request;
  const gone = new Set(prepared.summarizedPositions);
  const cleared = (micro?.positions ?? []).filter((position) => !gone.has(position));
  const lost = [...gone, ...cleared].sort((a, b) => a - b);
  const forgotten = factsNotIn(summary, factsOf(snapshot.items.filter((_, position) => gone.has(position))));
  const result = {
    ...asItWas(situation, bill),
    outcome: 'compacted',
    strategy: strategyOf(isAggressive, situation.previous !== undefined),
    ...(built.fallbackReason !== undefined && { fallbackReason: built.fallbackReason }),
    afterItemCount: prepared.keptItems.length,
    estimatedTokensAfter: tokens,
    summary,
    checkpoint,
    splitTurn: prepared.splitTurn,
    compactedToolResultCount: micro?.positions.length ?? 0,
    deltaItemCount: gone.size,
    checkpointReused: situation.previous !== undefined,
    fallbackSummary: built.fallbackSummary,
    clearedReferences: micro ? withSeqs(situation, micro, cleared) : [],
    lossRecord: lossOf(situation.memory.view, lost, snapshot.seqs, forgotten),
  } as const;
  return { memory: { items: prepared.keptItems, summary }, result };
}

function strategyOf(isAggressive: boolean, isDelta: boolean): CompactStrategy {
  if (isAggressive) return isDelta ? 'aggressive-checkpoint-delta' : 'aggressive-checkpoint';
  return isDelta ? 'checkpoint-delta' : 'checkpoint';
}

/** A result that says that nothing has changed. */
function asItWas(
  { request, memory, tokens, previous, deps, startedAtEpochMs }: CompactSituation,
  bill: SummaryBill,
) {
  const cost = bill.usage && deps.costOf?.(bill.usage);
  return {
    schemaVersion: 1,
    automatic: request.automatic,
    beforeItemCount: memory.items,
    afterItemCount: memory.items,
    estimatedTokensBefore: tokens,
    estimatedTokensAfter: tokens,
    ...(request.snapshot.summary !== undefined && { summary: request.snapshot.summary }),
    ...(previous && { checkpoint: previous }),
    splitTurn: false,
    compactedToolResultCount: 0,
    deltaItemCount: 0,
    checkpointReused: false,
    fallbackSummary: false,
    droppedOnRetryCount: bill.droppedOnRetryCount,
    clearedReferences: [] as readonly ClearedReference[],
    floorParts: [] as readonly CompactPart[],
    ...(bill.usage && { summaryUsage: bill.usage }),
    ...(cost && { summaryCost: cost }),
    durationMs: Math.max(0, deps.nowEpochMs() - startedAtEpochMs),
  } as const;
}

function withSeqs(
  { request }: CompactSituation,
  { positions, clearedReferences }: MicroCompaction,
  kept: readonly number[],
): readonly ClearedReference[] {
  const seqs = seqsAt(positions, request.snapshot.seqs);
  const wanted = new Set(kept);
  return clearedReferences.flatMap((reference, at) => {
    const seq = seqs[at];
    return wanted.has(positions[at] as number) ? [{ ...reference, ...(seq !== undefined && { seq }) }] : [];
  });
}

/** A snapshot without what only its log knows. */
function plain({ items, summary }: MemorySnapshot): MemorySnapshot {
  return summary === undefined ? { items } : { items, summary };
}
