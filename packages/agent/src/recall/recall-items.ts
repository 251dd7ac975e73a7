import type { MemoryItem } from '../items/agent-item.ts';
import { holdsSeq, type SeqRange } from '../log/seq-range.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { type Tombstone, tombstoneOf } from '../log/tombstone.ts';
import { wholeItem } from './whole-item.ts';

/** An item as it was appended, or what is left of it and why. */
export interface RecalledItem {
  readonly seq: number;
  readonly item: MemoryItem;
  /** Its content was redacted or pruned: `item` only keeps its place. */
  readonly tombstone?: Tombstone | undefined;
}

/**
 * The original items at these seqs, in the order of the log, whatever compactions did to memory since;
 * outputs that were cut when they came are whole again.
 * Seqs of other events are passed over. Reads the log once, from the first seq on.
 * @throws SessionStoreError `unreadable`
 */
export async function recallItems(
  log: SessionEventLog,
  ranges: readonly SeqRange[],
): Promise<readonly RecalledItem[]> {
  if (ranges.length === 0) return [];
  const fromSeq = ranges.reduce((least, [from]) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const recalled = new Map<number, RecalledItem>();
  for await (const event of log.read({ fromSeq })) {
    switch (event.type) {
      case 'items-appended':
        for (const [index, item] of event.items.entries()) {
          const seq = event.seq + index;
          if (holdsSeq(ranges, seq)) recalled.set(seq, { seq, item });
        }
        break;
      case 'redacted':
      case 'pruned': {
        const tombstone: Tombstone = { type: event.type, reason: event.reason };
        for (const { seq, item } of recalled.values()) {
          if (holdsSeq(event.ranges, seq))
            recalled.set(seq, { seq, item: tombstoneOf(item, tombstone), tombstone });
        }
        break;
      }
      default: // Other events neither hold items nor change what is left of one.
    }
  }
  return Promise.all(
    [...recalled.values()].map(async (it) => ({ ...it, item: await wholeItem(it.item, log.blobs) })),
  );
}
