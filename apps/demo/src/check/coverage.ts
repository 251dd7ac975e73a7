import type { AgentItem, SeqRange } from '@ai4j/agent';
import { memoryDigest } from '../replay/memory-digest.ts';
import type { TraceMemory } from '../replay/trace.ts';
import type { LoggedHistory } from './logged-history.ts';
import { isSameValue } from './same-value.ts';
import type { Finding } from './violation.ts';

/** L3: every item ever appended is in memory, or inside what the last replacement says left it. */
export function* checkCovered(history: LoggedHistory): Iterable<Finding> {
  const inMemory = new Set<number>();
  for (const { seq } of history.entries) inMemory.add(seq);
  const { covered } = history;
  const lost: number[] = [];
  for (const seq of history.loggedSeqs()) {
    if (!inMemory.has(seq) && !(covered && covered[0] <= seq && seq <= covered[1])) lost.push(seq);
  }
  if (lost.length > 0) yield { law: 'L3', detail: `neither in memory nor covered: seq ${lost.join(', ')}` };
}

/** L3: by the end, everything that left memory was recalled; what was redacted or pruned cannot be. */
export function* checkAllRecalled(recalled: ReadonlySet<number>, history: LoggedHistory): Iterable<Finding> {
  const inMemory = new Set<number>();
  for (const { seq } of history.entries) inMemory.add(seq);
  const missing: number[] = [];
  for (const seq of history.loggedSeqs()) {
    if (!inMemory.has(seq) && !recalled.has(seq) && history.buried(seq) === undefined) missing.push(seq);
  }
  if (missing.length > 0)
    yield { law: 'L3', detail: `left memory and never recalled: seq ${missing.join(', ')}` };
}

/** L3: memory is what the log says, item for item. */
export function* checkMemoryIsTheFold(stated: TraceMemory, history: LoggedHistory): Iterable<Finding> {
  const { entries } = history;
  if (stated.items !== entries.length) {
    yield { law: 'L3', detail: `memory holds ${stated.items} item(s), the log makes it ${entries.length}` };
  }
  if (!isSequence(stated.seqs, entries))
    yield { law: 'L3', detail: 'memory holds other seqs than the log makes of it' };
  if ((stated.summary ?? '') !== (history.summary ?? ''))
    yield { law: 'L3', detail: 'memory has another summary than the log' };
  if (stated.digest !== memoryDigest(entries.map((entry) => history.inMemory(entry)))) {
    yield { law: 'L3', detail: 'memory holds items in another form than the log makes of them' };
  }
}

/** L3: what left memory comes back byte for byte; of what was redacted or pruned, the tombstone does or nothing. */
export function* checkRecall(
  seq: number,
  recalled: AgentItem | null,
  history: LoggedHistory,
): Iterable<Finding> {
  const logged = history.logged(seq);
  if (logged === undefined) yield { law: 'L3', detail: `recall was asked for seq ${seq}, which is no item` };
  else if (recalled === null) {
    if (history.buried(seq) === undefined)
      yield { law: 'L3', detail: `recall does not give back seq ${seq}` };
  } else if (!isSameValue(recalled, logged)) {
    yield { law: 'L3', detail: `recall gives back seq ${seq} in another form than it was logged` };
  }
}

/** Whether the ranges, written out, are these seqs in this order. */
function isSequence(ranges: readonly SeqRange[], entries: readonly { readonly seq: number }[]): boolean {
  let at = 0;
  for (const [from, to] of ranges) {
    if (to - from >= entries.length - at) return false;
    for (let seq = from; seq <= to; seq++) if (entries[at++]?.seq !== seq) return false;
  }
  return at === entries.length;
}
