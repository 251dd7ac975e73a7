import type { CliIo } from './cli-io.ts';

/** A world for tests: what a command writes is kept as text. */
export interface CapturedIo {
  readonly io: CliIo;
  stdout(): string;
  stderr(): string;
}

export function capturedIo(cwd: string, options: { readonly columns?: number } = {}): CapturedIo {
  const written = { stdout: '', stderr: '' };
  return {
    io: {
      stdout: {
        columns: options.columns ?? 80,
        write: (text) => {
          written.stdout += text;
        },
      },
      stderr: {
        write: (text) => {
          written.stderr += text;
        },
      },
      cwd,
      env: {},
    },
    stdout: () => written.stdout,
    stderr: () => written.stderr,
  };
}
