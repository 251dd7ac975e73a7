import { DEFAULT_GOAL, NO_ENTRIES } from './checkpoint-sections.ts';
import { literalText, quotedText } from './literal-text.ts';

/** A goal as paragraphs; a line that could be taken for a heading, a bullet or a comment begins with a backslash. */
export function formatGoal(goal: string): string {
  if (goal === '') return DEFAULT_GOAL;
  const literal = literalText(goal, (plain) => parseGoal(escaped(plain).split('\n')));
  return literal === goal ? escaped(goal) : literal;
}

function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^(?:[\\#<]|[-*] )/.test(line) ? `\\${line}` : line))
    .join('\n');
}

/** Reads what `formatGoal` wrote, and a goal that a model wrote as bullets. */
export function parseGoal(lines: readonly string[]): string {
  const written = lines.join('\n').trim();
  const text = written
    .split('\n')
    .map((line) => (line.startsWith('\\') ? line.slice(1) : line.replace(/^[-*] /, '').trimEnd()))
    .join('\n');
  const isDefault = written === DEFAULT_GOAL || written.toLowerCase() === NO_ENTRIES;
  return isDefault ? '' : (quotedText(written) ?? text);
}
