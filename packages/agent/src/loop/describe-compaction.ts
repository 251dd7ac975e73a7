import type { CompactResult } from '../compact/compact-policy.ts';
import type { ContextIndex } from '../context/context-index.ts';
import { describeProjection } from '../context/describe-projection.ts';
import type { AgentItem } from '../items/agent-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** What a compaction did to memory, item by item, as found by comparing the two: nothing is taken on the policy's word. */
export function describeCompaction(
  before: SequencedSnapshot,
  { policy, memory, contextReport }: CompactResult,
  { counter, index }: { readonly counter: TokenCounter; readonly index: ContextIndex },
): ContextReport {
  const note = `tier3 compact (${policy}): ${before.items.length} item(s) to ${memory.items.length} and a summary`;
  return describeProjection(withSummary(before, index), withSummary(memory, index), index, {
    counter,
    seqs: before.seqs,
    chosen: memory.items,
    claimed: contextReport ?? noLimits,
    notes: [note],
  });
}

function withSummary({ items, summary }: MemorySnapshot, index: ContextIndex): readonly AgentItem[] {
  const text = index.summaryItem(summary);
  return text ? [text, ...items] : items;
}

/** A report that claims nothing. */
const noLimits: ContextReport = {
  sourceItemCount: 0,
  projectedItemCount: 0,
  droppedItemCount: 0,
  clearedItemCount: 0,
  sourceApproxChars: 0,
  projectedApproxChars: 0,
  itemLimitApplied: false,
  characterLimitApplied: false,
  tokenLimitApplied: false,
  byteLimitApplied: false,
  notes: [],
};
