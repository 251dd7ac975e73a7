import { contentText, type FunctionCallOutputItem } from '@ai4j/agent';
import type { CommandRun } from './facts.ts';
import { shorten } from './shorten.ts';

/** Commands carried on, the latest run: the same number as files. */
const MAX_COMMANDS = 200;
const MAX_ERROR_CHARS = 300;
const errorWords =
  /error|fail|exception|cannot|can't|not found|no such|denied|refused|fatal|panic|错误|失败|エラー|失敗/i;

/** The latest run of each command. */
export class CommandRuns {
  readonly #runs = new Map<string, CommandRun>();

  get all(): readonly CommandRun[] {
    return [...this.#runs.values()];
  }

  add(command: string, { id, output, outcome }: FunctionCallOutputItem): void {
    const key = command.trim();
    if (key === '') return;
    this.#runs.delete(key);
    const error = outcome === 'error' ? errorIn(contentText(output)) : undefined;
    this.#runs.set(key, { command: key, outcome, itemId: id, error });
    if (this.#runs.size <= MAX_COMMANDS) return;
    const [oldest] = this.#runs.keys();
    this.#runs.delete(oldest as string);
  }
}

/** Failed, and no later run of the same command went well. */
export function failingCommands(commands: readonly CommandRun[]): readonly CommandRun[] {
  return commands.filter(({ outcome }) => outcome === 'error');
}

/** The last line that speaks of an error: summaries of test runs and compilers stand at the end. */
function errorIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.findLast((candidate) => errorWords.test(candidate)) ?? lines.at(-1) ?? '';
  return shorten(line, MAX_ERROR_CHARS);
}
