/** One equation: the features times the wanted weights should give the target. */
export interface Equation {
  readonly features: readonly number[];
  readonly target: number;
}

const ROUNDS = 10;
/** Targets below it do not weigh more: their relative error is mostly noise. */
const SMALLEST_TARGET = 30;
/** Relative errors below it pull with the square, larger ones only linearly. */
const RELATIVE_ERROR_KNEE = 0.03;

/**
 * Weights ≥ 0 that keep the relative errors small, robustly (iteratively reweighted least squares), and
 * stay near `prior` where the equations say little: being off by the whole prior weighs `ridge`.
 */
export function robustLeastSquares(
  equations: readonly Equation[],
  prior: readonly number[],
  ridge: readonly number[],
): number[] {
  let weights = [...prior];
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = prior.map(() => prior.map(() => 0));
    const right = prior.map(() => 0);
    for (const { features, target } of equations) {
      const scale = 1 / Math.max(SMALLEST_TARGET, Math.abs(target));
      const error = Math.abs(dot(features, weights) - target) * scale;
      const pull = (scale * scale) / Math.max(RELATIVE_ERROR_KNEE, error);
      for (let row = 0; row < features.length; row++) {
        const feature = features[row] as number;
        if (feature === 0) continue;
        right[row] = (right[row] as number) + pull * feature * target;
        const line = matrix[row] as number[];
        for (let column = 0; column < features.length; column++) {
          line[column] = (line[column] as number) + pull * feature * (features[column] as number);
        }
      }
    }
    prior.forEach((value, index) => {
      const hold = (ridge[index] as number) / Math.max(0.02, value) ** 2;
      const line = matrix[index] as number[];
      line[index] = (line[index] as number) + hold;
      right[index] = (right[index] as number) + hold * value;
    });
    weights = solve(matrix, right).map((weight) => Math.max(0, weight));
  }
  return weights;
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

/** Gauss-Jordan elimination with partial pivoting; the ridge keeps the matrix regular. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((line, index) => [...line, right[index] as number]);
  for (let column = 0; column < size; column++) {
    const pivot = rows.slice(column).reduce((best, row, offset) => {
      const candidate = Math.abs(row[column] as number);
      return candidate > Math.abs(rows[best]?.[column] as number) ? column + offset : best;
    }, column);
    const pivotRow = rows[pivot] as number[];
    rows[pivot] = rows[column] as number[];
    rows[column] = pivotRow;
    for (const row of rows) {
      const factor = row === pivotRow ? 0 : (row[column] as number) / (pivotRow[column] as number);
      if (factor === 0) continue;
      for (let at = column; at <= size; at++)
        row[at] = (row[at] as number) - factor * (pivotRow[at] as number);
    }
  }
  return rows.map((row, index) => (row[size] as number) / (row[index] as number));
}
