import { parseArgs } from 'node:util';
import type { CliIo, ExitCode } from './cli-io.ts';
import { packagePath } from './package-root.ts';
import { replay } from './replay-command.ts';
import { defaultReserveTokens } from './replay-options.ts';
import { UsageError } from './usage-error.ts';

const SAMPLE = 'samples/fix-the-price.jsonl';
/** Small, so that the sample has to be compacted. */
const DEMO_WINDOW_TOKENS = 12_000;

const demoHelp = `ai4j demo: replay the bundled sample session in a window so small that it has to be compacted

Options
  --html FILE   where the timeline is written (default .ai4j/demo.html)
  --help
`;

/** `ai4j demo`. @throws UsageError */
export async function demoCommand(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const options = parseDemoOptions(argv);
  if (options === 'help') {
    io.stdout.write(demoHelp);
    return 0;
  }
  return replay(
    {
      file: packagePath(SAMPLE),
      session: undefined,
      windowTokens: DEMO_WINDOW_TOKENS,
      reserveTokens: defaultReserveTokens(DEMO_WINDOW_TOKENS),
      summarizer: 'deterministic',
      trace: undefined,
      html: options.html,
      json: false,
    },
    io,
  );
}

function parseDemoOptions(argv: readonly string[]): { readonly html: string } | 'help' {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        html: { type: 'string', default: '.ai4j/demo.html' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values.help ? 'help' : { html: values.html };
  } catch {
    throw new UsageError('demo takes --html FILE and nothing else (see ai4j demo --help).');
  }
}
