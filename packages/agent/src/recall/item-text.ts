import type { MemoryItem } from '../items/agent-item.ts';
import { type Content, contentParts } from '../items/content.ts';

/** Everything of an item that can be read as text, media by name; empty for what we cannot read. */
export function itemText(item: MemoryItem): string {
  switch (item.type) {
    case 'message':
      return readable(item.content);
    case 'function_call':
      return `${item.name} ${item.arguments}`;
    case 'function_call_output':
      return readable(item.output);
    case 'reasoning':
      return item.text;
    case 'opaque':
      return '';
    default:
      return item satisfies never;
  }
}

/** Who said it, in a word or two. */
export function itemSpeaker(item: MemoryItem): string {
  switch (item.type) {
    case 'message':
      return item.role;
    case 'function_call':
      return `call of ${item.name}`;
    case 'function_call_output':
      return item.outcome === 'ok' ? 'tool result' : `tool result, ${item.outcome}`;
    case 'reasoning':
    case 'opaque':
      return item.type;
    default:
      return item satisfies never;
  }
}

function readable(content: Content): string {
  return contentParts(content)
    .map((part) => (part.type === 'text' ? part.text : `[${part.type}: ${part.mediaType}]`))
    .join('\n');
}
