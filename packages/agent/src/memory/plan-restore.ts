import { ConfigError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { sameItem } from '../items/same-item.ts';
import { forEachSeq, hull, type SeqRange } from '../log/seq-range.ts';
import type { MemoryRef, SessionEventInput } from '../log/session-event.ts';
import type { RestoreOptions } from './agent-memory.ts';
import type { MemoryFold } from './memory-fold.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';

/**
 * The events, for one atomic append at the fold's version, that turn memory into `snapshot`. What the
 * log has already is referred to and never written again; items that are new to it are appended first.
 * @param departed the originals of those items of the snapshot that the log knows and memory does not hold
 * @throws ConfigError when two items have one id
 */
export function planRestore(
  fold: MemoryFold,
  snapshot: MemorySnapshot,
  departed: ReadonlyMap<number, MemoryItem>,
  options: RestoreOptions,
): readonly SessionEventInput[] {
  const { items, summary } = snapshot;
  refuseRepeatedIds(items);
  const introduced: MemoryItem[] = [];
  const firstNewSeq = fold.version + 1;
  const kept = new Set<number>();
  const memory: MemoryRef[] = [];
  for (const item of items) {
    let seq = fold.seqOf(item.id);
    if (seq === undefined) {
      seq = firstNewSeq + introduced.length;
      introduced.push(item);
      addRef(memory, seq);
    } else if (isAsLogged(fold, seq, item, departed)) {
      addRef(memory, seq);
    } else {
      memory.push({ seq, item });
    }
    kept.add(seq);
  }
  const covered = coveredAfter(fold, kept);
  const lastNewSeq = firstNewSeq + introduced.length - 1;
  const replaced: SessionEventInput = {
    type: 'memory-replaced',
    reason: options.reason ?? 'restore',
    memory,
    ...(summary !== undefined && { summary }),
    ...(covered && { covered }),
    ...(introduced.length > 0 && { introduced: [firstNewSeq, lastNewSeq] as const }),
    ...(options.result && { result: options.result }),
  };
  return introduced.length > 0 ? [{ type: 'items-appended', items: introduced }, replaced] : [replaced];
}

/** Seqs of the snapshot's items that the log holds and memory does not; their originals decide how they are referred to. */
export function departedSeqs(fold: MemoryFold, { items }: MemorySnapshot): readonly number[] {
  return items.flatMap(({ id }) => {
    const seq = fold.seqOf(id);
    return seq === undefined || fold.entry(seq) || fold.isTombstone(seq) ? [] : [seq];
  });
}

/** @throws ConfigError naming the first id that occurs twice */
export function refuseRepeatedIds(items: readonly MemoryItem[]): void {
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id))
      throw new ConfigError('invalid_option', `Two items have the id "${id}"; ids are unique in a session.`);
    ids.add(id);
  }
}

/** A reference is enough: the item is what the log reads at its seq. What was redacted does not come back by an old copy. */
function isAsLogged(
  fold: MemoryFold,
  seq: number,
  item: MemoryItem,
  departed: ReadonlyMap<number, MemoryItem>,
): boolean {
  if (fold.isTombstone(seq)) return true;
  const entry = fold.entry(seq);
  if (entry) return !entry.changed && sameItem(entry.item, item);
  const original = departed.get(seq);
  return original !== undefined && sameItem(original, item);
}

/** Every seq that left memory, now or before, as one range. */
function coveredAfter(fold: MemoryFold, kept: ReadonlySet<number>): SeqRange | undefined {
  const { seqs, covered } = fold.view();
  let left = covered;
  for (const range of seqs) {
    forEachSeq(range, (seq) => {
      if (!kept.has(seq)) left = hull(left, [seq, seq]);
    });
  }
  return left;
}

function addRef(memory: MemoryRef[], seq: number): void {
  const last = memory.at(-1);
  if (last && !('seq' in last) && last[1] + 1 === seq) memory[memory.length - 1] = [last[0], seq];
  else memory.push([seq, seq]);
}
