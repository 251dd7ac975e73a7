import type { ContextReport, SeqRange } from '@ai4j/agent';
import type { ItemFates } from './item-fates.ts';
import type { LoggedHistory } from './logged-history.ts';
import type { Finding } from './violation.ts';

/** L2: the report says of every item what the checker finds out by itself. */
export function* checkReport(
  report: ContextReport,
  fates: ItemFates,
  history: LoggedHistory,
): Iterable<Finding> {
  const figures = [
    ['sourceItemCount', fates.kept.size + fates.dropped.size],
    ['projectedItemCount', fates.kept.size],
    ['clearedItemCount', fates.clearedToolResults.size + fates.clearedReasoning.size],
    ['droppedItemCount', fates.dropped.size],
  ] as const;
  for (const [name, found] of figures) {
    if (report[name] !== found) yield disagreement(`${name} ${report[name]}`, String(found));
  }
  if (!report.fates) {
    yield { law: 'L2', detail: 'the report does not tell the fates of the items' };
    return;
  }
  for (const fate of ['kept', 'dropped', 'altered'] as const) {
    if (!holdsExactly(report.fates[fate], fates[fate], () => true))
      yield fateDisagreement(fate, report.fates, fates);
  }
  for (const [fate, type] of [
    ['clearedToolResults', 'function_call_output'],
    ['clearedReasoning', 'reasoning'],
  ] as const) {
    const stated = report.fates[fate];
    const found = [...fates[fate], ...clearedBefore(stated, type, fates, history)];
    if (
      !holdsExactly(
        stated,
        new Set(found),
        (seq) => seq > history.version || history.logged(seq)?.type === type,
      )
    ) {
      yield fateDisagreement(fate, report.fates, fates);
    }
  }
}

/** Items within the ranges that memory itself holds cleared: a range may span them, the projection did not clear them. */
function* clearedBefore(
  ranges: readonly SeqRange[],
  type: 'function_call_output' | 'reasoning',
  fates: ItemFates,
  history: LoggedHistory,
): Iterable<number> {
  for (const entry of history.entries) {
    const item = history.inMemory(entry);
    if (item.type !== type || item.cleared !== true || !fates.kept.has(entry.seq)) continue;
    if (ranges.some(([from, to]) => from <= entry.seq && entry.seq <= to)) yield entry.seq;
  }
}

/** Whether the ranges hold each of these seqs once, and no other that counts. */
function holdsExactly(
  ranges: readonly SeqRange[],
  seqs: ReadonlySet<number>,
  counts: (seq: number) => boolean,
): boolean {
  const held = new Set<number>();
  for (const [from, to] of ranges) {
    for (let seq = from; seq <= to; seq++) {
      if (!seqs.has(seq) && counts(seq)) return false;
      if (held.has(seq)) return false;
      if (seqs.has(seq)) held.add(seq);
    }
  }
  return held.size === seqs.size;
}

function fateDisagreement(
  fate: keyof ItemFates,
  stated: Readonly<Record<string, unknown>>,
  fates: ItemFates,
): Finding {
  const found = [...fates[fate]].sort((a, b) => a - b);
  return disagreement(`${fate} ${JSON.stringify(stated[fate])}`, JSON.stringify(found));
}

function disagreement(stated: string, found: string): Finding {
  return { law: 'L2', detail: `the report says ${stated}, the request shows ${found}` };
}
