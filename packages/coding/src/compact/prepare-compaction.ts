import { compactionCut, type HistoryView, type MemoryItem, type MessageItem } from '@ai4j/agent';

export interface KeepWish {
  /** Tokens of recent history worth keeping word for word; 0 = only what must stay. */
  readonly keepRecentTokens: number;
  /** Tokens that kept items may have; what must stay stays even so. */
  readonly maxKeptTokens: number;
}

/** Where a compaction cuts, and the three parts this makes. Together they are the whole history, each item once. */
export interface PreparedCompaction {
  /** Turns that are over, for the checkpoint. */
  readonly itemsToSummarize: readonly MemoryItem[];
  /** The first part of the turn that is under way, for the checkpoint; its request is kept. */
  readonly turnPrefixItems: readonly MemoryItem[];
  /** What stays word for word: the request of the turn under way first, wherever the cut fell. */
  readonly keptItems: readonly MemoryItem[];
  readonly keptTokens: number;
  /** The cut fell inside the turn under way. */
  readonly splitTurn: boolean;
  /** Positions of the items that go, ascending. */
  readonly summarizedPositions: readonly number[];
  /** The request of the turn under way; undefined where nobody typed anything. */
  readonly liveRequest: MessageItem | undefined;
}

/**
 * Cuts at a legal place near `keepRecentTokens`, at the start of a turn where that fits. The newest
 * response with its calls and outputs stays however large it is, and so does what the user asked last.
 * Only what a person typed starts a turn. Undefined when nothing can go.
 */
export function prepareCompaction(view: HistoryView, wish: KeepWish): PreparedCompaction | undefined {
  const { pairs, tokens } = view;
  const items = view.items as readonly MemoryItem[];
  const live = pairs.turnStarts.at(-1);
  const cut = compactionCut(pairs, cutWish(view, wish, live));
  const isPinned = live !== undefined && live < cut;
  const end = isPinned ? live : cut;
  const prefixStart = isPinned ? live + 1 : cut;
  const summarizedPositions = [...positions(0, end), ...positions(prefixStart, cut)];
  if (summarizedPositions.length === 0) return undefined;
  const pinned = isPinned ? [items[live] as MemoryItem] : [];
  return {
    itemsToSummarize: items.slice(0, end),
    turnPrefixItems: items.slice(prefixStart, cut),
    keptItems: [...pinned, ...items.slice(cut)],
    keptTokens: (isPinned ? tokens.at(live) : 0) + tokens.between(cut, items.length),
    splitTurn: isPinned && prefixStart < cut,
    summarizedPositions,
    liveRequest: live === undefined ? undefined : (items[live] as MessageItem),
  };
}

/** Positions as `compactionCut` wants them; a request that must be kept besides takes its share of the room. */
function cutWish(
  { tokens }: HistoryView,
  { keepRecentTokens, maxKeptTokens }: KeepWish,
  live: number | undefined,
) {
  let earliest = tokens.longestSuffix(maxKeptTokens);
  if (live !== undefined && live < earliest) earliest = tokens.longestSuffix(maxKeptTokens - tokens.at(live));
  return { wanted: Math.max(earliest, tokens.longestSuffix(keepRecentTokens)), earliest };
}

function positions(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
