import type { CompactRecord } from '../log/compact-record.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';

/** Compresses memory on write: called after each append with what memory holds now; returning its argument changes nothing. */
export interface MemoryCompressor {
  (snapshot: MemorySnapshot): Promise<MemorySnapshot>;
  /** What it did last, where it keeps a record: the log takes it in with the memory that the record names. */
  readonly lastResult?: (CompactRecord & { readonly memory: MemorySnapshot }) | undefined;
}
