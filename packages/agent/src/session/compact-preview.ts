import type { CompactPolicy, CompactResult } from '../compact/compact-policy.ts';
import { CompactError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import type { SessionCompactOutcome } from './compact-outcome.ts';

/** What a compaction would do; nothing has happened yet. */
export interface CompactPreview {
  readonly outcome: 'ready';
  readonly result: CompactResult;
  /** Items that memory would keep, in order; some in another form. */
  readonly kept: readonly MemoryItem[];
  /** Items that memory would no longer have, in order; the log keeps them. */
  readonly dropped: readonly MemoryItem[];
  /** The same by seqs and sizes. */
  readonly report: ContextReport;
  /** The summary as it would be kept: what a person may edit. */
  readonly summary: string | undefined;
  /**
   * Does it, with this summary instead if one is given. Hooks fire now.
   * @throws CompactError `stale` when memory changed since; the outcome then is another preview's
   */
  commit(edited?: { readonly summary?: string | undefined }): Promise<SessionCompactOutcome>;
}

/** What `preview` finds: a compaction, or that there is nothing to compact. */
export type CompactPreviewOutcome =
  | CompactPreview
  | { readonly outcome: 'skipped'; readonly reason: 'nothing-to-compact' };

/**
 * The policy that gives a result made before, to the very memory that it was made of. A commit is a
 * compaction like any other, hooks and acceptance included.
 */
export function preparedPolicy(
  before: SequencedSnapshot,
  result: CompactResult,
  edited: { readonly summary?: string | undefined } = {},
): CompactPolicy {
  return {
    name: result.policy,
    compact: async (snapshot) => {
      if (snapshot !== before)
        throw new CompactError('stale', 'Memory is not what it was when this was previewed; preview again.');
      if (edited.summary === undefined) return result;
      const { summary } = edited;
      return { ...result, summary, memory: { ...result.memory, summary } };
    },
  };
}

/** The items of `before` that a result leaves out. */
export function droppedBy({ memory }: CompactResult, before: SequencedSnapshot): readonly MemoryItem[] {
  const kept = new Set(memory.items.map(({ id }) => id));
  return before.items.filter(({ id }) => !kept.has(id));
}
