import type { MemorySnapshot } from './memory-snapshot.ts';

/** Compresses memory on write: called after each append with what memory holds now; returning its argument changes nothing. */
export type MemoryCompressor = (snapshot: MemorySnapshot) => Promise<MemorySnapshot>;
