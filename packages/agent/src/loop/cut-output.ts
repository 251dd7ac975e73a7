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
  const headEnd = beforeSurrogateTail(text, Math.ceil(maxChars / 2));
  const tailStart = afterSurrogateHead(text, text.length - Math.floor(maxChars / 2));
  const missing = tailStart - headEnd;
  const note = `[… ${missing} of ${text.length} chars cut here; the whole output is kept as item "${itemId}" …]`;
  return `${text.slice(0, headEnd)}\n${note}\n${text.slice(tailStart)}`;
}

/** A cut between the halves of a surrogate pair would leave half a character on either side. */
function beforeSurrogateTail(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at;
}

function afterSurrogateHead(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at;
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

function textChars(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : 0;
}
