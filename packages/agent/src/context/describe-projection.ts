import type { AgentItem } from '../items/agent-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import { type SeqRange, toSeqRanges } from '../log/seq-range.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ContextIndex } from './context-index.ts';
import { runsToSeqRanges } from './position-runs.ts';

/** The fate of each source item, found by comparing ids and forms: nothing is taken on the projector's word. */
interface Comparison {
  readonly kept: number[];
  readonly dropped: number[];
  readonly clearedToolResults: number[];
  readonly clearedReasoning: number[];
  readonly altered: number[];
}

/** Diagnoses what any projector did to `source`; both lists may start with a summary. */
export function describeProjection(
  source: readonly AgentItem[],
  projected: readonly AgentItem[],
  index: ContextIndex,
  options: {
    readonly counter: TokenCounter | undefined;
    readonly seqs: readonly SeqRange[] | undefined;
    /** What the projector chose, before pair repair. */
    readonly chosen: readonly AgentItem[];
    /** The report the projector made of itself: its notes and which limits it applied. */
    readonly claimed: ContextReport;
    readonly notes: readonly string[];
  },
): ContextReport {
  const { counter, seqs, claimed } = options;
  const fates = compareById(source, projected);
  const sourceIds = new Set(source.map((item) => item.id));
  const added = options.chosen.filter((item) => !sourceIds.has(item.id)).length;
  const sum = (items: readonly AgentItem[], measure: (item: AgentItem) => number) =>
    items.reduce((total, item) => total + measure(item), 0);
  const chars = (item: AgentItem) => index.sizes.chars(item);
  const inSeqs = (positions: readonly number[]) =>
    runsToSeqRanges(
      toSeqRanges(positions).map(([from, to]) => [from, to + 1] as const),
      seqs ?? [],
    );
  return {
    sourceItemCount: fates.kept.length + fates.dropped.length,
    projectedItemCount: fates.kept.length,
    droppedItemCount: fates.dropped.length,
    clearedItemCount: fates.clearedToolResults.length + fates.clearedReasoning.length,
    sourceApproxChars: sum(source, chars),
    projectedApproxChars: sum(projected, chars),
    ...(counter && {
      sourceTokens: sum(source, (item) => index.sizes.tokens(item, counter)),
      projectedTokens: sum(projected, (item) => index.sizes.tokens(item, counter)),
      tokenCounter: counter.name,
    }),
    itemLimitApplied: claimed.itemLimitApplied,
    characterLimitApplied: claimed.characterLimitApplied,
    tokenLimitApplied: claimed.tokenLimitApplied,
    byteLimitApplied: claimed.byteLimitApplied,
    notes: [
      ...claimed.notes,
      ...options.notes,
      ...(fates.altered.length > 0 ? [`sent in another form: ${fates.altered.length} item(s)`] : []),
      ...(added > 0 ? [`added by the projector: ${added} item(s)`] : []),
    ],
    ...(seqs && {
      fates: {
        kept: inSeqs(fates.kept),
        dropped: inSeqs(fates.dropped),
        clearedToolResults: inSeqs(fates.clearedToolResults),
        clearedReasoning: inSeqs(fates.clearedReasoning),
        altered: inSeqs(fates.altered),
      },
    }),
  };
}

/** Positions are those among the memory items of `source`. */
function compareById(source: readonly AgentItem[], projected: readonly AgentItem[]): Comparison {
  const forms = new Map<string, AgentItem>();
  for (const item of projected) if (item.type !== 'summary') forms.set(item.id, item);
  const result: Comparison = {
    kept: [],
    dropped: [],
    clearedToolResults: [],
    clearedReasoning: [],
    altered: [],
  };
  let position = 0;
  for (const item of source) {
    if (item.type === 'summary') continue;
    const form = forms.get(item.id);
    (form ? result.kept : result.dropped).push(position);
    if (form && form !== item) formChange(result, item, form).push(position);
    position += 1;
  }
  return result;
}

function formChange(result: Comparison, item: AgentItem, form: AgentItem): number[] {
  if (form.type === 'function_call_output' && form.cleared && item.type === form.type)
    return result.clearedToolResults;
  if (form.type === 'reasoning' && form.cleared && item.type === form.type) return result.clearedReasoning;
  return result.altered;
}
