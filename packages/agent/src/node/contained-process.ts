import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** How long output that is still in a pipe is waited for once the process has ended. */
const DRAIN_MS = 200;

export interface ContainedProcessOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  onOutput(text: string): void;
  /** Lines of text that the process writes to descriptor 3. */
  onLine(line: string): void;
  /** The process wrote a longer line than this many Chars: it is killed. */
  readonly maxLineChars: number;
}

/** As `spawn` makes them of four pipes. */
type Stdio = readonly [stdin: Writable, stdout: Readable, stderr: Readable, channel: Duplex];

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lineTooLong: boolean;
}

/**
 * A process with its group: what it starts ends with it, and what holds its pipes open all the same holds
 * nobody up.
 */
export class ContainedProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #lineTooLong = false;

  constructor([command, ...args]: readonly [string, ...string[]], options: ContainedProcessOptions) {
    this.#child = spawn(command, args, {
      cwd: options.directory,
      env: { ...options.env },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const [stdin, stdout, stderr, channel] = this.#child.stdio as unknown as Stdio;
    for (const stream of [stdin, channel]) stream.on('error', ignoreBrokenPipe);
    for (const stream of [stdout, stderr]) readText(stream, options.onOutput);
    readText(channel, this.#lineReader(options));
    this.ended = this.#waitForEnd([stdin, stdout, stderr, channel]);
  }

  /** Writes a line to the standard input; one that has ended does not read it. */
  writeLine(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Ends the process and all of its group at once. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  }

  #waitForEnd(streams: readonly (Readable | Writable)[]): Promise<ProcessEnd> {
    return new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', (code, signal) => {
        this.kill();
        const end = () => {
          clearTimeout(drain);
          for (const stream of streams) stream.destroy();
          resolve({ code, signal, lineTooLong: this.#lineTooLong });
        };
        const drain = setTimeout(end, DRAIN_MS);
        this.#child.once('close', end);
      });
    });
  }

  #lineReader({ onLine, maxLineChars }: ContainedProcessOptions): (text: string) => void {
    let pieces: string[] = [];
    let chars = 0;
    return (text) => {
      const lines = text.split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        onLine(pieces.join('') + line);
        pieces = [];
        chars = 0;
      }
      pieces.push(rest);
      chars += rest.length;
      if (chars > maxLineChars) {
        this.#lineTooLong = true;
        pieces = [];
        chars = 0;
        this.kill();
      }
    };
  }
}

function readText(stream: Readable, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stream.on('data', (bytes: Buffer) => onText(decoder.write(bytes)));
  stream.on('end', () => onText(decoder.end()));
}

/** The process went away before it read everything; how it ended is told by its exit. */
function ignoreBrokenPipe(): void {}
