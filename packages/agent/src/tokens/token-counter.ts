import type { AgentItem } from '../items/agent-item.ts';

/** Counts Tokens as one model would. Pure: the same input always gives the same count. */
export interface TokenCounter {
  /** Says how the figure came about, for reports: `estimate:anthropic`, `exact:o200k`. */
  readonly name: string;
  /** Tokens of a text alone. */
  countText(text: string): number;
  /** Tokens an item adds to a request: text, call name and arguments, media, and its share of the framing. Cleared reasoning is 0. */
  countItem(item: AgentItem): number;
}
