import type { TraceMemory } from '../replay/trace.ts';
import { type ItemFates, itemFates } from './item-fates.ts';
import type { LoggedHistory } from './logged-history.ts';
import { checkMadeItems } from './made-items.ts';
import { checkOrder } from './memory-order.ts';
import { isSameValue } from './same-value.ts';
import type { SentRequest } from './sent-request.ts';
import type { Finding } from './violation.ts';

/** L2: projecting left memory as it was. */
export function* checkMemoryUntouched(before: TraceMemory, after: TraceMemory): Iterable<Finding> {
  if (!isSameValue(before, after)) yield { law: 'L2', detail: 'projecting changed memory' };
}

/**
 * L2: the request holds items of memory, each once, in memory's order and unchanged but for what is stated: a cleared
 * payload, a call id renamed because it occurs twice, an output made for a call that memory has none for, an output
 * told as a message where nothing else could be sent, and memory's own summary.
 */
export function checkProjection(
  request: SentRequest,
  history: LoggedHistory,
): { readonly fates: ItemFates; readonly findings: readonly Finding[] } {
  const { fates, breaches } = itemFates(request, history);
  const details = [
    ...breaches,
    ...checkMadeItems(request, history),
    ...checkSummary(request, history),
    ...checkOrder(request, history),
  ];
  return { fates, findings: details.map((detail) => ({ law: 'L2', detail })) };
}

/** An empty summary is none. */
function* checkSummary({ items }: SentRequest, history: LoggedHistory): Iterable<string> {
  const summaries = items.flatMap(({ item }) => (item.type === 'summary' ? [item.text] : []));
  const expected = history.summary ? [history.summary] : [];
  if (isSameValue(summaries, expected)) return;
  if (summaries.length === 0) yield 'the request lacks the summary of memory';
  else if (expected.length === 0) yield 'the request has a summary, memory has none';
  else yield 'the summary of the request is not the one of memory';
}
