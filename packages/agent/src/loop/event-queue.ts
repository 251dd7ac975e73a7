/** Values of a producer that does not wait, for one consumer that does. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #values: T[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #abandoned = false;

  /** Kept until it is read; dropped once the consumer has gone. */
  push(value: T): void {
    if (this.#abandoned) return;
    this.#values.push(value);
    this.#wake?.();
  }

  /** No value comes after this. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        for (const value of this.#values.splice(0)) yield value;
        if (this.#values.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#abandoned = true;
      this.#values.length = 0;
    }
  }
}
