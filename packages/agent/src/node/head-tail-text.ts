import { headOf, tailOf } from '../items/clip-text.ts';

/** A text of which only head and tail are kept once it is longer than `maxChars`; memory is bounded by a small multiple of that. */
export class HeadTailText {
  readonly #maxChars: number;
  readonly #maxHead: number;
  /** One Char more than the head may have: what follows a cut decides whether it would split a pair. */
  #start = '';
  /** The last `maxChars` Chars at least, so all of a text that is no longer than that. */
  #end = '';
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
    this.#maxHead = Math.ceil(maxChars / 2);
  }

  add(text: string): void {
    this.#chars += text.length;
    if (this.#start.length <= this.#maxHead)
      this.#start += text.slice(0, this.#maxHead + 1 - this.#start.length);
    this.#end += text;
    // Not at every piece: a text that comes Char by Char is copied once in `maxChars`.
    if (this.#end.length > 2 * this.#maxChars) this.#end = this.#end.slice(this.#end.length - this.#maxChars);
  }

  toString(): string {
    if (this.#chars <= this.#maxChars) return this.#end;
    const head = headOf(this.#start, this.#maxHead);
    const tail = tailOf(this.#end, this.#maxChars - this.#maxHead);
    return `${head}\n[… ${this.#chars - head.length - tail.length} chars left out …]\n${tail}`;
  }
}
