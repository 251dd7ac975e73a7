import type { AgentItem, TokenCounter } from '@ai4j/agent';
import { kindOf } from './item-kind.ts';
import { type ItemKind, itemKinds, type TokensByKind } from './timeline.ts';

/** A request beside the one before it. */
export interface RequestMeasure {
  /** Items at the head that are the same objects as in the request before. */
  readonly sharedItems: number;
  /** Tokens of those, and of what always stands before them. */
  readonly cachedTokens: number;
  /** The estimate of the whole request. */
  readonly byKind: TokensByKind;
  /** The whole request before is the head of this one. */
  readonly extendsPrevious: boolean;
}

/** Measures requests one after another: only what differs from the request before is counted anew. */
export class RequestMeter {
  readonly #counter: TokenCounter;
  readonly #fixedTokens: number;
  readonly #tokens = new WeakMap<AgentItem, number>();
  readonly #byKind: Record<ItemKind, number>;
  #previous: readonly AgentItem[] = [];
  /** Tokens of the first i items of the previous request. */
  #sums: number[] = [0];

  /** @param fixedTokens Tokens of what every request starts with: the system prompt */
  constructor(counter: TokenCounter, fixedTokens: number) {
    this.#counter = counter;
    this.#fixedTokens = fixedTokens;
    this.#byKind = Object.fromEntries(itemKinds.map((kind) => [kind, 0])) as Record<ItemKind, number>;
    this.#byKind.other = fixedTokens;
  }

  measure(items: readonly AgentItem[]): RequestMeasure {
    const previous = this.#previous;
    const sharedItems = sharedPrefix(previous, items);
    for (const item of previous.slice(sharedItems)) this.#byKind[kindOf(item)] -= this.tokensOf(item);
    this.#sums.length = sharedItems + 1;
    for (const item of items.slice(sharedItems)) {
      const tokens = this.tokensOf(item);
      this.#byKind[kindOf(item)] += tokens;
      this.#sums.push((this.#sums.at(-1) ?? 0) + tokens);
    }
    const isFirst = previous.length === 0;
    this.#previous = items;
    return {
      sharedItems,
      cachedTokens: isFirst ? 0 : this.#fixedTokens + (this.#sums[sharedItems] ?? 0),
      byKind: { ...this.#byKind },
      extendsPrevious: sharedItems === previous.length,
    };
  }

  tokensOf(item: AgentItem): number {
    const known = this.#tokens.get(item);
    if (known !== undefined) return known;
    const tokens = this.#counter.countItem(item);
    this.#tokens.set(item, tokens);
    return tokens;
  }
}

function sharedPrefix(before: readonly AgentItem[], now: readonly AgentItem[]): number {
  const limit = Math.min(before.length, now.length);
  let shared = 0;
  while (shared < limit && before[shared] === now[shared]) shared += 1;
  return shared;
}
