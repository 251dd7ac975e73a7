import type { AgentItem, MemoryItem, SessionEvent } from '@ai4j/agent';
import type { TraceItem } from './trace.ts';

/** Where each logged item is, so that a request is told as ranges of the log. */
export class LoggedItems {
  readonly #bySeq = new Map<number, MemoryItem>();
  readonly #seqs = new Map<string, number>();

  note(event: SessionEvent): void {
    if (event.type !== 'items-appended') return;
    for (const [offset, item] of event.items.entries()) {
      this.#bySeq.set(event.seq + offset, item);
      this.#seqs.set(item.id, event.seq + offset);
    }
  }

  /** The seqs of all logged items but these, ascending. */
  seqsOutside(items: readonly MemoryItem[]): readonly number[] {
    const inside = new Set(items.map((item) => item.id));
    const outside: number[] = [];
    for (const [seq, item] of this.#bySeq) if (!inside.has(item.id)) outside.push(seq);
    return outside;
  }

  seqOf(item: AgentItem): number | undefined {
    return item.type === 'summary' ? undefined : this.#seqs.get(item.id);
  }

  /** A request as a trace tells it: what is sent as logged in ranges, the rest as it is. */
  ranges(items: readonly AgentItem[]): readonly TraceItem[] {
    const traced: (TraceItem | [number, number])[] = [];
    let range: [number, number] | undefined;
    for (const item of items) {
      const seq = this.seqOf(item);
      if (seq === undefined || this.#bySeq.get(seq) !== item) {
        traced.push(seq === undefined ? { item } : { seq, item });
        range = undefined;
      } else if (range && seq === range[1] + 1) {
        range[1] = seq;
      } else {
        range = [seq, seq];
        traced.push(range);
      }
    }
    return traced;
  }
}
