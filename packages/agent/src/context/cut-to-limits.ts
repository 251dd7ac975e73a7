import type { ContextBudget } from './context-budget.ts';
import type { HistoryView } from './history-view.ts';
import type { SizeTree } from './size-tree.ts';

/** What is sent of a view: the items before `head` and those from `tail` on. */
export interface Cut {
  readonly head: number;
  readonly tail: number;
  readonly itemLimitApplied: boolean;
  readonly characterLimitApplied: boolean;
  readonly tokenLimitApplied: boolean;
  readonly byteLimitApplied: boolean;
  readonly notes: readonly string[];
}

/** Sizes of the summary, which every limit counts and none drops. */
export interface SummarySize {
  readonly chars: number;
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * Cuts a view to its budget: pinned head and newest tail, by items, then chars, tokens and bytes, each
 * on what the one before left. Every cut is legal. The newest unit always stays, over the limit if it
 * must, and the pinned head gives way to it.
 */
export function cutToLimits(view: HistoryView, budget: ContextBudget, summary: SummarySize): Cut {
  const { pairs } = view;
  const length = view.items.length;
  const newest = pairs.lastUnitStart();
  const notes: string[] = [];
  let head = Math.min(pairs.cutAtOrBefore(nonNegative(budget.pinnedPrefixItems)), newest);
  let tail = head;

  /** Keeps `headWanted` and `tailWanted` as far as cuts allow; the tail never goes past the newest unit. */
  const cut = (headWanted: number, tailWanted: (head: number) => number) => {
    head = Math.min(head, pairs.cutAtOrBefore(headWanted));
    tail = Math.max(head, tail, Math.min(pairs.cutAtOrAfter(tailWanted(head)), newest));
  };

  /** Notes a limit that was exceeded; returns whether it dropped anything. */
  const note = (name: string, limit: number, fits: boolean, before: number): boolean => {
    const kept = head + length - tail;
    if (kept < before) notes.push(`${name} applied: ${limit}`);
    if (!fits) {
      notes.push(`${name} exceeded: the newest ${length - newest} item(s) belong together and were kept`);
    }
    return kept < before;
  };

  const cutToItems = (limit: number | undefined): boolean => {
    if (limit === undefined || length <= limit) return false;
    if (limit <= 0) {
      head = 0;
      tail = length;
    } else {
      cut(Math.max(0, limit - (length - newest)), (fixedItems) => length - (limit - fixedItems));
    }
    return note('maxItems', limit, head + length - tail <= limit, length);
  };

  const cutToSize = (name: string, limit: number | undefined, sizes: SizeTree, fixed: number): boolean => {
    if (limit === undefined || tail >= length) return false;
    const room = limit - fixed;
    const fits = () => sizes.before(head) + sizes.between(tail, length) <= room;
    if (fits()) return false;
    const before = head + length - tail;
    const roomBesideNewest = room - sizes.between(newest, length);
    cut(sizes.longestPrefix(Math.max(0, roomBesideNewest)), (kept) =>
      sizes.longestSuffix(room - sizes.before(kept)),
    );
    return note(name, limit, fits(), before);
  };

  const itemLimitApplied = cutToItems(budget.maxItems);
  const characterLimitApplied = cutToSize('maxApproxChars', budget.maxApproxChars, view.chars, summary.chars);
  const tokenLimitApplied = cutToSize('maxTokens', budget.maxTokens, view.tokens, summary.tokens);
  const byteLimitApplied = cutToSize('maxBytes', budget.maxBytes, view.bytes, summary.bytes);
  // The slack comes last, on what all limits together ask for: rounding each would make them take turns.
  if (tail > head && tail < length) {
    const slack = Math.max(1, nonNegative(budget.slackItems));
    const steps = Math.floor((tail - 1) / slack) + 1;
    tail = Math.max(tail, Math.min(pairs.cutAtOrAfter(steps * slack), newest));
  }
  return { head, tail, itemLimitApplied, characterLimitApplied, tokenLimitApplied, byteLimitApplied, notes };
}

function nonNegative(value: number | undefined): number {
  return value === undefined || !(value > 0) ? 0 : Math.floor(value);
}
