import type { CliIo } from './cli-io.ts';

const EVERY_MS = 100;

/** One line on stderr that is rewritten while a replay runs; nothing where stderr is no terminal. */
export class Progress {
  readonly #stream: CliIo['stderr'] | undefined;
  readonly #now: () => number;
  #drawnAtMs = Number.NEGATIVE_INFINITY;
  #isDrawn = false;

  constructor(stderr: CliIo['stderr'], now: () => number = Date.now) {
    this.#stream = stderr.isTTY === true ? stderr : undefined;
    this.#now = now;
  }

  show(text: string): void {
    const now = this.#now();
    if (!this.#stream || now - this.#drawnAtMs < EVERY_MS) return;
    this.#drawnAtMs = now;
    this.#isDrawn = true;
    this.#stream.write(`\r\u001b[2K${text}`);
  }

  clear(): void {
    if (this.#isDrawn) this.#stream?.write('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
