import type { AgentItem } from '@ai4j/agent';
import { responseIdOf } from './logged-history.ts';
import type { RequestRule } from './request-rule.ts';

/**
 * What came in one response is in the request as a whole or not at all; cleared reasoning is still there.
 * Reasoning at its end led to nothing: the response was broken off, and it must be left out.
 */
export const responseIsWhole: RequestRule = function* ({ items }, history) {
  const sent = new Set<number>();
  const responses = new Set<string>();
  for (const { seq, item } of items) {
    if (seq !== undefined) sent.add(seq);
    const responseId = responseIdOf(item);
    if (responseId !== undefined) responses.add(responseId);
  }
  for (const responseId of responses) {
    const seqs = history.seqsOfResponse(responseId);
    const end = seqs.findLastIndex((seq) => history.logged(seq)?.type !== 'reasoning') + 1;
    const missing = seqs.slice(0, end).filter((seq) => !sent.has(seq));
    if (missing.length > 0) yield `the response ${responseId} lacks seq ${missing.join(', ')}`;
  }
};

/** Nothing stands between the items of one response. */
export const responseIsContiguous: RequestRule = function* ({ items }) {
  const left = new Set<string>();
  let open: string | undefined;
  for (const { item } of items) {
    const responseId = isOfModel(item) ? (responseIdOf(item) ?? open) : undefined;
    if (responseId === open) continue;
    if (open !== undefined) left.add(open);
    if (responseId !== undefined && left.has(responseId)) yield `the response ${responseId} is torn apart`;
    open = responseId;
  }
};

/** Reasoning is followed by what it led to, in the same response; cleared reasoning is not sent and counts as absent. */
export const reasoningLeadsToItsItem: RequestRule = function* ({ items }) {
  let waiting: AgentItem | undefined;
  for (const { item } of items) {
    if (item.type === 'reasoning' && item.cleared) continue;
    if (waiting && !(isOfModel(item) && mayShareResponse(waiting, item))) {
      yield `nothing of its response follows the reasoning ${waiting.id}`;
    }
    waiting = item.type === 'reasoning' ? item : undefined;
  }
  if (waiting) yield `nothing of its response follows the reasoning ${waiting.id}`;
};

function isOfModel(item: AgentItem): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return item.type === 'function_call' || item.type === 'reasoning' || item.type === 'opaque';
}

function mayShareResponse(a: AgentItem, b: AgentItem): boolean {
  const [first, second] = [responseIdOf(a), responseIdOf(b)];
  return first === undefined || second === undefined || first === second;
}
