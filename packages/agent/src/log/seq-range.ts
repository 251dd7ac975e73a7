import { z } from 'zod/v4';

/** Seqs `from` to `to`, both included. */
export const seqRangeSchema = z.tuple([z.number().int().positive(), z.number().int().positive()]).readonly();
export type SeqRange = z.infer<typeof seqRangeSchema>;

/** Ascending seqs as the fewest ranges. */
export function toSeqRanges(ascendingSeqs: Iterable<number>): readonly SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const seq of ascendingSeqs) addSeq(ranges, seq);
  return ranges;
}

/** Adds `seq` at the end of `ranges`; the ranges themselves never change, so those handed out stay as they were. */
export function addSeq(ranges: SeqRange[], seq: number): void {
  const last = ranges.at(-1);
  if (last && last[1] + 1 === seq) ranges[ranges.length - 1] = [last[0], seq];
  else ranges.push([seq, seq]);
}

/** How many seqs the ranges hold. */
export function countSeqs(ranges: readonly SeqRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** Whether one of the ranges, in whatever order, holds `seq`. */
export function holdsSeq(ranges: readonly SeqRange[], seq: number): boolean {
  return ranges.some(([from, to]) => from <= seq && seq <= to);
}

/** Each seq of a range, ascending. */
export function forEachSeq([from, to]: SeqRange, visit: (seq: number) => void): void {
  for (let seq = from; seq <= to; seq++) visit(seq);
}

/** The smallest range that holds both. */
export function hull(a: SeqRange | undefined, b: SeqRange | undefined): SeqRange | undefined {
  return a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b);
}
