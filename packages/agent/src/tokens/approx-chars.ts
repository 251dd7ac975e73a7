import type { AgentItem } from '../items/agent-item.ts';
import type { Content } from '../items/content.ts';

/** What an image counts for in Chars; the figure of the Java original. */
export const IMAGE_APPROX_CHARS = 4800;

/** UTF-16 Chars of what an item sends as text; an image or file counts as `IMAGE_APPROX_CHARS`, what adapters leave out as 0. */
export function approxChars(item: AgentItem): number {
  switch (item.type) {
    case 'message':
      return contentChars(item.content);
    case 'function_call':
      return item.name.length + item.arguments.length;
    case 'function_call_output':
      return contentChars(item.output);
    case 'reasoning':
      return item.cleared ? 0 : item.text.length;
    case 'opaque':
      return 0;
    case 'summary':
      return item.text.length;
    default:
      return item satisfies never;
  }
}

function contentChars(content: Content): number {
  if (typeof content === 'string') return content.length;
  return content.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length : IMAGE_APPROX_CHARS),
    0,
  );
}
