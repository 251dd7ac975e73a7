import type { AgentItem } from '../items/agent-item.ts';
import type { TokenCounter } from './token-counter.ts';
import type { TokenUsage } from './token-usage.ts';
import { isPlausible, reportedTokens, unchangedItems } from './usage-anchor.ts';

/** The one number that is shown, that triggers compaction and that is reported. */
export interface ContextTokens {
  readonly tokens: number;
  /** Leading items of the request that the provider itself has counted; 0 means the figure is an estimate. */
  readonly anchoredItems: number;
}

/** `unusable`: no figure was reported. `implausible`: more than 4 times off what was expected. */
export type AnchorOutcome = 'anchored' | 'unusable' | 'implausible';

export interface ContextTokenMeterOptions {
  readonly counter: TokenCounter;
  /** System prompt and tool schemas, as far as they are known; part of every request. */
  readonly fixedTokens?: number;
}

/** How many leading items a report covers, and its Tokens. */
interface Report {
  readonly items: number;
  readonly tokens: number;
}

/**
 * Measures the requests of one session, each step at the cost of what is new: `measure` the request,
 * call the model, `anchor` its usage, and so on. What a request and its predecessor share is not
 * counted again; an anchor holds until a request is no unchanged extension of what was anchored. One
 * meter per model: what one has counted says little of another.
 */
export class ContextTokenMeter {
  readonly #counter: TokenCounter;
  /** The request last measured, with the response once it is anchored. */
  readonly #items: AgentItem[] = [];
  /** At position p: the estimate of the fixed part and of the first p items. */
  readonly #sums: number[];
  #anchor: Report | undefined;
  /** A report that could not be believed; one that agrees with it next is. */
  #doubted: Report | undefined;

  constructor({ counter, fixedTokens = 0 }: ContextTokenMeterOptions) {
    this.#counter = counter;
    this.#sums = [fixedTokens];
  }

  /**
   * Tokens of a request of `items`. `unchanged`: leading items that the caller knows to be as they were
   * in the last request; they are not even compared.
   */
  measure(items: readonly AgentItem[], unchanged = 0): ContextTokens {
    const same = unchangedItems(items, this.#items, unchanged);
    this.#items.length = same;
    this.#sums.length = same + 1;
    if (this.#anchor && this.#anchor.items > same) this.#anchor = undefined;
    if (this.#doubted && this.#doubted.items > same) this.#doubted = undefined;
    for (let position = same; position < items.length; position++) this.#add(items[position] as AgentItem);
    return { tokens: this.#tokensFrom(this.#anchor), anchoredItems: this.#anchor?.items ?? 0 };
  }

  /**
   * Takes over what the provider counted for the request last measured and its `response`. An
   * implausible report changes nothing, unless the one before it said the same.
   */
  anchor(usage: TokenUsage | undefined, response: readonly AgentItem[]): AnchorOutcome {
    const requestItems = this.#items.length;
    const expected = this.#tokensFrom(this.#anchor);
    const expectedByDoubted = this.#doubted && this.#tokensFrom(this.#doubted);
    const reported = reportedTokens(usage, response);
    for (const item of response) this.#add(item);
    if (reported === undefined) return 'unusable';
    const report = {
      items: reported.coversResponse ? this.#items.length : requestItems,
      tokens: reported.tokens,
    };
    const responseTokens = this.#estimate(requestItems, report.items);
    const agrees = (before: number, first: boolean): boolean =>
      isPlausible(report.tokens, before + responseTokens, { first });
    const believed =
      agrees(expected, this.#anchor === undefined) ||
      (expectedByDoubted !== undefined && agrees(expectedByDoubted, false));
    if (!believed) {
      this.#doubted = report;
      return 'implausible';
    }
    this.#anchor = report;
    this.#doubted = undefined;
    return 'anchored';
  }

  #add(item: AgentItem): void {
    this.#sums.push((this.#sums.at(-1) as number) + this.#counter.countItem(item));
    this.#items.push(item);
  }

  #tokensFrom(report: Report | undefined): number {
    if (report === undefined) return this.#sums.at(-1) as number;
    return report.tokens + this.#estimate(report.items, this.#items.length);
  }

  #estimate(from: number, to: number): number {
    return (this.#sums[to] as number) - (this.#sums[from] as number);
  }
}
