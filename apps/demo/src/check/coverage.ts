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

/** L3: memory is what the log says, item for item. Tombstones have no stated wording: with one in memory, only seqs count. */
export function* checkMemoryIsTheFold(stated: TraceMemory, history: LoggedHistory): Iterable<Finding> {
  const { entries } = history;
  if (stated.items !== entries.length) {
    yield { law: 'L3', detail: `memory holds ${stated.items} item(s), the log makes it ${entries.length}` };
  }
  if (!isSequence(stated.seqs, entries))
    yield { law: 'L3', detail: 'memory holds other seqs than the log makes of it' };
  if ((stated.summary ?? '') !== (history.summary ?? ''))
    yield { law: 'L3', detail: 'memory has another summary than the log' };
  if (entries.some(({ seq }) => history.buried(seq) !== undefined)) return;
  if (stated.digest !== memoryDigest(entries.map((entry) => history.inMemory(entry)))) {
    yield { law: 'L3', detail: 'memory holds items in another form than the log makes of them' };
  }
}

/** L3: what left memory comes back byte for byte; what was redacted or pruned does not come back at all. */
export function* checkRecall(
  seq: number,
  recalled: AgentItem | null,
  history: LoggedHistory,
): Iterable<Finding> {
  const logged = history.logged(seq);
  const buried = history.buried(seq);
  if (logged === undefined) yield { law: 'L3', detail: `recall was asked for seq ${seq}, which is no item` };
  else if (buried !== undefined) {
    if (isSameValue(recalled, buried) && !isSameValue(buried, logged)) {
      yield { law: 'L3', detail: `recall gives back seq ${seq}, whose content was removed` };
    }
  } else if (recalled === null) yield { law: 'L3', detail: `recall does not give back seq ${seq}` };
  else if (!isSameValue(recalled, logged)) {
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
