import type { CompactResult } from '../compact/compact-policy.ts';
import type { CompactSkipReason } from '../loop/agent-event.ts';

/** What came of a compaction that somebody asked for. */
export type SessionCompactOutcome =
  | { readonly outcome: 'compacted'; readonly result: CompactResult }
  /** Memory is as it was. */
  | { readonly outcome: 'skipped'; readonly reason: CompactSkipReason; readonly detail?: string | undefined };
