import { headOf, tailOf } from '../items/clip-text.ts';

/** A text of which only head and tail are kept, however much is added: memory is bounded by `maxChars`. */
export class HeadTailText {
  readonly #maxHead: number;
  readonly #maxTail: number;
  #head = '';
  #tail = '';
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxHead = Math.ceil(maxChars / 2);
    this.#maxTail = Math.floor(maxChars / 2);
  }

  add(text: string): void {
    this.#chars += text.length;
    // Once something went to the tail, the head is complete, though it may be one Char short.
    const taken = this.#tail === '' ? headOf(text, this.#maxHead - this.#head.length) : '';
    this.#head += taken;
    const rest = text.slice(taken.length);
    if (rest !== '') this.#tail = tailOf(this.#tail + rest, this.#maxTail);
  }

  toString(): string {
    const missing = this.#chars - this.#head.length - this.#tail.length;
    if (missing <= 0) return this.#head + this.#tail;
    return `${this.#head}\n[… ${missing} chars left out …]\n${this.#tail}`;
  }
}
