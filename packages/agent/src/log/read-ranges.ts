import type { SeqRange } from './seq-range.ts';
import { lastSeq, type SessionEvent } from './session-event.ts';
import type { SessionEventLog } from './session-event-log.ts';

/** Reading on over a gap costs less than this many events; beginning anew costs a log about as much. */
const READ_ACROSS_SEQS = 64;

/**
 * The events that hold these seqs, in order and each once, however many of the seqs it holds. Events that lie between
 * may come too. @param ascending ranges that do not overlap
 */
export async function* readRanges(
  log: SessionEventLog,
  ascending: readonly SeqRange[],
): AsyncGenerator<SessionEvent> {
  let readTo = 0;
  for (const [from, to] of joinNear(ascending)) {
    if (to <= readTo) continue;
    for await (const event of log.read({ fromSeq: Math.max(from, readTo + 1), toSeq: to })) {
      readTo = lastSeq(event);
      yield event;
    }
  }
}

function joinNear(ascending: readonly SeqRange[]): readonly SeqRange[] {
  const joined: SeqRange[] = [];
  for (const [from, to] of ascending) {
    const last = joined.at(-1);
    if (last && from - last[1] <= READ_ACROSS_SEQS) joined[joined.length - 1] = [last[0], to];
    else joined.push([from, to]);
  }
  return joined;
}
