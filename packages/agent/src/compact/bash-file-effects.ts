import { lowerBound } from '../items/ascending.ts';
import type { FileEffects } from '../model/file-effects.ts';

const readCommands = new Set(['cat', 'head', 'tail', 'less', 'more', 'nl', 'wc', 'diff', 'source']);
const writeCommands = new Set([
  'rm',
  'touch',
  'mkdir',
  'rmdir',
  'tee',
  'truncate',
  'cp',
  'mv',
  'ln',
  'install',
]);

/**
 * The files a shell command names where that is plain to see: arguments of common commands, `sed -i`, and
 * redirections. What variables, globs and substitutions expand to is not guessed.
 */
export function bashFileEffects(command: string): Required<FileEffects> {
  const reads: string[] = [];
  const writes: string[] = [];
  for (const words of simpleCommands(command)) {
    const rest = takeRedirections(words, reads, writes);
    const [name = '', ...args] = rest;
    const paths = args.filter((word) => !word.startsWith('-') && isPlainPath(word));
    const isSed = name === 'sed';
    const changesInPlace = isSed && args.some((word) => word.startsWith('-i'));
    // The first word of sed that could be a path is its script.
    const files = isSed ? paths.slice(1) : paths;
    if (readCommands.has(name) || (isSed && !changesInPlace)) for (const file of files) reads.push(file);
    else if (writeCommands.has(name) || changesInPlace) for (const file of files) writes.push(file);
  }
  return { reads, writes };
}

/** Words of each simple command, quotes removed; a heredoc's body is text, not commands. */
function simpleCommands(command: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token] of withoutHeredocs(command).matchAll(
    /\n|&&|\|\||[;|]|\d?>>?(?:&\d)?|<|(?:"[^"]*"|'[^']*'|[^\s;|&<>])+/g,
  )) {
    if (/^(?:\n|&&|\|\||[;|])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replace(/["']/g, ''));
  }
  return commands;
}

/** The command without the bodies of its heredocs; one that does not end is text like any other. Reads each line once. */
function withoutHeredocs(command: string): string {
  const lines = command.split('\n');
  const linesByText = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const text = line.trimStart();
    const places = linesByText.get(text);
    if (places) places.push(at);
    else linesByText.set(text, [at]);
  }
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [opener, , word = ''] = /<<-?\s*(["']?)(\w+)\1/.exec(line) ?? [];
    const ends = opener === undefined ? [] : (linesByText.get(word) ?? []);
    const end = ends[lowerBound(ends, at + 1)];
    kept.push(opener === undefined || end === undefined ? line : line.replace(opener, ''));
    if (end !== undefined) at = end;
  }
  return kept.join('\n');
}

function takeRedirections(words: readonly string[], reads: string[], writes: string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const target = words[at + 1];
    if (/^\d?>>?$/.test(word)) {
      if (target && isPlainPath(target) && target !== '/dev/null') writes.push(target);
      at += 1;
    } else if (word === '<') {
      if (target && isPlainPath(target)) reads.push(target);
      at += 1;
    } else if (!/^\d?>>?&\d$/.test(word)) rest.push(word);
  }
  return rest;
}

function isPlainPath(word: string): boolean {
  return /[./\w]/.test(word) && !/[$*?`(){}]/.test(word) && !/^\d+$/.test(word);
}
