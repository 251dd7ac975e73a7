import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { JsonlSessionEventLog } from '../src/node/jsonl-session-event-log.ts';
import { openJsonlSessionEventLog } from '../src/node/open-jsonl-session-event-log.ts';
import { readAll } from './jsonl-logs.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const script = fileURLToPath(new URL('append-until-killed.ts', import.meta.url));

/** What became of the events that killed writers had acknowledged. */
export interface KillOutcome {
  readonly acknowledged: number;
  /** Acknowledged, and not in the log at the seq that was told. */
  readonly lost: readonly string[];
  /** In the log more than once. */
  readonly doubled: readonly string[];
  /** Batches of which some events are there and others not. */
  readonly halfBatches: readonly string[];
  readonly hasGaps: boolean;
}

/**
 * Lets two processes append to one log and kills both, round after round; the seed decides after how many
 * acknowledgements. Each round goes on with the log that the last one left.
 */
export async function killWriters(rounds: number, seed: number): Promise<KillOutcome> {
  const path = join(await temporaryDirectory(), 'killed.jsonl');
  const acknowledged = new Map<string, number>();
  const killPoints = fc.sample(fc.tuple(fc.nat(60), fc.nat(60)), { numRuns: rounds, seed });
  for (const [round, [first, second]] of killPoints.entries()) {
    await Promise.all([
      killAfter(first, spawnWriter(path, `a${round}`), acknowledged),
      killAfter(second, spawnWriter(path, `b${round}`), acknowledged),
    ]);
    const log = await openJsonlSessionEventLog({ path });
    if (log.report().badLineCount > 0)
      throw new Error(`bad lines after round ${round}: ${JSON.stringify(log.report())}`);
    await log.close();
  }
  const log = await openJsonlSessionEventLog({ path });
  try {
    return await compare(log, acknowledged);
  } finally {
    await log.close();
  }
}

function spawnWriter(path: string, writer: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', script, path, writer], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function killAfter(
  lines: number,
  child: ChildProcess,
  acknowledged: Map<string, number>,
): Promise<void> {
  if (!child.stdout) throw new Error('The writer has no stdout.');
  const closed = once(child, 'close');
  let told = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [id = '', seq] = line.split(' ');
    acknowledged.set(id, Number(seq));
    if (++told >= lines) child.kill('SIGKILL');
  }
  const [, signal] = await closed;
  if (signal !== 'SIGKILL') throw new Error('A writer ended before it was killed.');
}

async function compare(
  log: JsonlSessionEventLog,
  acknowledged: ReadonlyMap<string, number>,
): Promise<KillOutcome> {
  const seqsById = new Map<string, number[]>();
  let next = 1;
  let hasGaps = false;
  for (const event of await readAll(log)) {
    if (event.seq !== next++) hasGaps = true;
    if (event.type !== 'extension') continue;
    const { id } = event.data as { readonly id: string };
    seqsById.set(id, [...(seqsById.get(id) ?? []), event.seq]);
  }
  const ids = [...seqsById.keys()];
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter(([id, seq]) => !seqsById.get(id)?.includes(seq)).map(([id]) => id),
    doubled: ids.filter((id) => seqsById.get(id)?.length !== 1),
    halfBatches: ids.filter((id) => id.endsWith('-batch-1') && !seqsById.has(id.replace(/1$/, '3'))),
    hasGaps,
  };
}
