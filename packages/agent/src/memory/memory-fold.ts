import { SessionStoreError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { addSeq, forEachSeq, holdsSeq, hull, type SeqRange, toSeqRanges } from '../log/seq-range.ts';
import { lastSeq, type SessionEvent } from '../log/session-event.ts';
import { type Tombstone, tombstoneOf } from '../log/tombstone.ts';
import type { SequencedSnapshot } from './agent-memory.ts';

type MemoryReplaced = Extract<SessionEvent, { type: 'memory-replaced' }>;

/** What stays of a replacement for as long as an undo may bring it back: refs, no contents of its own. */
export type EffectiveReplacement = Omit<MemoryReplaced, 'type' | 'atEpochMs' | 'result'>;

/** An item of memory and where it is in the log. */
export interface MemoryEntry {
  readonly item: MemoryItem;
  /** Memory holds it in another form than the log. */
  readonly changed: boolean;
}

/**
 * Memory as a fold of the log. Memory is what the last replacement that still counts refers to, and
 * every item appended after it; undoing a replacement makes the one before it the last.
 *
 * Kept: the items memory holds; of everything else only seqs and ids. What an undo or a restore brings
 * back has to be read again: the fold names it in `missing`, and the reader of the log supplies it.
 * Appending k items costs O(k); a view copies references, and never changes after it was handed out.
 */
export class MemoryFold {
  #version = 0;
  /** Every seq that holds an item, but for those that undone replacements introduced. */
  readonly #appended: SeqRange[] = [];
  readonly #seqById = new Map<string, number>();
  /** The replacements that count, oldest first. */
  readonly #replacements: EffectiveReplacement[] = [];
  readonly #tombstones: { readonly ranges: readonly SeqRange[]; readonly tombstone: Tombstone }[] = [];
  /** What undone replacements had introduced: it left memory with them. */
  #takenOut: SeqRange | undefined;

  #items: (MemoryItem | undefined)[] = [];
  #seqs: SeqRange[] = [];
  #positionBySeq = new Map<number, number>();
  #changed = new Set<number>();
  #missing = new Set<number>();
  #view: SequencedSnapshot | undefined;

  /** The last seq folded in. */
  get version(): number {
    return this.#version;
  }

  /** The replacement that memory stems from; undefined while every item is as it was appended. */
  get replacement(): EffectiveReplacement | undefined {
    return this.#replacements.at(-1);
  }

  /** Seqs of items that memory holds again and that must be read from the log before there is a view. */
  get missing(): readonly SeqRange[] {
    return toSeqRanges([...this.#missing].sort((a, b) => a - b));
  }

  /** The seq under which an item of this id was ever appended. */
  seqOf(id: string): number | undefined {
    return this.#seqById.get(id);
  }

  /** What memory holds of a seq; undefined when it is not in memory, or missing. */
  entry(seq: number): MemoryEntry | undefined {
    const position = this.#positionBySeq.get(seq);
    const item = position === undefined ? undefined : this.#items[position];
    return item && { item, changed: this.#changed.has(seq) };
  }

  /** Whether the content of this item was redacted or pruned. */
  isTombstone(seq: number): boolean {
    return this.#tombstoneAt(seq) !== undefined;
  }

  /** Takes in the next event. Events that were folded in before are passed over. */
  apply(event: SessionEvent): void {
    if (event.seq <= this.#version) return;
    this.#version = lastSeq(event);
    switch (event.type) {
      case 'items-appended':
        this.#append(event.seq, event.items);
        break;
      case 'memory-replaced':
        this.#replace(event);
        break;
      case 'compaction-undone':
        this.#undo(event.undoneSeq);
        break;
      case 'redacted':
      case 'pruned':
        this.#bury(event.ranges, event);
        break;
      case 'approval-requested':
      case 'approval-resolved':
      case 'forked-from':
      case 'extension':
      case 'report':
      case 'run-started':
      case 'run-ended':
        break;
      default:
        event satisfies never;
    }
  }

  /** There is nothing to fold in up to this seq but what was. */
  passOver(toSeq: number): void {
    this.#version = Math.max(this.#version, toSeq);
  }

  /** Gives what `missing` asked for, from an event read again; events and items nobody asked for are passed over. */
  supply(event: SessionEvent): void {
    if (event.type !== 'items-appended') return;
    event.items.forEach((item, index) => {
      const seq = event.seq + index;
      if (this.#missing.delete(seq))
        this.#items[this.#positionBySeq.get(seq) as number] = this.#asLeft(seq, item);
    });
  }

  /**
   * Memory now; the same object for as long as memory does not change.
   * @throws SessionStoreError `unreadable` while items are missing: the log refers to what it does not hold
   */
  view(): SequencedSnapshot {
    this.#view ??= this.#makeView();
    return this.#view;
  }

  #makeView(): SequencedSnapshot {
    if (this.#missing.size > 0) {
      const seqs = this.missing.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
      throw new SessionStoreError(
        'unreadable',
        `Memory refers to items that the log does not hold: seq ${seqs}.`,
      );
    }
    const { summary, covered } = this.replacement ?? {};
    const left = hull(covered, this.#takenOut);
    return {
      items: this.#items.slice() as MemoryItem[],
      seqs: this.#seqs.slice(),
      ...(summary !== undefined && { summary }),
      ...(left && { covered: left }),
    };
  }

  #append(firstSeq: number, items: readonly MemoryItem[]): void {
    items.forEach((item, index) => {
      const seq = firstSeq + index;
      this.#seqById.set(item.id, seq);
      addSeq(this.#appended, seq);
      this.#place(seq, item);
    });
    this.#view = undefined;
  }

  #replace({ seq, reason, memory, summary, covered, introduced }: MemoryReplaced): void {
    this.#replacements.push({ seq, reason, memory, summary, covered, introduced });
    this.#rebuild();
  }

  #undo(undoneSeq: number): void {
    const at = this.#replacements.findIndex(({ seq }) => seq === undoneSeq);
    if (at < 0) return;
    const [undone] = this.#replacements.splice(at, 1);
    if (undone?.introduced) this.#takeOut(undone.introduced);
    this.#rebuild();
  }

  #takeOut([from, to]: SeqRange): void {
    const kept = this.#appended.flatMap(([first, last]): SeqRange[] => [
      ...(first < from ? [[first, Math.min(last, from - 1)] as const] : []),
      ...(last > to ? [[Math.max(first, to + 1), last] as const] : []),
    ]);
    this.#appended.splice(0, Infinity, ...kept);
    this.#takenOut = hull(this.#takenOut, [from, to]);
  }

  #bury(ranges: readonly SeqRange[], { type, reason }: Tombstone): void {
    this.#tombstones.push({ ranges, tombstone: { type, reason } });
    for (const [seq, position] of this.#positionBySeq) {
      if (!holdsSeq(ranges, seq)) continue;
      const item = this.#items[position];
      if (item) this.#items[position] = this.#asLeft(seq, item);
      this.#view = undefined;
    }
  }

  /** Memory anew from the last replacement and what came after it; originals that are in hand are used again. */
  #rebuild(): void {
    const before = { items: this.#items, positionBySeq: this.#positionBySeq, changed: this.#changed };
    const original = (seq: number) => {
      const position = before.positionBySeq.get(seq);
      return position === undefined || before.changed.has(seq) ? undefined : before.items[position];
    };
    this.#items = [];
    this.#seqs = [];
    this.#positionBySeq = new Map();
    this.#changed = new Set();
    this.#missing = new Set();
    this.#view = undefined;
    const base = this.replacement;
    for (const ref of base?.memory ?? []) {
      if ('seq' in ref) {
        this.#changed.add(ref.seq);
        this.#place(ref.seq, ref.item);
      } else forEachSeq(ref, (seq) => this.#place(seq, original(seq)));
    }
    const since = (base?.seq ?? 0) + 1;
    for (const [from, to] of this.#appended) {
      if (to >= since) forEachSeq([Math.max(from, since), to], (seq) => this.#place(seq, original(seq)));
    }
  }

  #place(seq: number, item: MemoryItem | undefined): void {
    if (this.#positionBySeq.has(seq)) return;
    this.#positionBySeq.set(seq, this.#items.length);
    addSeq(this.#seqs, seq);
    this.#items.push(item && this.#asLeft(seq, item));
    if (!item) this.#missing.add(seq);
  }

  /** The item, or its tombstone. */
  #asLeft(seq: number, item: MemoryItem): MemoryItem {
    const tombstone = this.#tombstoneAt(seq);
    return tombstone ? tombstoneOf(item, tombstone) : item;
  }

  #tombstoneAt(seq: number): Tombstone | undefined {
    return this.#tombstones.findLast(({ ranges }) => holdsSeq(ranges, seq))?.tombstone;
  }
}
