import { type HistoryView, type LossRecord, runsToSeqRanges, type SeqRange } from '@ai4j/agent';

/** What memory no longer shows: the items at the ascending `positions`, by seq where there is a log. */
export function lossOf(
  view: HistoryView,
  positions: readonly number[],
  seqs: readonly SeqRange[] | undefined,
  facts: readonly string[],
): LossRecord {
  return {
    ranges: runsToSeqRanges(
      positions.map((position) => [position, position + 1] as const),
      seqs ?? [],
    ),
    items: positions.length,
    chars: positions.reduce((sum, position) => sum + view.chars.at(position), 0),
    facts,
  };
}

/** The seq of each position, in order. */
export function seqsAt(
  positions: readonly number[],
  seqs: readonly SeqRange[] | undefined,
): readonly (number | undefined)[] {
  if (!seqs) return positions.map(() => undefined);
  return positions.map((position) => runsToSeqRanges([[position, position + 1]], seqs)[0]?.[0]);
}
