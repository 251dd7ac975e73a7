import type { ItemIndex } from '../items/item-index.ts';

/** How much a compaction keeps, as positions of the history. */
export interface CutWish {
  /** The first item worth keeping verbatim. */
  readonly wanted: number;
  /** The first item that may be kept: what precedes it does not fit. */
  readonly earliest: number;
}

/**
 * Where to cut between what is summarised and what is kept: back from the wanted place to the start of its
 * turn, as far as that fits; else the first legal place inside the turn. What is newest always stays, and
 * the cut is 0 only when there is nothing to cut.
 */
export function compactionCut(index: ItemIndex, { wanted, earliest }: CutWish): number {
  if (wanted <= 0) return 0;
  const newest = index.lastUnitStart();
  const turnStart = index.turnStarts.findLast((start) => start <= wanted) ?? 0;
  if (turnStart > 0 && turnStart >= earliest && index.cutAtOrBefore(turnStart) === turnStart) {
    return Math.min(turnStart, newest);
  }
  return Math.min(index.cutAtOrAfter(wanted), newest);
}
