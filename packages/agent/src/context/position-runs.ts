import type { SeqRange } from '../log/seq-range.ts';

/** Positions `from` (included) to `to` (excluded) of a list. */
export type PositionRun = readonly [from: number, to: number];

/** The parts of `runs` that lie inside `within`; both ascending. */
export function intersectRuns(runs: readonly PositionRun[], within: readonly PositionRun[]): PositionRun[] {
  const result: PositionRun[] = [];
  for (const [from, to] of runs) {
    for (const [low, high] of within) {
      const start = Math.max(from, low);
      const end = Math.min(to, high);
      if (start < end) result.push([start, end]);
    }
  }
  return result;
}

/** What `runs` (ascending, apart from each other) leave of [0, length). */
export function complementOf(runs: readonly PositionRun[], length: number): PositionRun[] {
  const gaps: PositionRun[] = [];
  let from = 0;
  for (const [start, end] of [...runs, [length, length] as const]) {
    if (from < start) gaps.push([from, start]);
    from = end;
  }
  return gaps;
}

/** `runs` without the ascending `positions`. */
export function withoutPositions(
  runs: readonly PositionRun[],
  positions: readonly number[],
): readonly PositionRun[] {
  if (positions.length === 0) return runs;
  const excluded = positions.map((position) => [position, position + 1] as const);
  return intersectRuns(runs, complementOf(excluded, Number.POSITIVE_INFINITY));
}

/** The seqs of the items in `runs`, where `seqs` holds those of the whole list in order. */
export function runsToSeqRanges(runs: readonly PositionRun[], seqs: readonly SeqRange[]): SeqRange[] {
  const result: [number, number][] = [];
  let segment = 0;
  let segmentStart = 0;
  for (const [from, to] of runs) {
    let position = from;
    while (position < to) {
      const current = seqs[segment];
      if (!current) return result;
      const length = current[1] - current[0] + 1;
      if (position >= segmentStart + length) {
        segmentStart += length;
        segment += 1;
        continue;
      }
      const first = current[0] + position - segmentStart;
      const count = Math.min(to - position, current[1] - first + 1);
      const last = result.at(-1);
      if (last && last[1] + 1 === first) last[1] = first + count - 1;
      else result.push([first, first + count - 1]);
      position += count;
    }
  }
  return result;
}
