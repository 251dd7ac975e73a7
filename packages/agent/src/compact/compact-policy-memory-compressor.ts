import { ContextIndex } from '../context/context-index.ts';
import type { MemoryCompressor } from '../memory/memory-compressor.ts';
import type { CompactContext, CompactPolicy, CompactResult } from './compact-policy.ts';

/** A compressor that remembers what its policy did last. */
export interface CompactPolicyMemoryCompressor extends MemoryCompressor {
  /** The last compaction; undefined before the first one. */
  readonly lastResult: CompactResult | undefined;
}

/**
 * Lets a CompactPolicy compress memory on write: when its `shouldCompact` says so, or on every write where
 * it has none. Make one for each memory: it remembers the last result. What the policy throws, it throws.
 */
export function compactPolicyMemoryCompressor(
  policy: CompactPolicy,
  options: Pick<CompactContext, 'counter' | 'logger'> = {},
): CompactPolicyMemoryCompressor {
  const index = new ContextIndex();
  let lastResult: CompactResult | undefined;

  const compress: MemoryCompressor = async (snapshot) => {
    // A memory with another summary (undone, restored) does not stem from the last result.
    const previous = lastResult?.memory.summary === snapshot.summary ? lastResult : undefined;
    const context: CompactContext = { ...options, previous, index };
    if (policy.shouldCompact && !policy.shouldCompact(snapshot, context)) return snapshot;
    lastResult = await policy.compact(snapshot, context);
    return lastResult.memory;
  };
  return Object.defineProperty(compress, 'lastResult', {
    get: () => lastResult,
  }) as CompactPolicyMemoryCompressor;
}
