import { expect, test } from 'vitest';
import { capturedIo } from './captured-io.ts';
import type { CliIo } from './cli-io.ts';
import { cliLogger } from './cli-logger.ts';

function world(env: CliIo['env']): { io: CliIo; stderr(): string } {
  const { io, stderr } = capturedIo('.');
  return { io: { ...io, env }, stderr };
}

test('is silent unless a level is set', async () => {
  const { io, stderr } = world({});
  (await cliLogger(io)).error({}, 'unheard');
  expect(stderr()).toBe('');
});

test('writes one JSON a line to stderr from its level on', async () => {
  const { io, stderr } = world({ AI4J_LOG_LEVEL: 'info' });
  const logger = await cliLogger(io);
  logger.debug({}, 'unheard');
  logger.info({ step: 3 }, 'compacted');
  expect(JSON.parse(stderr())).toMatchObject({ level: 30, step: 3, msg: 'compacted' });
});

test('a level that does not exist is refused by name', async () => {
  await expect(cliLogger(world({ AI4J_LOG_LEVEL: 'loud' }).io)).rejects.toThrow(
    'AI4J_LOG_LEVEL is "loud"; the levels are trace, debug, info, warn, error, fatal.',
  );
});
