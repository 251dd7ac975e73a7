import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SizeTree } from './size-tree.ts';

const sizes = fc.array(fc.nat({ max: 9 }), { maxLength: 70 });

function treeOf(values: readonly number[]): SizeTree {
  const tree = new SizeTree();
  for (const value of values) tree.push(value);
  return tree;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

test('sums are those of the values, also after changes', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 9 }))),
      fc.nat({ max: 70 }),
      (values, changes, end) => {
        const tree = treeOf(values);
        for (const [where, value] of values.length > 0 ? changes : []) {
          values[where % values.length] = value;
          tree.set(where % values.length, value);
        }
        const to = Math.min(end, values.length);
        expect(tree.before(to)).toBe(sum(values.slice(0, to)));
        expect(tree.between(0, values.length)).toBe(sum(values));
      },
    ),
  );
});

test('the longest prefix and suffix that fit are found', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: -3, max: 200 }), (values, limit) => {
      const tree = treeOf(values);
      const ends = values.map((_, at) => at + 1).filter((end) => sum(values.slice(0, end)) <= limit);
      expect(tree.longestPrefix(limit)).toBe(Math.max(0, ...ends));
      const starts = [...values.keys(), values.length].filter((start) => sum(values.slice(start)) <= limit);
      expect(tree.longestSuffix(limit)).toBe(starts[0] ?? values.length);
    }),
  );
});
