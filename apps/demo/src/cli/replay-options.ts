import { parseArgs } from 'node:util';
import type { ReplaySettings } from '../replay/replay-report.ts';
import { UsageError } from './usage-error.ts';

export const replayHelp = `ai4j replay <file>: drive a recorded session step by step, and report

The recorded assistant is the model and the recorded outputs are the tools; what memory keeps, what is
projected and when it is compacted is decided anew. All sessions of the file are replayed.

Options
  --session N            only the Nth session of the file, counted from 1
  --window N             context window of the model, in tokens (default 128000)
  --reserve N            tokens kept free for the answer (default a quarter of the window, at most 16384)
  --summarizer NAME      deterministic (default), or recorded: the recording's own summary where it has one
  --trace FILE           write every request and every log event, one JSON a line
  --html FILE            write the timeline as one self-contained page
  --json                 print one JSON object on stdout, nothing else
  --help

AI4J_LOG_LEVEL=info logs what is done to stderr, one JSON a line.
Exit code 0: no law violated; 1: violations found; 2: bad usage or bad input.
`;

export interface ReplayOptions extends ReplaySettings {
  readonly file: string;
  /** 1-based; undefined: all. */
  readonly session: number | undefined;
  readonly trace: string | undefined;
  readonly html: string | undefined;
  readonly json: boolean;
}

const DEFAULT_WINDOW_TOKENS = 128_000;

/** A quarter of the window, at most 16,384 Tokens: what an answer needs. */
export function defaultReserveTokens(windowTokens: number): number {
  return Math.min(16_384, Math.floor(windowTokens / 4));
}

/** The options of `ai4j replay`, or `help`. @throws UsageError */
export function parseReplayOptions(argv: readonly string[]): ReplayOptions | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [file, ...extra] = positionals;
  if (file === undefined)
    throw new UsageError('replay needs the file of a recorded session (see ai4j replay --help).');
  if (extra.length > 0) throw new UsageError(`replay takes one file, got ${positionals.length}.`);
  if (values['keep-recent'] !== undefined) {
    throw new UsageError('--keep-recent: not yet available, it comes with coding sessions.');
  }
  const windowTokens = wholeNumber('--window', values.window) ?? DEFAULT_WINDOW_TOKENS;
  const reserveTokens = wholeNumber('--reserve', values.reserve, 0) ?? defaultReserveTokens(windowTokens);
  if (reserveTokens >= windowTokens) {
    throw new UsageError(
      `--reserve ${reserveTokens} leaves nothing of --window ${windowTokens}; it must be smaller.`,
    );
  }
  return {
    file,
    session: wholeNumber('--session', values.session),
    windowTokens,
    reserveTokens,
    summarizer: summarizer(values.summarizer),
    trace: values.trace,
    html: values.html,
    json: values.json ?? false,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        session: { type: 'string' },
        window: { type: 'string' },
        reserve: { type: 'string' },
        'keep-recent': { type: 'string' },
        summarizer: { type: 'string' },
        trace: { type: 'string' },
        html: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${firstSentence(error)} (see ai4j replay --help).`);
  }
}

/** parseArgs explains itself at length; its first sentence says what is wrong. */
function firstSentence(error: unknown): string {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function wholeNumber(option: string, text: string | undefined, atLeast = 1): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= atLeast))
    throw new UsageError(`${option} takes a whole number of at least ${atLeast}, not "${text}".`);
  return value;
}

function summarizer(name: string | undefined): ReplaySettings['summarizer'] {
  switch (name) {
    case undefined:
    case 'deterministic':
      return 'deterministic';
    case 'recorded':
      return 'recorded';
    case 'model':
      throw new UsageError('--summarizer model: not yet available; use deterministic or recorded.');
    default:
      throw new UsageError(`--summarizer is deterministic or recorded, not "${name}".`);
  }
}
