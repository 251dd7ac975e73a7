/** A stream as far as a command needs one. */
export interface CliStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The world a command sees: the process in production, buffers in tests. */
export interface CliIo {
  readonly stdout: CliStream;
  readonly stderr: CliStream;
  /** Relative paths on the command line begin here. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** 0 done, 1 a law is violated, 2 bad usage or bad input. */
export type ExitCode = 0 | 1 | 2;
