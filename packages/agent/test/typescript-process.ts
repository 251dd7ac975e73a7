import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A script of this folder in a process of its own, and the lines it says. */
export class TypeScriptProcess {
  readonly #child: ChildProcess;
  readonly #said: AsyncIterator<string>;

  constructor(script: string, args: readonly string[]) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    this.#child = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!this.#child.stdout) throw new Error('The process has no stdout.');
    this.#said = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  tell(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async nextLine(): Promise<string> {
    const { value, done } = await this.#said.next();
    if (done) throw new Error('The process ended and said no more.');
    return value;
  }

  /** What it says until it ends. */
  async rest(): Promise<readonly string[]> {
    const ended = once(this.#child, 'exit');
    const lines: string[] = [];
    for (;;) {
      const { value, done } = await this.#said.next();
      if (done) break;
      lines.push(value);
    }
    await ended;
    return lines;
  }
}
