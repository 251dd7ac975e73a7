import type { AgentItem, MemoryItem, SeqRange, SessionEvent } from '@ai4j/agent';
import { type Burial, tombstone } from './tombstone.ts';

/** One item of memory: a logged item, in another form than it was logged where `form` says so. */
export interface MemoryEntry {
  readonly seq: number;
  readonly form?: MemoryItem;
}

/** Memory at one moment. */
interface MemoryState {
  readonly entries: readonly MemoryEntry[];
  readonly summary: string | undefined;
  readonly covered: SeqRange | undefined;
}

type MemoryReplaced = Extract<SessionEvent, { type: 'memory-replaced' }>;

/**
 * What the log says, folded by the checker alone: every item ever appended, and memory as it must be now.
 * It takes events as they are and judges nothing; what does not resolve is left out.
 */
export class LoggedHistory {
  /** The last seq in use. */
  version = 0;
  /** Grows when memory is replaced or contents are removed: requests on either side see different histories. */
  generation = 0;
  readonly #logged = new Map<number, MemoryItem>();
  /** What redacted and pruned items read before. */
  readonly #buried = new Map<number, MemoryItem>();
  /** Items that replacements had introduced and that left with them when they were undone. */
  readonly #takenOut = new Set<number>();
  readonly #seqsOfResponse = new Map<string, number[]>();
  readonly #replaced: { readonly event: MemoryReplaced; readonly before: MemoryState }[] = [];
  #entries: MemoryEntry[] = [];
  #summary: string | undefined;
  #covered: SeqRange | undefined;

  get entries(): readonly MemoryEntry[] {
    return this.#entries;
  }

  get summary(): string | undefined {
    return this.#summary;
  }

  /** What left memory, as the replacement that counts says, and what undone ones took with them. */
  get covered(): SeqRange | undefined {
    let covered = this.#covered;
    for (const seq of this.#takenOut) {
      covered = covered ? [Math.min(covered[0], seq), Math.max(covered[1], seq)] : [seq, seq];
    }
    return covered;
  }

  /** The memory-replaced that counts now: the newest that was not undone. */
  get standingReplacement(): MemoryReplaced | undefined {
    return this.#replaced.at(-1)?.event;
  }

  /** Every item ever appended, ascending by seq. */
  loggedSeqs(): Iterable<number> {
    return this.#logged.keys();
  }

  get loggedCount(): number {
    return this.#logged.size;
  }

  /** The item as the log reads now: as it was appended, or its tombstone. */
  logged(seq: number): MemoryItem | undefined {
    return this.#logged.get(seq);
  }

  /** The item as it was appended, when its content was redacted or pruned since. */
  buried(seq: number): MemoryItem | undefined {
    return this.#buried.get(seq);
  }

  /** The item as memory holds it. */
  inMemory({ seq, form }: MemoryEntry): MemoryItem {
    return (this.#buried.has(seq) ? undefined : form) ?? (this.#logged.get(seq) as MemoryItem);
  }

  /** The seqs of all that came in one model response, ascending. */
  seqsOfResponse(responseId: string): readonly number[] {
    return this.#seqsOfResponse.get(responseId) ?? [];
  }

  apply(event: SessionEvent): void {
    switch (event.type) {
      case 'items-appended':
        for (const [offset, item] of event.items.entries()) this.#append(event.seq + offset, item);
        this.version = event.seq + event.items.length - 1;
        return;
      case 'memory-replaced':
        this.#replace(event);
        break;
      case 'compaction-undone':
        this.#undo(event.undoneSeq);
        break;
      case 'redacted':
      case 'pruned':
        for (const seq of this.#loggedWithin(event.ranges)) this.#bury(seq, event);
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
    this.version = event.seq;
  }

  /** The logged seqs within `ranges`: bounded by the log, however far the ranges reach. */
  *#loggedWithin(ranges: readonly SeqRange[]): Iterable<number> {
    for (const [from, to] of ranges) {
      for (let seq = from; seq <= Math.min(to, this.version); seq++) if (this.#logged.has(seq)) yield seq;
    }
  }

  #append(seq: number, item: MemoryItem): void {
    this.#logged.set(seq, item);
    this.#entries.push({ seq });
    const responseId = responseIdOf(item);
    if (responseId === undefined) return;
    const seqs = this.#seqsOfResponse.get(responseId);
    if (seqs) seqs.push(seq);
    else this.#seqsOfResponse.set(responseId, [seq]);
  }

  #replace(event: MemoryReplaced): void {
    this.generation += 1;
    const before = { entries: this.#entries, summary: this.#summary, covered: this.#covered };
    this.#replaced.push({ event, before });
    this.#entries = [];
    for (const ref of event.memory) {
      if (!('seq' in ref)) for (const seq of this.#loggedWithin([ref])) this.#entries.push({ seq });
      else if (this.#logged.has(ref.seq)) this.#entries.push({ seq: ref.seq, form: ref.item });
    }
    this.#summary = event.summary;
    this.#covered = event.covered;
  }

  /** Memory before the replacement, and what was appended since; what came for its sake goes with it. */
  #undo(undoneSeq: number): void {
    const at = this.#replaced.findIndex(({ event }) => event.seq === undoneSeq);
    const undone = this.#replaced[at];
    if (undone === undefined) return;
    this.generation += 1;
    this.#replaced.length = at;
    const { introduced } = undone.event;
    if (introduced) for (const seq of this.#loggedWithin([introduced])) this.#takenOut.add(seq);
    const since: MemoryEntry[] = [];
    for (const seq of this.#loggedWithin([[undoneSeq, this.version]])) since.push({ seq });
    this.#entries = [...undone.before.entries, ...since].filter(({ seq }) => !this.#takenOut.has(seq));
    this.#summary = undone.before.summary;
    this.#covered = undone.before.covered;
  }

  #bury(seq: number, burial: Burial): void {
    const original = this.#buried.get(seq) ?? (this.#logged.get(seq) as MemoryItem);
    this.generation += 1;
    this.#buried.set(seq, original);
    this.#logged.set(seq, tombstone(original, burial));
  }
}

/** The response an item came in; what people and tools say came in none. */
export function responseIdOf(item: AgentItem): string | undefined {
  return item.type === 'function_call_output' || item.type === 'summary' ? undefined : item.responseId;
}
