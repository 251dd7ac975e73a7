import { type AgentItem, contentText } from '@ai4j/agent';
import type { ItemKind } from './timeline.ts';

export function kindOf(item: AgentItem): ItemKind {
  switch (item.type) {
    case 'message':
      return item.role === 'system' ? 'other' : item.role;
    case 'function_call':
      return 'call';
    case 'function_call_output':
      return 'output';
    case 'reasoning':
    case 'summary':
      return item.type;
    case 'opaque':
      return 'other';
    default:
      return item satisfies never;
  }
}

/** What a person reads of an item. */
export function textOf(item: AgentItem): string {
  switch (item.type) {
    case 'message':
      return contentText(item.content);
    case 'function_call':
      return item.arguments;
    case 'function_call_output':
      return contentText(item.output);
    case 'reasoning':
    case 'summary':
      return item.text;
    case 'opaque':
      return '';
    default:
      return item satisfies never;
  }
}
