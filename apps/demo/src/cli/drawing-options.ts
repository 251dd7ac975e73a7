import type { CliIo } from './cli-io.ts';

const DEFAULT_CELLS = 100;

/** How a report may be drawn on stdout: the terminal's width, and colour where it is one and nobody objects (NO_COLOR). */
export function drawingOptions(io: CliIo): { readonly width: number; readonly color: boolean } {
  const isForced =
    io.env.FORCE_COLOR !== undefined && io.env.FORCE_COLOR !== '' && io.env.FORCE_COLOR !== '0';
  const isRefused = io.env.NO_COLOR !== undefined && io.env.NO_COLOR !== '';
  return {
    width: io.stdout.columns ?? DEFAULT_CELLS,
    color: !isRefused && (isForced || (io.stdout.isTTY === true && io.env.TERM !== 'dumb')),
  };
}
