import type { CompactRecord, MemoryItem, MemoryRef, SeqRange, SessionEvent } from '@ai4j/agent';
import { type LoggedHistory, responseIdOf } from './logged-history.ts';
import type { Finding, Law } from './violation.ts';

type MemoryReplaced = Extract<SessionEvent, { type: 'memory-replaced' }>;

/** What a replacement may refer to (L3), and that its figures tell what it did (L6 and the log's own rules). */
export function* checkReplacement(event: MemoryReplaced, history: LoggedHistory): Iterable<Finding> {
  yield* checkRefs(event.memory, history);
  yield* checkCoveredRange(event, history);
  const before = new Set<number>();
  for (const { seq } of history.entries) before.add(seq);
  const after = [...seqsOf(event.memory, history)];
  switch (event.reason) {
    case 'compact':
    case 'compress': {
      const strangers = after.filter((seq) => !before.has(seq));
      if (strangers.length > 0) {
        yield breach('log', event, `brings back what memory did not hold: seq ${strangers.join(', ')}`);
      }
      break;
    }
    case 'clear':
      if (after.length > 0 || event.summary !== undefined)
        yield breach('log', event, 'clears memory and leaves something');
      break;
    case 'restore':
      break;
    default:
      event.reason satisfies never;
  }
  const introduced = event.introduced ? event.introduced[1] - event.introduced[0] + 1 : 0;
  if (event.result) yield* checkFigures(event, event.result, before.size - introduced, after.length);
}

/** L4: only the compaction that counts now can be undone, and only once. */
export function* checkUndo(undoneSeq: number, { standingReplacement }: LoggedHistory): Iterable<Finding> {
  if (standingReplacement?.seq !== undoneSeq) {
    const standing = standingReplacement ? `seq ${standingReplacement.seq}` : 'none';
    yield { law: 'L4', detail: `seq ${undoneSeq} is undone, the replacement that counts is ${standing}` };
  } else if (standingReplacement.reason === 'restore' || standingReplacement.reason === 'clear') {
    yield { law: 'L4', detail: `seq ${undoneSeq} is undone and is no compaction` };
  }
}

function* checkRefs(memory: readonly MemoryRef[], history: LoggedHistory): Iterable<Finding> {
  const seen = new Set<number>();
  for (const ref of memory) {
    const [from, to] = rangeOf(ref);
    if (to > history.version)
      yield { law: 'L3', detail: `memory refers to seq ${to}, the log ends at ${history.version}` };
    for (let seq = from; seq <= Math.min(to, history.version); seq++) {
      const logged = history.logged(seq);
      if (logged === undefined) yield { law: 'L3', detail: `memory refers to seq ${seq}, which is no item` };
      else if ('seq' in ref && !isFormOf(ref.item, logged)) {
        yield { law: 'L3', detail: `memory holds another item than was logged as seq ${seq}` };
      }
      if (seen.has(seq)) yield { law: 'L3', detail: `memory refers to seq ${seq} twice` };
      seen.add(seq);
    }
  }
}

/** What left memory stays told: the covered range only grows, and ends where the log does. */
function* checkCoveredRange(event: MemoryReplaced, history: LoggedHistory): Iterable<Finding> {
  const { covered, introduced } = event;
  if (covered && covered[1] > history.version) {
    yield breach('L3', event, `covers seq ${covered[1]}, the log ends at ${history.version}`);
  }
  const before = history.covered;
  if (before && !(covered && covered[0] <= before[0] && before[1] <= covered[1])) {
    yield breach('L3', event, `no longer covers seqs ${before[0]}–${before[1]}`);
  }
  if (introduced && introduced[1] !== event.seq - 1) {
    yield breach(
      'log',
      event,
      `introduces seqs ${introduced[0]}–${introduced[1]}, which do not end right before it`,
    );
  }
}

function* checkFigures(
  event: MemoryReplaced,
  result: CompactRecord,
  itemsBefore: number,
  itemsAfter: number,
): Iterable<Finding> {
  if (result.itemsBefore !== itemsBefore) {
    yield breach('log', event, `says there were ${result.itemsBefore} item(s), memory held ${itemsBefore}`);
  }
  if (result.itemsAfter !== itemsAfter) {
    yield breach('log', event, `says there are ${result.itemsAfter} item(s), memory holds ${itemsAfter}`);
  }
  if (result.summary !== event.summary) yield breach('log', event, 'has another summary than its result');
  if (itemsAfter > itemsBefore)
    yield breach('L6', event, `grows memory from ${itemsBefore} to ${itemsAfter} item(s)`);
  const { tokensBefore, tokensAfter } = result;
  if (tokensBefore !== undefined && tokensAfter !== undefined && tokensAfter > tokensBefore) {
    yield breach('L6', event, `grows memory from ${tokensBefore} to ${tokensAfter} tokens`);
  }
}

/** The seqs of items that memory refers to. */
function* seqsOf(memory: readonly MemoryRef[], history: LoggedHistory): Iterable<number> {
  for (const ref of memory) {
    const [from, to] = rangeOf(ref);
    for (let seq = from; seq <= Math.min(to, history.version); seq++) if (history.logged(seq)) yield seq;
  }
}

function rangeOf(ref: MemoryRef): SeqRange {
  return 'seq' in ref ? [ref.seq, ref.seq] : ref;
}

/** The same item in another form: what it says may differ, what it is may not. */
function isFormOf(form: MemoryItem, logged: MemoryItem): boolean {
  return (
    form.id === logged.id &&
    form.type === logged.type &&
    responseIdOf(form) === responseIdOf(logged) &&
    ('callId' in form ? form.callId : undefined) === ('callId' in logged ? logged.callId : undefined)
  );
}

function breach(law: Law, { reason, seq }: MemoryReplaced, what: string): Finding {
  return { law, detail: `the ${reason} at seq ${seq} ${what}` };
}
