import type { ListName } from './checkpoint-sections.ts';
import { DEFAULT_NEXT_STEP, NO_ENTRIES } from './checkpoint-sections.ts';
import { literalText, quotedText } from './literal-text.ts';

export interface ListEntries {
  readonly entries: readonly string[];
  /** Earlier entries that were let go. */
  readonly unlisted: number;
}

const INDENT = '  ';
const bullet = /^[-*+•]\s+/;
const stepMark = /^(?:[-*+•]\s+)?(?:\d+[.)]\s+)?/;
const checkbox = /^\[[ xX]\]\s+/;
const unlistedNote = /^… (\d+) earlier entr(?:y is|ies are) no longer listed$/;

/** The lines of a list: one bullet an entry, further lines of an entry indented, so that none can pose as a heading. */
export function formatEntries(name: ListName, { entries, unlisted }: ListEntries): string[] {
  const lines = unlisted > 0 ? [`- ${unlistedText(unlisted)}`] : [];
  entries.forEach((entry, at) => {
    const plain = (text: string) => withMark(name, at, indented(text));
    const readPlain = (text: string) => {
      const read = parseEntries(name, plain(text).split('\n'));
      return read.unlisted === 0 && read.entries.length === 1 ? read.entries[0] : undefined;
    };
    lines.push(plain(literalText(entry, readPlain)));
  });
  if (entries.length === 0)
    lines.push(withMark(name, 0, name === 'nextSteps' ? DEFAULT_NEXT_STEP : NO_ENTRIES));
  return lines;
}

/** Reads what `formatEntries` wrote, and lists as models and people write them. */
export function parseEntries(name: ListName, lines: readonly string[]): ListEntries {
  const entries: string[] = [];
  let unlisted = 0;
  for (const text of entryTexts(name, lines)) {
    const quoted = quotedText(text);
    const note = unlistedNote.exec(text);
    if (quoted !== undefined) entries.push(quoted);
    else if (note) unlisted += Number(note[1]);
    else if (!saysNothing(name, text)) entries.push(text);
  }
  return { entries, unlisted };
}

function indented(text: string): string {
  const [first, ...others] = text.split('\n');
  return [first, ...others.map((line) => (line === '' ? '' : INDENT + line))].join('\n');
}

function withMark(name: ListName, at: number, text: string): string {
  switch (name) {
    case 'doneItems':
      return `- [x] ${text}`;
    case 'inProgressItems':
      return `- [ ] ${text}`;
    case 'nextSteps':
      return `${at + 1}. ${text}`;
    default:
      return `- ${text}`;
  }
}

/** One text an entry: indented lines, and blank lines before them, belong to the entry above. */
function entryTexts(name: ListName, lines: readonly string[]): string[] {
  const texts: string[][] = [];
  let blanks = 0;
  for (const line of lines) {
    const current = texts.at(-1);
    if (line.trim() === '') blanks += 1;
    else if (current && line.startsWith(INDENT)) {
      current.push(...Array<string>(blanks).fill(''), line.slice(INDENT.length));
      blanks = 0;
    } else {
      texts.push([withoutMark(name, line.trimStart())]);
      blanks = 0;
    }
  }
  return texts.map((text) => text.join('\n').trim());
}

function withoutMark(name: ListName, line: string): string {
  if (name === 'nextSteps') return line.replace(stepMark, '');
  const text = line.replace(bullet, '');
  const isProgress = name === 'doneItems' || name === 'inProgressItems' || name === 'blockedItems';
  return isProgress ? text.replace(checkbox, '') : text;
}

function saysNothing(name: ListName, text: string): boolean {
  return (
    text === '' ||
    text.toLowerCase() === NO_ENTRIES ||
    (name === 'nextSteps' && text === DEFAULT_NEXT_STEP) ||
    text === '-'
  );
}

function unlistedText(unlisted: number): string {
  return `… ${unlisted} earlier ${unlisted === 1 ? 'entry is' : 'entries are'} no longer listed`;
}
