import { literalText, quotedText } from './literal-text.ts';

/** A value, with or without a name, of a line such as `proc_1 | live | status=running`. */
export type Field = readonly [name: string | undefined, value: string];

const fieldPattern = /\s*(?:([A-Za-z]+)=)?("(?:[^"\\]|\\.)*"(?=\s*(?:\||$))|[^|]*)\s*(?:\||$)/gy;

/** Fields on one line; a value that could be misread stands as a JSON string. */
export function formatFields(fields: readonly Field[]): string {
  return fields
    .map(([name, value]) => {
      const label = name === undefined ? '' : `${name}=`;
      return label + literalText(value, (plain) => readBack(label + plain, name));
    })
    .join(' | ');
}

export function parseFields(line: string): Field[] {
  const fields: Field[] = [];
  for (const [, name, raw = ''] of line.matchAll(fieldPattern)) {
    const value = raw.trim();
    fields.push([name, quotedText(value) ?? value]);
  }
  // The pattern also matches the empty text at the end of the line.
  return fields.slice(0, -1);
}

/** A quotation mark at the start could pair with one of a later field. */
function readBack(text: string, name: string | undefined): string | undefined {
  const [field, ...others] = parseFields(text);
  if (!field || others.length > 0 || text.includes('\n')) return undefined;
  const [readName, value] = field;
  return readName === name && value !== '' && !value.startsWith('"') ? value : undefined;
}
