import type { AgentItem, HistoryView } from '@ai4j/agent';
import type { CompactPart } from './compact-part.ts';

/** What no compaction can take away. */
export interface ContextFloor {
  readonly tokens: number;
  /** Its parts, the biggest first. */
  readonly parts: readonly CompactPart[];
}

/** Parts that are named to a person. */
const MAX_PARTS = 5;

/** System prompt and tools, what the user asked last, and the newest response with its calls and outputs. */
export function contextFloor(view: HistoryView, fixedTokens: number): ContextFloor {
  const { pairs, tokens } = view;
  const newest = pairs.lastUnitStart();
  const live = pairs.turnStarts.at(-1);
  const staying = Array.from({ length: view.items.length - newest }, (_, at) => newest + at);
  if (live !== undefined && live < newest) staying.unshift(live);
  const parts = [
    { name: 'system prompt and tools', tokens: fixedTokens },
    ...staying.map((at) => ({ ...partOf(view, at), tokens: tokens.at(at) })),
  ];
  return {
    tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
    parts: parts
      .filter((part) => part.tokens > 0)
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, MAX_PARTS),
  };
}

/** The item at a position, named for a person. */
export function partOf(view: HistoryView, position: number): Omit<CompactPart, 'tokens'> {
  const item = view.items[position] as AgentItem;
  return { name: nameOf(item, view.pairs.toolNameOf(position)), itemId: item.id };
}

function nameOf(item: AgentItem, toolName: string | undefined): string {
  switch (item.type) {
    case 'message':
      return `${item.role} message`;
    case 'function_call':
      return `call of ${item.name}`;
    case 'function_call_output':
      return toolName === undefined ? 'tool result' : `result of ${toolName}`;
    case 'reasoning':
    case 'opaque':
    case 'summary':
      return item.type;
    default:
      return item satisfies never;
  }
}
