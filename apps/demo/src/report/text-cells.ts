import stringWidth from 'string-width';
import { printable } from './printable.ts';

/** `raw`, printable, in exactly `cells` terminal cells: padded at the end, or cut with an ellipsis. Wide characters count two. */
export function fitCells(raw: string, cells: number): string {
  const text = printable(raw);
  const width = stringWidth(text);
  return width <= cells ? text + ' '.repeat(cells - width) : cutCells(text, cells);
}

/** The same, padded at the start: numbers. */
export function fitCellsRight(text: string, cells: number): string {
  return ' '.repeat(Math.max(0, cells - stringWidth(text))) + text;
}

function cutCells(text: string, cells: number): string {
  let kept = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = width + stringWidth(segment);
    if (next > cells - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept}…${' '.repeat(Math.max(0, cells - width - 1))}`;
}

/** Words, printable, wrapped to lines of at most `cells`; a longer word stands alone and is cut. */
export function wrapCells(text: string, cells: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (stringWidth(joined) <= cells) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = stringWidth(word) <= cells ? word : cutCells(word, cells);
  }
  if (line !== '') lines.push(line);
  return lines;
}
