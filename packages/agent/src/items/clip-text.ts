import { splitsSurrogatePair } from './surrogate-pair.ts';

/** The first `chars` Chars of a text, one less where the cut would fall inside a surrogate pair. */
export function headOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return text.slice(0, splitsSurrogatePair(text, chars) ? chars - 1 : chars);
}

/** The last `chars` Chars of a text, one less where the cut would fall inside a surrogate pair. */
export function tailOf(text: string, chars: number): string {
  const start = text.length - chars;
  if (start <= 0) return text;
  return text.slice(splitsSurrogatePair(text, start) ? start + 1 : start);
}

/** Head and tail of a text that is longer than `maxChars`, with a line between them that says how many Chars are left out. */
export function clipMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = headOf(text, Math.ceil((maxChars * 2) / 3));
  const tail = tailOf(text, Math.floor(maxChars / 3));
  return `${head}\n[… ${text.length - head.length - tail.length} chars left out …]\n${tail}`;
}
