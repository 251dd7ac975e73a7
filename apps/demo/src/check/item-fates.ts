import type { AgentItem } from '@ai4j/agent';
import type { LoggedHistory, MemoryEntry } from './logged-history.ts';
import { type SentForm, sentForm } from './sent-form.ts';
import { nameOf, type SentItem, type SentRequest } from './sent-request.ts';

/** What became of each item of memory in one request, by seq: kept or dropped, and some of the kept not as they are. */
export interface ItemFates {
  readonly kept: ReadonlySet<number>;
  readonly dropped: ReadonlySet<number>;
  readonly clearedToolResults: ReadonlySet<number>;
  readonly clearedReasoning: ReadonlySet<number>;
  /** Renamed, or told as a message. */
  readonly altered: ReadonlySet<number>;
}

/** The fates as the request shows them, and what no projection may do to an item. */
export function itemFates(
  request: SentRequest,
  history: LoggedHistory,
): { readonly fates: ItemFates; readonly breaches: readonly string[] } {
  const breaches: string[] = [];
  const fates = {
    kept: new Set<number>(),
    dropped: new Set<number>(),
    clearedToolResults: new Set<number>(),
    clearedReasoning: new Set<number>(),
    altered: new Set<number>(),
  };
  const held = new Map<number, MemoryEntry>();
  for (const entry of history.entries) held.set(entry.seq, entry);
  const repeatedCallIds = callIdsOnSeveralCalls(history);
  for (const sent of request.items) {
    const { seq, item } = sent;
    if (seq === undefined) continue;
    const entry = held.get(seq);
    if (!entry || fates.kept.has(seq)) {
      breaches.push(`${nameOf(sent)} ${entry ? 'is sent twice' : 'is not in memory'}`);
      continue;
    }
    fates.kept.add(seq);
    const form = formOf(sent, entry, history);
    switch (form) {
      case 'unchanged':
        break;
      case 'altered':
        breaches.push(`${nameOf(sent)} is not what memory holds`);
        break;
      case 'told':
        fates.altered.add(seq);
        if (!isAllToldOutputs(request, history)) {
          breaches.push(`${nameOf(sent)} is told as a message though the request could go without it`);
        }
        break;
      case 'cleared':
      case 'renamed':
      case 'cleared-and-renamed':
        if (form !== 'renamed')
          fates[item.type === 'reasoning' ? 'clearedReasoning' : 'clearedToolResults'].add(seq);
        if (form === 'cleared') break;
        fates.altered.add(seq);
        if (!repeatedCallIds.has(callIdOf(history.inMemory(entry)) ?? '')) {
          breaches.push(`${nameOf(sent)} has another call id than in memory`);
        }
        break;
      default:
        form satisfies never;
    }
  }
  for (const seq of held.keys()) if (!fates.kept.has(seq)) fates.dropped.add(seq);
  return { fates, breaches };
}

function formOf(sent: SentItem, entry: MemoryEntry, history: LoggedHistory): SentForm {
  if (sent.asLogged && entry.form === undefined) return 'unchanged';
  return sentForm(sent.item, history.inMemory(entry));
}

function callIdOf(item: AgentItem): string | undefined {
  return item.type === 'function_call' || item.type === 'function_call_output' ? item.callId : undefined;
}

function callIdsOnSeveralCalls(history: LoggedHistory): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of history.entries) {
    const item = history.inMemory(entry);
    if (item.type !== 'function_call') continue;
    if (seen.has(item.callId)) repeated.add(item.callId);
    seen.add(item.callId);
  }
  return repeated;
}

/** Whether outputs without their calls are all that the request has. */
function isAllToldOutputs({ items }: SentRequest, history: LoggedHistory): boolean {
  return items.every(({ seq, item }) => {
    if (item.type === 'summary') return true;
    return (
      item.type === 'message' && seq !== undefined && history.logged(seq)?.type === 'function_call_output'
    );
  });
}
