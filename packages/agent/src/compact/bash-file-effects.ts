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
    if (readCommands.has(name)) reads.push(...paths);
    else if (writeCommands.has(name)) writes.push(...paths);
    else if (name === 'sed')
      (args.some((word) => word.startsWith('-i')) ? writes : reads).push(...paths.slice(1));
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

function withoutHeredocs(command: string): string {
  return command.replace(/<<-?\s*(["']?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g, '$3');
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
