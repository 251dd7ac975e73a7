import type { AgentItem } from '@ai4j/agent';
import { responseIdOf } from './logged-history.ts';
import type { RequestRule } from './request-rule.ts';

/** An output answers a call that stands before it. */
export const outputFollowsItsCall: RequestRule = function* ({ items }) {
  const called = new Set<string>();
  for (const { item } of items) {
    if (item.type === 'function_call') called.add(item.callId);
    if (item.type === 'function_call_output' && !called.has(item.callId)) {
      yield `the output ${item.id} answers ${item.callId}, which no call before it has`;
    }
  }
};

/** A call has exactly one output; one that the provider ran itself needs none. */
export const callIsAnsweredOnce: RequestRule = function* ({ items }) {
  const outputs = new Map<string, number>();
  for (const { item } of items) {
    if (item.type === 'function_call_output') outputs.set(item.callId, (outputs.get(item.callId) ?? 0) + 1);
  }
  for (const { item } of items) {
    if (item.type !== 'function_call') continue;
    const count = outputs.get(item.callId) ?? 0;
    if (count === 0 && item.providerExecuted !== true) yield `the call ${item.callId} has no output`;
    if (count > 1) yield `the call ${item.callId} has ${count} outputs`;
  }
};

export const callIdIsUsedOnce: RequestRule = function* ({ items }) {
  const seen = new Set<string>();
  for (const { item } of items) {
    if (item.type !== 'function_call') continue;
    if (seen.has(item.callId)) yield `the call id ${item.callId} is used twice`;
    seen.add(item.callId);
  }
};

/** The outputs of a response's calls come directly after it, before anybody says anything else. */
export const outputsFollowTheirResponse: RequestRule = function* ({ items }) {
  let open: OpenResponse = { responseId: undefined, calls: new Map(), answering: true };
  for (const { item } of items) {
    if (item.type === 'summary') continue;
    if (item.type === 'function_call_output') {
      if (open.calls.delete(item.callId)) open.answering = true;
      else yield `the output of ${item.callId} does not follow its response`;
      continue;
    }
    const responseId = responseIdOf(item);
    const isNext = open.answering || isFromOutside(item) || startsResponse(open.responseId, responseId);
    if (isNext) {
      yield* unanswered(open);
      open = { responseId, calls: new Map(), answering: isFromOutside(item) };
    } else open.responseId ??= responseId;
    if (item.type === 'function_call') open.calls.set(item.callId, item.providerExecuted === true);
  }
  yield* unanswered(open);
};

/** The response that is being read: its calls without an output, and whether outputs have begun. */
interface OpenResponse {
  responseId: string | undefined;
  /** Call id → the provider ran it. */
  readonly calls: Map<string, boolean>;
  answering: boolean;
}

function* unanswered({ calls }: OpenResponse): Iterable<string> {
  for (const [callId, providerExecuted] of calls) {
    if (!providerExecuted) yield `what follows the response of ${callId} is not its output`;
  }
}

function isFromOutside(item: AgentItem): boolean {
  return item.type === 'message' && item.role !== 'assistant';
}

/** Items without a response id join the response they stand in. */
function startsResponse(open: string | undefined, responseId: string | undefined): boolean {
  return open !== undefined && responseId !== undefined && open !== responseId;
}
