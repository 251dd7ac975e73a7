/**
 * Characters that a terminal acts on instead of showing: C0 and C1 controls, line and paragraph separators, and
 * those that turn the direction of text around.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ACTED_ON = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of strangers (names of files and sessions, what a recording says) on one line, safe to write to a terminal. */
export function printable(text: string): string {
  return text.replace(ACTED_ON, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
