import type { MemoryItem } from '../items/agent-item.ts';
import type { CompactRecord } from '../log/compact-record.ts';
import type { SeqRange } from '../log/seq-range.ts';
import type { MemoryReplacedReason } from '../log/session-event.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';

/** A snapshot with the seq of each item, as ranges over the items in order. */
export interface SequencedSnapshot extends MemorySnapshot {
  readonly seqs: readonly SeqRange[];
  /** Every seq that left memory; undefined while nothing has. */
  readonly covered?: SeqRange | undefined;
}

export interface RestoreOptions {
  /** Default `restore`. */
  readonly reason?: MemoryReplacedReason | undefined;
  /** The compaction that made this snapshot. */
  readonly result?: CompactRecord | undefined;
  /** Restore only if memory still is this snapshot (by identity); else CompactError `stale`. */
  readonly ifUnchanged?: MemorySnapshot | undefined;
}

/** The state of the agent loop. Readers get readonly views; a view never changes after it was handed out. */
export interface AgentMemory {
  snapshot(): Promise<SequencedSnapshot>;
  /** Adds items at the end. Items whose id is in use are refused with ConfigError. */
  append(items: readonly MemoryItem[], options?: { readonly usage?: TokenUsage | undefined }): Promise<void>;
  /** Replaces items and summary (a snapshot without a summary clears it). Runs no compressor. */
  restore(snapshot: MemorySnapshot, options?: RestoreOptions): Promise<void>;
  /** Empties memory; the log keeps what happened. */
  clear(): Promise<void>;
}
