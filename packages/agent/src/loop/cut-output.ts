import { headOf, tailOf } from '../items/clip-text.ts';
import { type Content, type ContentPart, contentParts } from '../items/content.ts';

/**
 * Cuts the text of an output to `maxChars`, head and tail kept in equal parts, with a line between them
 * that says how much is missing and under which item the whole can be recalled. Where there are several
 * text parts, each keeps its share; media stay. Undefined when the text is no longer than that.
 */
export function cutOutput(content: Content, maxChars: number, itemId: string): Content | undefined {
  const parts = contentParts(content);
  const total = parts.reduce((chars, part) => chars + textChars(part), 0);
  if (total <= maxChars) return undefined;
  const share = maxChars / total;
  const cut = parts.map((part) =>
    part.type === 'text'
      ? { ...part, text: cutText(part.text, Math.floor(part.text.length * share), itemId) }
      : part,
  );
  const [only] = cut;
  return typeof content === 'string' && only?.type === 'text' ? only.text : cut;
}

function cutText(text: string, maxChars: number, itemId: string): string {
  if (text.length <= maxChars) return text;
  const head = headOf(text, Math.ceil(maxChars / 2));
  const tail = tailOf(text, Math.floor(maxChars / 2));
  const missing = text.length - head.length - tail.length;
  const note = `[… ${missing} of ${text.length} chars cut here; the whole output is kept as item "${itemId}" …]`;
  return `${head}\n${note}\n${tail}`;
}

function textChars(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : 0;
}
