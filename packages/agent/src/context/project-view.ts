import type { AgentItem, MemoryItem, SummaryItem } from '../items/agent-item.ts';
import { lowerBound } from '../items/ascending.ts';
import { orphanAsMessage, PairRepairer } from '../items/pair-repair.ts';
import type { ContextReport, ItemFates } from '../log/context-report.ts';
import type { SeqRange } from '../log/seq-range.ts';
import { defaultTokenCounter } from '../tokens/default-token-counter.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ContextBudget } from './context-budget.ts';
import { ContextIndex, viewSettings } from './context-index.ts';
import type { ContextProjection } from './context-projector.ts';
import { type Cut, cutToLimits, type SummarySize } from './cut-to-limits.ts';
import type { HistoryView } from './history-view.ts';
import type { ItemSizes } from './item-sizes.ts';
import {
  complementOf,
  intersectRuns,
  type PositionRun,
  runsToSeqRanges,
  withoutPositions,
} from './position-runs.ts';
import { requireUsableBudget } from './require-usable-budget.ts';

export interface ProjectViewRequest {
  readonly summary: SummaryItem | undefined;
  readonly memory: readonly MemoryItem[];
  readonly budget: ContextBudget;
  /** Whether Tier 1 and Tier 2 may act. */
  readonly tiers: boolean;
  /** Whether the result is pair-repaired. */
  readonly repaired: boolean;
  readonly counter: TokenCounter | undefined;
  readonly index: ContextIndex | undefined;
  /** The seqs of `memory` in order, where it has a log. */
  readonly seqs?: readonly SeqRange[] | undefined;
}

/** What both built-in projectors do: read the history as a view, cut it, report. */
export function projectView(request: ProjectViewRequest): ContextProjection {
  const { summary, memory, budget } = request;
  requireUsableBudget(budget);
  const index = request.index ?? new ContextIndex();
  const counter = request.counter ?? (needsTokens(budget) ? defaultTokenCounter : undefined);
  const view = index.viewOf(memory, viewSettings(budget, counter, request));
  const summarySize = sizeOf(summary, index.sizes, counter, budget.maxBytes !== undefined);
  const cut = cutToLimits(view, budget, summarySize);
  const { items, left, altered, notes } = assemble(summary, view, cut);
  const kept = withoutPositions(keptRuns(view, cut), left);
  const droppedItemCount = cut.tail - cut.head + left.length;
  const report: ContextReport = {
    sourceItemCount: memory.length,
    projectedItemCount: memory.length - droppedItemCount,
    droppedItemCount,
    clearedItemCount: countWithin(view.clearedToolResults, kept) + countWithin(view.clearedReasonings, kept),
    sourceApproxChars: view.sourceChars + summarySize.chars,
    projectedApproxChars:
      view.chars.before(cut.head) + view.chars.between(cut.tail, memory.length) + summarySize.chars,
    ...(counter && {
      sourceTokens: view.sourceTokens + summarySize.tokens,
      projectedTokens:
        view.tokens.before(cut.head) + view.tokens.between(cut.tail, memory.length) + summarySize.tokens,
      tokenCounter: counter.name,
    }),
    itemLimitApplied: cut.itemLimitApplied,
    characterLimitApplied: cut.characterLimitApplied,
    tokenLimitApplied: cut.tokenLimitApplied,
    byteLimitApplied: cut.byteLimitApplied,
    notes: [...tierNotes(view), ...cut.notes, ...notes],
    ...(request.seqs && { fates: fatesOf(view, kept, altered, request.seqs) }),
  };
  return { items, report };
}

function needsTokens(budget: ContextBudget): boolean {
  return budget.maxTokens !== undefined || (budget.minClearTokens ?? 0) > 0;
}

function sizeOf(
  summary: SummaryItem | undefined,
  sizes: ItemSizes,
  counter: TokenCounter | undefined,
  measureBytes: boolean,
): SummarySize {
  if (!summary) return { chars: 0, tokens: 0, bytes: 0 };
  return {
    chars: sizes.chars(summary),
    tokens: counter ? sizes.tokens(summary, counter) : 0,
    bytes: measureBytes ? sizes.bytes(summary) : 0,
  };
}

interface Assembly {
  readonly items: readonly AgentItem[];
  /** Positions that the cut keeps and repair leaves out, and those it sends in another form. */
  readonly left: readonly number[];
  readonly altered: readonly number[];
  readonly notes: readonly string[];
}

function assemble(summary: SummaryItem | undefined, view: HistoryView, cut: Cut): Assembly {
  const first: AgentItem[] = summary ? [summary] : [];
  if (!view.settings.repaired) {
    const items = first.concat(view.items.slice(0, cut.head), view.items.slice(cut.tail));
    return { items, left: [], altered: [], notes: [] };
  }
  const repairer = new PairRepairer(view.items, view.pairs);
  const kept = repairer.range(0, cut.head).concat(repairer.range(cut.tail, view.items.length));
  const { orphans, fruitless } = repairer;
  if (kept.length === 0 && orphans.length > 0) {
    const told = orphans.map((position) => orphanAsMessage(view.items[position] as AgentItem));
    const notes = [`pair repair: told ${orphans.length} output(s) without a call as messages`];
    return { items: first.concat(told), left: [], altered: orphans, notes };
  }
  const altered = repairer.renamed.sort((a, b) => a - b);
  if (kept.length === 0) {
    // Nothing but reasoning that came to nothing: better than an empty request.
    return {
      items: first.concat(fruitless.map((at) => view.items[at] as AgentItem)),
      left: [],
      altered: [],
      notes: [],
    };
  }
  const left = orphans.concat(fruitless).sort((a, b) => a - b);
  return { items: first.concat(kept), left, altered, notes: repairer.notes() };
}

function keptRuns(view: HistoryView, { head, tail }: Cut): PositionRun[] {
  if (head === tail) return view.items.length === 0 ? [] : [[0, view.items.length]];
  const runs: PositionRun[] = [
    [0, head],
    [tail, view.items.length],
  ];
  return runs.filter(([from, to]) => from < to);
}

function tierNotes(view: HistoryView): string[] {
  const notes: string[] = [];
  const { length: results } = view.clearedToolResults;
  const { length: reasonings } = view.clearedReasonings;
  const keep = view.settings.maxRecentToolResults;
  if (results > 0)
    notes.push(`tier1 microcompact: cleared ${results} old tool result(s), kept recent ${keep}`);
  if (reasonings > 0) notes.push(`tier2 reasoning-trim: cleared ${reasonings} reasoning item(s)`);
  return notes;
}

function fatesOf(
  view: HistoryView,
  kept: readonly PositionRun[],
  altered: readonly number[],
  seqs: readonly SeqRange[],
): ItemFates {
  const inSeqs = (runs: readonly PositionRun[]) => runsToSeqRanges(runs, seqs);
  return {
    kept: inSeqs(kept),
    dropped: inSeqs(complementOf(kept, view.items.length)),
    clearedToolResults: inSeqs(intersectRuns(view.clearedToolResultRuns, kept)),
    clearedReasoning: inSeqs(intersectRuns(view.clearedReasoningRuns, kept)),
    altered: inSeqs(altered.map((position) => [position, position + 1] as const)),
  };
}

/** How many of the ascending positions lie within the runs. */
function countWithin(ascending: readonly number[], runs: readonly PositionRun[]): number {
  return runs.reduce((sum, [from, to]) => sum + lowerBound(ascending, to) - lowerBound(ascending, from), 0);
}
