import { z } from 'zod/v4';

/** Seqs `from` to `to`, both included. */
export const seqRangeSchema = z.tuple([z.number().int().positive(), z.number().int().positive()]).readonly();
export type SeqRange = z.infer<typeof seqRangeSchema>;

/** Ascending seqs as the fewest ranges. */
export function toSeqRanges(ascendingSeqs: Iterable<number>): readonly SeqRange[] {
  const ranges: [number, number][] = [];
  let last: [number, number] | undefined;
  for (const seq of ascendingSeqs) {
    if (last && seq === last[1] + 1) {
      last[1] = seq;
      continue;
    }
    last = [seq, seq];
    ranges.push(last);
  }
  return ranges;
}

/** How many seqs the ranges hold. */
export function countSeqs(ranges: readonly SeqRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}
