import type { ContextBudget } from '@ai4j/agent';
import { canonicalJson } from '../replay/canonical-json.ts';
import type { ItemFates } from './item-fates.ts';
import { type LoggedHistory, responseIdOf } from './logged-history.ts';
import { isSameValue } from './same-value.ts';
import { nameOf, type SentItem, type SentRequest } from './sent-request.ts';
import type { Finding } from './violation.ts';

/** A request as the next one is compared with it. */
interface Earlier {
  readonly request: SentRequest;
  readonly fates: ItemFates;
  /** Changes with whatever makes another history of it: replacement, undo, removal of contents, another budget. */
  readonly generation: string;
  /** Items that the last cut dropped, other than orphan outputs; undefined before the first cut. */
  readonly lastCutItems: number | undefined;
}

/**
 * L7: what was sent is an unchanged prefix of what is sent next, unless something that the trace tells lies between:
 * a clearing, a cut, an answered call, a replaced memory. With `minClearTokens` or `slackItems`, what was cleared or
 * dropped stays so, and clearings and cuts come in batches of that size.
 */
export class StablePrefix {
  #earlier: Earlier | undefined;

  *check(request: SentRequest, fates: ItemFates, history: LoggedHistory): Iterable<Finding> {
    const earlier = this.#earlier;
    const generation = `${history.generation} ${canonicalJson(request.budget)}`;
    let lastCutItems = earlier?.lastCutItems;
    if (earlier && earlier.generation === generation) {
      const newlyDropped = cutItems(fates.dropped, earlier.fates.dropped, history);
      if (!isPrefix(earlier.request, request) && !isExcused(earlier, request, fates)) {
        yield finding('what was sent before is no prefix of the request, and nothing says why');
      }
      yield* reworded(earlier.request, request);
      if (wantsBatches(request.budget)) {
        yield* toggled(earlier.fates, fates);
        yield* smallClearing(earlier, request, fates);
      }
      if (newlyDropped > 0) {
        if (isSmallCut(newlyDropped + (lastCutItems ?? Infinity), request, fates)) {
          yield finding(
            `two cuts drop ${newlyDropped + (lastCutItems ?? 0)} item(s), in steps of ${request.budget.slackItems}`,
          );
        }
        lastCutItems = newlyDropped;
      }
    } else lastCutItems = undefined;
    this.#earlier = { request, fates, generation, lastCutItems };
  }
}

function isPrefix(earlier: SentRequest, request: SentRequest): boolean {
  if (earlier.items.length > request.items.length) return false;
  return earlier.items.every((sent, at) => isSameSent(sent, request.items[at] as SentItem));
}

function isSameSent(a: SentItem, b: SentItem): boolean {
  if (a.asLogged && b.asLogged) return a.seq === b.seq;
  return a.seq === b.seq && isSameValue(a.item, b.item);
}

/** Placeholders of all kinds read the same from request to request, whatever else changes. */
function* reworded(earlier: SentRequest, request: SentRequest): Iterable<Finding> {
  const before = new Map<string, SentItem>();
  for (const sent of earlier.items) if (!sent.asLogged) before.set(placeOf(sent), sent);
  for (const sent of request.items) {
    const then = sent.asLogged ? undefined : before.get(placeOf(sent));
    if (then && !isSameSent(then, sent) && isCleared(then) === isCleared(sent)) {
      yield finding(`${nameOf(sent)} reads otherwise than in the request before`);
    }
  }
}

/** What an item stands for: a logged item, the output of a call, or what left memory. */
function placeOf({ seq, item }: SentItem): string {
  if (seq !== undefined) return `${seq}`;
  return item.type === 'function_call_output' ? `output of ${item.callId}` : item.type;
}

function isCleared({ item }: SentItem): boolean {
  return 'cleared' in item && item.cleared === true;
}

/** Whether the fate of an item that was there before changed, a call was answered at last, or a response grew. */
function isExcused(earlier: Earlier, request: SentRequest, fates: ItemFates): boolean {
  const { fates: before } = earlier;
  const hadFate = (seq: number) => before.kept.has(seq) || before.dropped.has(seq);
  return (
    differs(before.dropped, fates.dropped, hadFate) ||
    differs(before.clearedToolResults, fates.clearedToolResults, hadFate) ||
    differs(before.clearedReasoning, fates.clearedReasoning, hadFate) ||
    isAnswered(earlier.request, request) ||
    isRejoined(earlier, request)
  );
}

