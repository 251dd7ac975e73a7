import { readRanges } from '../log/read-ranges.ts';
import type { SessionEvent } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { SequencedSnapshot } from './agent-memory.ts';
import { MemoryFold } from './memory-fold.ts';

/** Memory after these events, the first ones of a log. */
export function foldMemory(events: readonly SessionEvent[]): SequencedSnapshot {
  const fold = new MemoryFold();
  for (const event of events) fold.apply(event);
  if (fold.missing.length > 0) for (const event of events) fold.supply(event);
  return fold.view();
}

/**
 * Memory as it was when the log ended with `atSeq` (default: now), read as a stream.
 * @throws SessionStoreError `unreadable`
 */
export async function readMemory(log: SessionEventLog, atSeq?: number): Promise<SequencedSnapshot> {
  const fold = new MemoryFold();
  await readOn(fold, log, atSeq);
  return fold.view();
}

/** Folds in what the log holds and the fold does not yet, and supplies what is missing. */
export async function readOn(fold: MemoryFold, log: SessionEventLog, toSeq?: number): Promise<void> {
  const version = await log.version();
  for await (const event of log.read({ fromSeq: fold.version + 1, toSeq })) fold.apply(event);
  // The last events may be of types that this release does not know: reading passes over them.
  fold.passOver(Math.min(version, toSeq ?? version));
  for await (const event of readRanges(log, fold.missing)) fold.supply(event);
}
