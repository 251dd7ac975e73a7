import type { AgentItem, ContextBudget, ContextReport } from '@ai4j/agent';
import type { TraceItem } from '../replay/trace.ts';
import type { LoggedHistory } from './logged-history.ts';
import type { Finding } from './violation.ts';

/** One item of a request, with the seq of the logged item that it stands for. */
export interface SentItem {
  readonly seq: number | undefined;
  readonly item: AgentItem;
  /** Sent as the log reads: there is no other form to look at. */
  readonly asLogged: boolean;
}

/** A request with its ranges written out. */
export interface SentRequest {
  readonly items: readonly SentItem[];
  readonly report: ContextReport;
  readonly budget: ContextBudget;
}

/** Writes out the ranges of a request; what no logged item stands behind is found, and left out. */
export function writeOutItems(
  items: readonly TraceItem[],
  history: LoggedHistory,
): { readonly items: SentItem[]; readonly findings: Finding[] } {
  const sent: SentItem[] = [];
  const findings: Finding[] = [];
  for (const traced of items) {
    if ('item' in traced) {
      sent.push({ seq: traced.seq, item: traced.item, asLogged: false });
      continue;
    }
    const [from, to] = traced;
    if (to > history.version) {
      findings.push({
        law: 'L2',
        detail: `the request sends seqs ${from}–${to}, the log ends at ${history.version}`,
      });
    }
    for (let seq = from; seq <= Math.min(to, history.version); seq++) {
      const item = history.logged(seq);
      if (item) sent.push({ seq, item, asLogged: true });
      else findings.push({ law: 'L2', detail: `the request sends seq ${seq}, which is no item` });
    }
  }
  return { items: sent, findings };
}

/** How a finding names an item. */
export function nameOf({
  seq,
  item,
}: {
  readonly seq?: number | undefined;
  readonly item: AgentItem;
}): string {
  const what = item.type === 'message' ? `${item.role} message` : item.type;
  return seq === undefined ? `${what} ${item.id}` : `${what} ${item.id} (seq ${seq})`;
}
