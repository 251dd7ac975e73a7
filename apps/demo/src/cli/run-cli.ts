import { printable } from '../report/printable.ts';
import type { CliIo, ExitCode } from './cli-io.ts';
import { packageVersion } from './package-root.ts';
import { UsageError } from './usage-error.ts';

const help = `ai4j: replay recorded agent sessions through memory, projection and compaction

Usage
  ai4j replay <file> [options]   drive a recorded session step by step and report what was kept and what was not
  ai4j demo                      replay the bundled sample session and write its HTML timeline

  ai4j <command> --help          the options of a command
  ai4j --version
`;

type Command = (argv: readonly string[], io: CliIo) => Promise<ExitCode>;

/** Loaded only when asked for, so that `ai4j --help` stays instant. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  replay: async () => (await import('./replay-command.ts')).replayCommand,
  demo: async () => (await import('./demo-command.ts')).demoCommand,
};

/** Runs one command line (without node and script) and returns its exit code. Throws only on a fault of ours. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`ai4j: ${printable(error.message)}\n`);
    return 2;
  }
}

async function dispatch([name, ...rest]: readonly string[], io: CliIo): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(help);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const what = name.startsWith('-') ? 'option' : 'command';
    throw new UsageError(
      `unknown ${what} "${name}"; the commands are ${Object.keys(commands).join(' and ')} (see ai4j --help).`,
    );
  }
  const command = await load();
  return command(rest, io);
}
