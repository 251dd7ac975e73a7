import { lowerBound } from '../items/ascending.ts';

/** Where a line begins, and the first seq it holds. */
export interface SeqOffset {
  readonly seq: number;
  readonly byte: number;
}

/** Where every n-th line of a log begins, so that reading from a seq passes over at most n lines. */
export class SeqOffsets {
  readonly #first: SeqOffset;
  readonly #linesPerEntry: number;
  readonly #seqs: number[] = [];
  readonly #bytes: number[] = [];
  #lines = 0;

  /** @param firstByte where the first line begins */
  constructor(firstByte: number, linesPerEntry: number) {
    this.#first = { seq: 1, byte: firstByte };
    this.#linesPerEntry = linesPerEntry;
  }

  /** Lines come in the order of the file. */
  add(seq: number, byte: number): void {
    if (this.#lines++ % this.#linesPerEntry !== 0) return;
    this.#seqs.push(seq);
    this.#bytes.push(byte);
  }

  /** The last known line that begins at or before `seq`; the first line of all when there is none. */
  before(seq: number): SeqOffset {
    const position = lowerBound(this.#seqs, seq + 1) - 1;
    const [found, byte] = [this.#seqs[position], this.#bytes[position]];
    return found === undefined || byte === undefined ? this.#first : { seq: found, byte };
  }
}
