import type { RagHit } from './rag-context.ts';

/** Where a hit is from: `guide.pdf / p.3 / Setup`. */
export function citationLabel({ sourceName, sourcePath, pageNumber, section }: RagHit): string {
  const page = pageNumber === undefined ? undefined : `p.${pageNumber}`;
  return [sourceName || sourcePath || 'source', page, section].filter(Boolean).join(' / ');
}

/** The line above a hit: `[S1] guide.pdf / p.3 / Setup`. */
export function citationHeader(number: number, hit: RagHit): string {
  return `[S${number}] ${citationLabel(hit)}\n`;
}
