import { type LoggedHistory, responseIdOf } from './logged-history.ts';
import { nameOf, type SentItem, type SentRequest } from './sent-request.ts';

/**
 * L2: memory's order, read by responses: an item stands where the first item of its response stands, and outputs stand
 * behind their response, all in memory's order or all in that of their calls. (That they do stand there is L1's.)
 */
export function* checkOrder(request: SentRequest, history: LoggedHistory): Iterable<string> {
  const positions = new Map<number, number>();
  for (const [position, { seq }] of history.entries.entries()) positions.set(seq, position);
  const positionOf = ({ seq }: SentItem) => (seq === undefined ? undefined : positions.get(seq));
  yield* checkResponses(request, positionOf);
  yield* checkOutputs(request, positionOf);
}

type PositionOf = (sent: SentItem) => number | undefined;

function* checkResponses({ items }: SentRequest, positionOf: PositionOf): Iterable<string> {
  const firstOfResponse = new Map<string, number>();
  for (const sent of items) {
    const position = positionOf(sent);
    const responseId = responseIdOf(sent.item);
    if (position === undefined || responseId === undefined) continue;
    firstOfResponse.set(responseId, Math.min(position, firstOfResponse.get(responseId) ?? position));
  }
  let last = { anchor: 0, position: 0 };
  for (const sent of items) {
    const position = positionOf(sent);
    if (position === undefined || sent.item.type === 'function_call_output') continue;
    const responseId = responseIdOf(sent.item);
    const anchor = responseId === undefined ? position : (firstOfResponse.get(responseId) ?? position);
    if (anchor < last.anchor || (anchor === last.anchor && position < last.position)) {
      yield `${nameOf(sent)} is out of memory's order`;
    }
    last = { anchor, position };
  }
}

function* checkOutputs({ items }: SentRequest, positionOf: PositionOf): Iterable<string> {
  const callOrder = new Map<string, number>();
  let run: SentItem[] = [];
  for (const [at, sent] of items.entries()) {
    if (sent.item.type === 'function_call') callOrder.set(sent.item.callId, at);
    if (sent.item.type !== 'function_call_output') continue;
    run.push(sent);
    if (items[at + 1]?.item.type === 'function_call_output') continue;
    const byMemory = run.map(positionOf).filter((position) => position !== undefined);
    const byCall = run.map(({ item }) => ('callId' in item ? (callOrder.get(item.callId) ?? -1) : -1));
    if (!isAscending(byMemory) && !isAscending(byCall)) {
      yield `the outputs up to ${nameOf(sent)} are neither in memory's order nor in that of their calls`;
    }
    run = [];
  }
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || (numbers[at - 1] as number) <= number);
}
