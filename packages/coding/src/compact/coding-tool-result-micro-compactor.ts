import {
  contentText,
  type FunctionCallItem,
  type FunctionCallOutputItem,
  type HistoryView,
  headOf,
  type MemoryItem,
  type TokenCounter,
  trackFiles,
} from '@ai4j/agent';
import type { ClearedReference } from './coding-session-compact-result.ts';
import { errorLines } from './error-lines.ts';

/** How the text of every compacted tool result begins. */
export const COMPACTED_RESULT_MARKER = '[tool result compacted to save context]';

/** Chars of the output that the placeholder shows. */
const PREVIEW_CHARS = 240;

export interface MicroCompactOptions {
  /** The newest tool results that are left alone. */
  readonly keepRecent: number;
  /** Tokens a result must exceed to be compacted. */
  readonly maxTokens: number;
  /** Tools whose results are left alone, by exact name. */
  readonly exemptTools: readonly string[];
}

export interface MicroCompaction {
  /** The items, compacted ones replaced in their places. */
  readonly items: readonly MemoryItem[];
  /** Positions of the compacted results, ascending. */
  readonly positions: readonly number[];
  readonly clearedReferences: readonly ClearedReference[];
  readonly freedTokens: number;
}

/** Compacts old tool results: one for each session, because it remembers which it has looked at. */
export interface CodingToolResultMicroCompactor {
  /**
   * Replaces the oldest results that may go by placeholders, only as many as free `neededTokens`; undefined
   * when none may, or when all of them together free less than `worthTokens`. Changes nothing it is given.
   */
  compact(
    view: HistoryView,
    goal: { readonly neededTokens: number; readonly worthTokens: number },
    counter: TokenCounter,
  ): MicroCompaction | undefined;
}

/** No model, no checkpoint: the cheapest way to make room. A call costs what is new in the view since the last one. */
export function codingToolResultMicroCompactor({
  keepRecent,
  maxTokens,
  exemptTools,
}: MicroCompactOptions): CodingToolResultMicroCompactor {
  const exempt = new Set(exemptTools);
  const known = new WeakMap<HistoryView, LargeResults>();
  return {
    compact(view, { neededTokens, worthTokens }, counter) {
      let large = known.get(view);
      if (!large) {
        large = new LargeResults(maxTokens, exempt);
        known.set(view, large);
      }
      const candidates = large.before(view, view.pairs.outputs.length - keepRecent);
      if (candidates.tokens < worthTokens) return undefined;
      return replaceOldest(view, candidates.positions, neededTokens, worthTokens, counter);
    },
  };
}

/** The results of a view that are large enough to be worth a placeholder, oldest first. */
class LargeResults {
  readonly #maxTokens: number;
  readonly #exempt: ReadonlySet<string>;
  readonly #positions: number[] = [];
  #tokens = 0;
  #outputsSeen = 0;

  constructor(maxTokens: number, exempt: ReadonlySet<string>) {
    this.#maxTokens = maxTokens;
    this.#exempt = exempt;
  }

  /** Those among the first `outputs` outputs; the number never shrinks for a view that only grows. */
  before(
    view: HistoryView,
    outputs: number,
  ): { readonly positions: readonly number[]; readonly tokens: number } {
    for (; this.#outputsSeen < outputs; this.#outputsSeen++) {
      const position = view.pairs.outputs[this.#outputsSeen] as number;
      const tokens = view.tokens.at(position);
      if (tokens <= this.#maxTokens) continue;
      if ((view.items[position] as FunctionCallOutputItem).cleared) continue;
      if (this.#exempt.has(view.pairs.toolNameOf(position) ?? '')) continue;
      this.#positions.push(position);
      this.#tokens += tokens;
    }
    return { positions: this.#positions, tokens: this.#tokens };
  }
}

function replaceOldest(
  view: HistoryView,
  candidates: readonly number[],
  neededTokens: number,
  worthTokens: number,
  counter: TokenCounter,
): MicroCompaction | undefined {
  const items = view.items.slice() as MemoryItem[];
  const positions: number[] = [];
  const clearedReferences: ClearedReference[] = [];
  let freedTokens = 0;
  for (const position of candidates) {
    if (freedTokens >= neededTokens) break;
    const item = items[position] as FunctionCallOutputItem;
    const call = callOf(view, position);
    const placeholder = placeholderFor(item, call?.name);
    const freed = view.tokens.at(position) - counter.countItem(placeholder);
    if (freed <= 0) continue;
    items[position] = placeholder;
    positions.push(position);
    clearedReferences.push(referenceTo(item, call));
    freedTokens += freed;
  }
  if (positions.length === 0 || freedTokens < worthTokens) return undefined;
  return { items, positions, clearedReferences, freedTokens };
}

function callOf(view: HistoryView, position: number): FunctionCallItem | undefined {
  const at = view.pairs.callOf(position);
  return at === undefined ? undefined : (view.items[at] as FunctionCallItem);
}

/** Same id, call and outcome, so that pairs hold; the text says what stood here. */
function placeholderFor(item: FunctionCallOutputItem, toolName: string | undefined): FunctionCallOutputItem {
  const { type, id, callId, outcome } = item;
  return { type, id, callId, output: compactedText(item, toolName), outcome, cleared: true };
}

function compactedText(
  { callId, outcome, output }: FunctionCallOutputItem,
  toolName: string | undefined,
): string {
  const text = contentText(output);
  const media = typeof output === 'string' ? 0 : output.filter(({ type }) => type !== 'text').length;
  const facts = [
    `call_id=${callId}`,
    ...(toolName === undefined ? [] : [`tool=${toolName}`]),
    `size=${text.length} chars${media > 0 ? ` and ${media} media` : ''}`,
    `outcome=${outcome}`,
  ];
  const preview =
    outcome === 'error'
      ? errorLines(text).join(' … ')
      : clipped(text.replace(/\s+/g, ' ').trim(), PREVIEW_CHARS);
  return `${COMPACTED_RESULT_MARKER} ${facts.join(' ')}. Preview: ${preview}`;
}

function clipped(text: string, chars: number): string {
  return text.length <= chars ? text : `${headOf(text, chars)}...`;
}

function referenceTo(
  { id, callId }: FunctionCallOutputItem,
  call: FunctionCallItem | undefined,
): ClearedReference {
  if (!call) return { itemId: id, callId };
  const { read, modified } = trackFiles({ read: [], modified: [] }, [call]);
  const path = modified[0] ?? read[0];
  return { itemId: id, callId, toolName: call.name, ...(path !== undefined && { path }) };
}
