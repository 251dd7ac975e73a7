import { type ContextIndex, viewSettings } from '../context/context-index.ts';
import type { HistoryView } from '../context/history-view.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** How large a memory is. The summary is no item, and counts in every size. */
export interface MemorySize {
  readonly items: number;
  readonly chars: number;
  /** 0 without a counter. */
  readonly tokens: number;
  /** 0 unless asked for. */
  readonly bytes: number;
}

/** A memory with its sizes, and its items as a view that knows the legal cuts. */
export interface MeasuredMemory extends MemorySize {
  readonly view: HistoryView;
}

/** Measures a memory; with the index that measured it before, only what is new in it. */
export function measureMemory(
  { items, summary }: MemorySnapshot,
  counter: TokenCounter | undefined,
  index: ContextIndex,
  { measureBytes = false }: { readonly measureBytes?: boolean } = {},
): MeasuredMemory {
  const budget = measureBytes ? { maxBytes: Number.POSITIVE_INFINITY } : {};
  const view = index.viewOf(items, viewSettings(budget, counter, { tiers: false, repaired: false }));
  const text = index.summaryItem(summary);
  return {
    view,
    items: items.length,
    chars: view.sourceChars + (text ? index.sizes.chars(text) : 0),
    tokens: view.sourceTokens + (text && counter ? index.sizes.tokens(text, counter) : 0),
    bytes: view.bytes.before(items.length) + (text && measureBytes ? index.sizes.bytes(text) : 0),
  };
}
