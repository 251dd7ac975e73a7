/**
 * Sizes by position with sums of any stretch: a Fenwick tree. Adding, changing and searching cost
 * O(log n), so that a projection never adds up the whole history again.
 */
export class SizeTree {
  readonly #values: number[] = [];
  /** 1-based: `#sums[i]` holds the sum of the `i & -i` values that end at i. */
  readonly #sums: number[] = [0];

  get length(): number {
    return this.#values.length;
  }

  at(position: number): number {
    return this.#values[position] as number;
  }

  push(value: number): void {
    this.#values.push(value);
    const i = this.#values.length;
    let sum = value;
    for (let child = i - 1; child > i - (i & -i); child -= child & -child) sum += this.#sums[child] as number;
    this.#sums.push(sum);
  }

  set(position: number, value: number): void {
    const change = value - this.at(position);
    if (change === 0) return;
    this.#values[position] = value;
    for (let i = position + 1; i < this.#sums.length; i += i & -i)
      this.#sums[i] = (this.#sums[i] as number) + change;
  }

  /** The sum of [0, end). */
  before(end: number): number {
    let sum = 0;
    for (let i = end; i > 0; i -= i & -i) sum += this.#sums[i] as number;
    return sum;
  }

  /** The sum of [from, to). */
  between(from: number, to: number): number {
    return this.before(to) - this.before(from);
  }

  /** The largest end such that the sum of [0, end) is ≤ `limit`; 0 when nothing fits. */
  longestPrefix(limit: number): number {
    let end = 0;
    let left = limit;
    for (let step = highestBit(this.length); step > 0; step >>= 1) {
      const next = end + step;
      if (next <= this.length && (this.#sums[next] as number) <= left) {
        end = next;
        left -= this.#sums[next] as number;
      }
    }
    return end;
  }

  /** The smallest start such that the sum of [start, length) is ≤ `limit`; the length when nothing fits. */
  longestSuffix(limit: number): number {
    if (limit < 0) return this.length;
    const excess = this.before(this.length) - limit;
    if (excess <= 0) return 0;
    // The first start with before(start) ≥ excess: one past the longest prefix that stays below it.
    return this.longestPrefix(excess - SMALLEST) + 1;
  }
}

/** Sizes are integers: anything below 1 separates "less than" from "at most". */
const SMALLEST = 0.5;

function highestBit(value: number): number {
  return value === 0 ? 0 : 2 ** (31 - Math.clz32(value));
}
