import type { ContextIndex } from '../context/context-index.ts';
import type { CompactRecord } from '../log/compact-record.ts';
import type { Logger } from '../logger.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** A compaction that succeeded: the new memory, and what it forgot and kept. */
export interface CompactResult extends CompactRecord {
  readonly memory: MemorySnapshot;
}

/** What the caller knows and a policy may use; every field is optional. */
export interface CompactContext {
  readonly signal?: AbortSignal | undefined;
  readonly counter?: TokenCounter | undefined;
  /** Tokens that memory may hold after the compaction. */
  readonly targetTokens?: number | undefined;
  /** The last compaction of this session: what accumulates (files, decisions) is read from here, never kept in the policy. */
  readonly previous?: CompactRecord | undefined;
  /** What the user asked the summary to focus on. */
  readonly instructions?: string | undefined;
  readonly logger?: Logger | undefined;
  /**
   * What policies remember of this session's memory, so that a step costs what is new in it. One per session
   * and policy, apart from the projection's; without it the result is the same, only slower.
   */
  readonly index?: ContextIndex | undefined;
}

/**
 * Replaces memory by something smaller. A policy holds no state of a session: one object serves many.
 * `compact` may throw; what it throws never changes memory.
 */
export interface CompactPolicy {
  readonly name: string;
  /** Whether to compact now, before a model call. Absent: only by hand. Cheap: called at every step. */
  shouldCompact?(snapshot: MemorySnapshot, context?: CompactContext): boolean;
  /** @throws CompactError `failed`, `aborted` */
  compact(snapshot: MemorySnapshot, context?: CompactContext): Promise<CompactResult>;
}
