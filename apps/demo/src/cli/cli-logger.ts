import { type Logger, silentLogger } from '@ai4j/agent';
import type { CliIo } from './cli-io.ts';
import { UsageError } from './usage-error.ts';

/**
 * A pino logger on stderr at the level that `AI4J_LOG_LEVEL` names, one JSON a line; silent where it is unset.
 * Item content is never logged. @throws UsageError for a level that pino does not have
 */
export async function cliLogger({ env, stderr }: CliIo): Promise<Logger> {
  const level = env.AI4J_LOG_LEVEL;
  if (level === undefined || level === '') return silentLogger;
  const { pino } = await import('pino');
  if (!Object.hasOwn(pino.levels.values, level)) {
    const levels = Object.keys(pino.levels.values).join(', ');
    throw new UsageError(`AI4J_LOG_LEVEL is "${level}"; the levels are ${levels}.`);
  }
  const logger: Logger = pino({ level, base: null }, { write: (line: string) => stderr.write(line) });
  return logger;
}
