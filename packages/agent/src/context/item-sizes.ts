import type { AgentItem } from '../items/agent-item.ts';
import { approxBytes } from '../tokens/approx-bytes.ts';
import { approxChars } from '../tokens/approx-chars.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** Work done so far: figures that tests compare, where times would tell nothing. */
export interface WorkCounters {
  /** Items whose content or fate was looked at. Copying and comparing references is not counted. */
  itemsVisited: number;
  /** UTF-16 bytes of item content that a measure or counter read. */
  bytesMeasured: number;
}

const charsOf = new WeakMap<AgentItem, number>();
const bytesOf = new WeakMap<AgentItem, number>();
const tokensByCounter = new WeakMap<TokenCounter, WeakMap<AgentItem, number>>();

/** Measures items once: items never change, so a figure holds for as long as its item lives. */
export class ItemSizes {
  readonly counters: WorkCounters;

  constructor(counters: WorkCounters) {
    this.counters = counters;
  }

  chars(item: AgentItem): number {
    return this.#once(charsOf, item, approxChars);
  }

  bytes(item: AgentItem): number {
    return this.#once(bytesOf, item, approxBytes);
  }

  tokens(item: AgentItem, counter: TokenCounter): number {
    let tokensOf = tokensByCounter.get(counter);
    if (!tokensOf) {
      tokensOf = new WeakMap();
      tokensByCounter.set(counter, tokensOf);
    }
    return this.#once(tokensOf, item, (it) => Math.ceil(counter.countItem(it)));
  }

  #once(known: WeakMap<AgentItem, number>, item: AgentItem, measure: (item: AgentItem) => number): number {
    let size = known.get(item);
    if (size === undefined) {
      size = measure(item);
      known.set(item, size);
      this.counters.bytesMeasured += 2 * (known === charsOf ? size : this.chars(item));
    }
    return size;
  }
}
