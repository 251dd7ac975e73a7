import type { MemoryItem } from '../items/agent-item.ts';
import type { ModelRequest } from '../model/model-client.ts';
import { ContextTokenMeter, type ContextTokens } from '../tokens/context-token-meter.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

type Prompt = Pick<ModelRequest, 'instructions' | 'items' | 'tools'>;

/**
 * The one number of a session: Tokens of its requests, system prompt and tools included, as the last
 * real usage plus the estimate of what came after. What triggers, is reported and is shown comes from here.
 */
export class RequestMeter {
  readonly counter: TokenCounter;
  #meter: ContextTokenMeter;
  #fixed: Pick<Prompt, 'instructions' | 'tools'> = {};
  #current: ContextTokens = { tokens: 0, anchoredItems: 0 };

  constructor(counter: TokenCounter) {
    this.counter = counter;
    this.#meter = new ContextTokenMeter({ counter });
  }

  /** The last request, with its response once it came. */
  get current(): ContextTokens {
    return this.#current;
  }

  /** Other instructions or tools begin a new measurement: what was anchored was not this prompt. */
  measure({ instructions, items, tools }: Prompt): ContextTokens {
    if (instructions !== this.#fixed.instructions || tools !== this.#fixed.tools) {
      this.#fixed = { instructions, tools };
      const schemas = tools && tools.length > 0 ? JSON.stringify(tools) : '';
      const fixedTokens = this.counter.countText(instructions ?? '') + this.counter.countText(schemas);
      this.#meter = new ContextTokenMeter({ counter: this.counter, fixedTokens });
    }
    this.#current = this.#meter.measure(items);
    return this.#current;
  }

  /** Takes over what the provider counted for the request last measured. */
  anchor({ items }: Prompt, usage: TokenUsage | undefined, response: readonly MemoryItem[]): void {
    this.#meter.anchor(usage, response);
    this.#current = this.#meter.measure([...items, ...response], items.length);
  }
}
