import { type MemoryItem, type MemorySnapshot, SUMMARY_ITEM_ID, type TokenCounter } from '@ai4j/agent';

export const contextPartNames = [
  'system prompt',
  'tools',
  'summary',
  'user messages',
  'assistant messages',
  'reasoning',
  'tool calls',
  'tool results',
  'other',
  'difference to real usage',
] as const;
export type ContextPartName = (typeof contextPartNames)[number];

/** What takes the room in the next request. The parts sum to `tokens`. */
export interface ContextBreakdown {
  /** The number that is shown, that triggers and that is reported. */
  readonly tokens: number;
  readonly limitTokens: number;
  /** Parts that have any, in the order of a request. */
  readonly parts: readonly { readonly name: ContextPartName; readonly tokens: number }[];
}

export interface ContextBreakdownSituation {
  readonly memory: MemorySnapshot;
  readonly systemPromptTokens: number;
  readonly toolTokens: number;
  readonly contextTokens: number;
  readonly limitTokens: number;
  readonly counter: TokenCounter;
}

/** Counts every part by the estimator; what the provider counted otherwise, or projection hides, is a part of its own. */
export function contextBreakdown({
  memory: { items, summary },
  systemPromptTokens,
  toolTokens,
  contextTokens,
  limitTokens,
  counter,
}: ContextBreakdownSituation): ContextBreakdown {
  const sums = new Map<ContextPartName, number>();
  const add = (name: ContextPartName, tokens: number) => sums.set(name, (sums.get(name) ?? 0) + tokens);
  add('system prompt', systemPromptTokens);
  add('tools', toolTokens);
  if (summary) add('summary', counter.countItem({ type: 'summary', id: SUMMARY_ITEM_ID, text: summary }));
  for (const item of items) add(partOfItem(item), counter.countItem(item));
  const estimated = [...sums.values()].reduce((sum, tokens) => sum + tokens, 0);
  add('difference to real usage', contextTokens - estimated);
  const parts = contextPartNames.flatMap((name) => {
    const tokens = sums.get(name) ?? 0;
    return tokens === 0 ? [] : [{ name, tokens }];
  });
  return { tokens: contextTokens, limitTokens, parts };
}

function partOfItem(item: MemoryItem): ContextPartName {
  switch (item.type) {
    case 'message':
      if (item.role === 'assistant') return 'assistant messages';
      return item.role === 'user' ? 'user messages' : 'other';
    case 'reasoning':
      return 'reasoning';
    case 'function_call':
      return 'tool calls';
    case 'function_call_output':
      return 'tool results';
    case 'opaque':
      return 'other';
    default:
      return item satisfies never;
  }
}
