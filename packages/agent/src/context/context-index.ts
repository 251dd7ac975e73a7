import type { AgentItem, MemoryItem, SummaryItem } from '../items/agent-item.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ContextBudget } from './context-budget.ts';
import { HistoryView, type ViewSettings } from './history-view.ts';
import { ItemSizes, type WorkCounters } from './item-sizes.ts';

/** The id of the summary in every context: it is no item of memory. */
export const SUMMARY_ITEM_ID = 'summary';

/**
 * What projections of one history remember of each other, so that a step costs what is new in it.
 * Keep one per session and hand it to every projection; a history that is no extension of the last
 * one (after a compaction) is read anew, its sizes excepted.
 */
export class ContextIndex {
  readonly counters: WorkCounters = { itemsVisited: 0, bytesMeasured: 0 };
  readonly sizes = new ItemSizes(this.counters);
  #view: HistoryView | undefined;
  #summary: SummaryItem | undefined;

  /** The view of `items` under `settings`: the last one extended, or a new one. */
  viewOf(items: readonly MemoryItem[], settings: ViewSettings): HistoryView {
    if (this.#view && sameSettings(this.#view.settings, settings) && this.#view.extend(items))
      return this.#view;
    this.#view = new HistoryView(settings, this.sizes);
    this.#view.extend(items);
    return this.#view;
  }

  /** The summary as an item: one object per text, measured once. */
  summaryItem(text: string | undefined): SummaryItem | undefined {
    if (text === undefined || text === '') return undefined;
    if (this.#summary?.text !== text) this.#summary = { type: 'summary', id: SUMMARY_ITEM_ID, text };
    return this.#summary;
  }
}

/** What `budget` asks of a view; `tiers` false leaves Tier 1 and Tier 2 off. */
export function viewSettings(
  budget: ContextBudget,
  counter: TokenCounter | undefined,
  options: { readonly tiers: boolean; readonly repaired: boolean },
): ViewSettings {
  const { tiers, repaired } = options;
  const keep = budget.maxRecentToolResults;
  return {
    maxRecentToolResults: tiers && keep !== undefined && keep >= 0 ? Math.floor(keep) : undefined,
    exemptTools: budget.exemptTools ?? [],
    minClearTokens: budget.minClearTokens ?? 0,
    trimOldReasoning: tiers && budget.trimOldReasoning === true,
    counter,
    measureBytes: budget.maxBytes !== undefined,
    repaired,
  };
}

function sameSettings(a: ViewSettings, b: ViewSettings): boolean {
  return (
    a.counter === b.counter &&
    a.maxRecentToolResults === b.maxRecentToolResults &&
    a.minClearTokens === b.minClearTokens &&
    a.trimOldReasoning === b.trimOldReasoning &&
    a.measureBytes === b.measureBytes &&
    a.repaired === b.repaired &&
    a.exemptTools.length === b.exemptTools.length &&
    a.exemptTools.every((name, at) => name === b.exemptTools[at])
  );
}

/** Splits what a projector is given: the summary that stands first, if there is one, and the items of memory. */
export function splitSummary(items: readonly AgentItem[]): {
  readonly summary: SummaryItem | undefined;
  readonly memory: readonly MemoryItem[];
} {
  const first = items[0];
  if (first?.type !== 'summary') return { summary: undefined, memory: items as readonly MemoryItem[] };
  return { summary: first, memory: items.slice(1) as MemoryItem[] };
}
