import type { Content, ContentPart } from '@ai4j/agent';

/** Content of the fewest words: one text part is a plain string, no part at all the empty string. */
export function contentOf(parts: readonly ContentPart[]): Content {
  const [first] = parts;
  if (first === undefined) return '';
  return parts.length === 1 && first.type === 'text' ? first.text : parts;
}

export function textPart(text: string): ContentPart {
  return { type: 'text', text };
}

/** True where nothing would be sent: an empty message is no item. */
export function isEmptyContent(content: Content): boolean {
  return content === '' || content.length === 0;
}
