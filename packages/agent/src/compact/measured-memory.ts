import { type ContextIndex, viewSettings } from '../context/context-index.ts';
import type { HistoryView } from '../context/history-view.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** A memory with its sizes and its legal cuts; the summary is no item, and counts in every size. */
export interface MeasuredMemory {
  readonly view: HistoryView;
  readonly items: number;
  readonly chars: number;
  readonly tokens: number;
}

/** Measures a memory; with the index that measured it before, only what is new in it. */
export function measureMemory(
  { items, summary }: MemorySnapshot,
  counter: TokenCounter,
  index: ContextIndex,
): MeasuredMemory {
  const view = index.viewOf(items, viewSettings({}, counter, { tiers: false, repaired: false }));
  const text = index.summaryItem(summary);
  return {
    view,
    items: items.length,
    chars: view.sourceChars + (text ? index.sizes.chars(text) : 0),
    tokens: view.sourceTokens + (text ? index.sizes.tokens(text, counter) : 0),
  };
}
