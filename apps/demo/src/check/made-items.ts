import type { FunctionCallOutputItem } from '@ai4j/agent';
import type { LoggedHistory } from './logged-history.ts';
import { isBracketed } from './sent-form.ts';
import { nameOf, type SentRequest } from './sent-request.ts';

/**
 * L2: all that a request may hold beside items of memory and the summary is an output in place of one that does not
 * exist: for a call that memory has no output for, and in a form that says so.
 */
export function* checkMadeItems({ items }: SentRequest, history: LoggedHistory): Iterable<string> {
  const made = items.filter(({ seq, item }) => seq === undefined && item.type !== 'summary');
  if (made.length === 0) return;
  const sentSeqs = new Set(items.map(({ seq }) => seq));
  const callSeqs = new Map<string, number | undefined>();
  for (const { seq, item } of items) if (item.type === 'function_call') callSeqs.set(item.callId, seq);
  const answers = answersInMemory(history);
  for (const sent of made) {
    const { item } = sent;
    if (item.type !== 'function_call_output' || !saysThatNothingCame(item)) {
      yield `${nameOf(sent)} is made up: no item of memory stands behind it`;
      continue;
    }
    const callSeq = callSeqs.get(item.callId);
    const answer = callSeq === undefined ? undefined : answers(callSeq);
    if (answer !== undefined && !sentSeqs.has(answer)) {
      yield `${nameOf(sent)} stands for an output that memory holds (seq ${answer})`;
    }
  }
}

/** Finds the output in memory that answers the call with a seq: the first after it with its id. */
function answersInMemory(history: LoggedHistory): (callSeq: number) => number | undefined {
  const outputs = new Map<string, number[]>();
  for (const entry of history.entries) {
    const item = history.inMemory(entry);
    if (item.type !== 'function_call_output') continue;
    const seqs = outputs.get(item.callId);
    if (seqs) seqs.push(entry.seq);
    else outputs.set(item.callId, [entry.seq]);
  }
  return (callSeq) => {
    const call = history.logged(callSeq);
    if (call?.type !== 'function_call') return undefined;
    return outputs.get(call.callId)?.find((seq) => seq > callSeq);
  };
}

function saysThatNothingCame({ outcome, output, cleared }: FunctionCallOutputItem): boolean {
  return outcome === 'interrupted' && cleared !== true && typeof output === 'string' && isBracketed(output);
}