function differs(a: ReadonlySet<number>, b: ReadonlySet<number>, counts: (seq: number) => boolean): boolean {
  for (const seq of a) if (!b.has(seq)) return true;
  for (const seq of b) if (!a.has(seq) && counts(seq)) return true;
  return false;
}

/** A call whose output was made has a real one now. */
function isAnswered(earlier: SentRequest, request: SentRequest): boolean {
  const made = new Set<string>();
  for (const { seq, item } of earlier.items) {
    if (seq === undefined && item.type === 'function_call_output') made.add(item.callId);
  }
  return request.items.some(
    ({ seq, item }) => seq !== undefined && item.type === 'function_call_output' && made.has(item.callId),
  );
}

/** A late part of a response that was sent before: it moves to the rest. */
function isRejoined({ request: { items }, fates }: Earlier, request: SentRequest): boolean {
  const responses = new Set<string>();
  for (const { item } of items) responses.add(responseIdOf(item) ?? '');
  responses.delete('');
  return request.items.some(({ seq, item }) => {
    const isNew = seq !== undefined && !fates.kept.has(seq) && !fates.dropped.has(seq);
    return isNew && responses.has(responseIdOf(item) ?? '');
  });
}

function wantsBatches({ minClearTokens = 0, slackItems = 1 }: ContextBudget): boolean {
  return minClearTokens > 0 || slackItems > 1;
}

/**
 * What was cleared is sent in full again, or what was dropped is sent again. The room that a new clearing makes may
 * bring dropped items back: the prefix changes there anyway.
 */
function* toggled(before: ItemFates, fates: ItemFates): Iterable<Finding> {
  let clearsMore = false;
  for (const fate of ['clearedToolResults', 'clearedReasoning'] as const) {
    for (const seq of fates[fate]) if (!before[fate].has(seq)) clearsMore = true;
    for (const seq of before[fate]) {
      if (fates.kept.has(seq) && !fates[fate].has(seq))
        yield finding(`seq ${seq} was cleared and is sent in full again`);
    }
  }
  if (clearsMore) return;
  for (const seq of before.dropped)
    if (fates.kept.has(seq)) yield finding(`seq ${seq} was dropped and is sent again`);
}

/**
 * Measured by the report's own tokens, and only where nothing else changes what a projection saves:
 * no item dropped, no output made.
 */
function* smallClearing(earlier: Earlier, request: SentRequest, fates: ItemFates): Iterable<Finding> {
  const { minClearTokens = 0 } = request.budget;
  if (minClearTokens <= 0 || fates.dropped.size > 0 || earlier.fates.dropped.size > 0) return;
  const cleared = [...fates.clearedToolResults].filter((seq) => !earlier.fates.clearedToolResults.has(seq));
  const [savedBefore, saved] = [savedTokens(earlier.request), savedTokens(request)];
  if (cleared.length === 0 || savedBefore === undefined || saved === undefined) return;
  if (saved - savedBefore < minClearTokens) {
    yield finding(
      `clearing seq ${cleared.join(', ')} frees ${saved - savedBefore} tokens of ${minClearTokens} or more`,
    );
  }
}

function savedTokens({ items, report }: SentRequest): number | undefined {
  const { sourceTokens, projectedTokens } = report;
  if (sourceTokens === undefined || projectedTokens === undefined) return undefined;
  if (items.some(({ seq, item }) => seq === undefined && item.type !== 'summary')) return undefined;
  return sourceTokens - projectedTokens;
}

/** How many items a cut dropped; outputs alone are no cut, they have lost their call. */
function cutItems(dropped: ReadonlySet<number>, before: ReadonlySet<number>, history: LoggedHistory): number {
  let items = 0;
  let others = 0;
  for (const seq of dropped) {
    if (before.has(seq)) continue;
    items += 1;
    if (history.logged(seq)?.type !== 'function_call_output') others += 1;
  }
  return others > 0 ? items : 0;
}

/**
 * A legal cut may lie a little after the step it belongs to, so the one after it can be shorter: two in a row never are.
 * Where little more than the newest response is left, every step has to cut.
 */
function isSmallCut(itemsOfTwoCuts: number, { items, budget }: SentRequest, fates: ItemFates): boolean {
  const { slackItems = 1 } = budget;
  if (slackItems <= 1 || itemsOfTwoCuts >= slackItems || fates.kept.size <= slackItems) return false;
  const responses = new Set<string>();
  for (const { item } of items) responses.add(responseIdOf(item) ?? '');
  return responses.size > 2;
}

function finding(detail: string): Finding {
  return { law: 'L7', detail };
}
