import { expect, test } from 'vitest';
import { dot, robustLeastSquares } from './robust-least-squares.ts';

const close = (values: readonly number[]): unknown => values.map((value) => expect.closeTo(value, 1));
const equation = (features: readonly number[]) => ({ features, target: dot(features, [2, 0.5, 10]) });
const rows = Array.from({ length: 60 }, (_, n) => [20 + n, (n * 37) % 101, n % 4]);

test('finds the weights behind the targets', () => {
  expect(robustLeastSquares(rows.map(equation), [1, 1, 1], [1e-5, 1e-5, 1e-5])).toEqual(close([2, 0.5, 10]));
});

test('a few absurd targets do not pull', () => {
  const equations = rows.map((features, n) =>
    n % 12 === 5 ? { features, target: 5_000 } : equation(features),
  );
  expect(robustLeastSquares(equations, [1, 1, 1], [1e-5, 1e-5, 1e-5])).toEqual(close([2, 0.5, 10]));
});

test('what no equation tells stays as it was', () => {
  const equations = rows.map(([first = 0]) => ({ features: [first, 0, 0], target: 2 * first }));
  expect(robustLeastSquares(equations, [1, 0.7, 9], [0.01, 3, 3])).toEqual(close([2, 0.7, 9]));
});

test('no weight is negative', () => {
  const equations = rows.map(([first = 0, second = 0]) => ({
    features: [first, second],
    target: 2 * first - second,
  }));
  expect(Math.min(...robustLeastSquares(equations, [1, 1], [0.01, 0.01]))).toBe(0);
});
