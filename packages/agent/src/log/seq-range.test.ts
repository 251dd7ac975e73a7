import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSeq, countSeqs, forEachSeq, holdsSeq, hull, type SeqRange, toSeqRanges } from './seq-range.ts';

describe('ranges of seqs', () => {
  test('are the fewest that hold the seqs, and those alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (unordered) => {
        const seqs = unordered.toSorted((a, b) => a - b);
        const ranges = toSeqRanges(seqs);
        const visited: number[] = [];
        for (const range of ranges) forEachSeq(range, (seq) => visited.push(seq));
        expect(visited).toEqual(seqs);
        expect(countSeqs(ranges)).toBe(seqs.length);
        expect(ranges.length).toBe(seqs.filter((seq) => !seqs.includes(seq - 1)).length);
        for (let seq = 0; seq <= 61; seq++) expect(holdsSeq(ranges, seq)).toBe(seqs.includes(seq));
      }),
    );
  });

  test('that were handed out stay as they were when a seq is added', () => {
    const ranges: SeqRange[] = [[1, 2]];
    const [handedOut] = ranges;
    addSeq(ranges, 3);
    addSeq(ranges, 5);
    expect(ranges).toEqual([
      [1, 3],
      [5, 5],
    ]);
    expect(handedOut).toEqual([1, 2]);
  });

  test.each<[SeqRange | undefined, SeqRange | undefined, SeqRange | undefined]>([
    [undefined, undefined, undefined],
    [[2, 3], undefined, [2, 3]],
    [undefined, [2, 3], [2, 3]],
    [
      [7, 9],
      [2, 3],
      [2, 9],
    ],
  ])('hull of %j and %j is %j', (a, b, expected) => {
    expect(hull(a, b)).toEqual(expected);
  });
});
