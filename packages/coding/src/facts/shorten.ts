import { clipMiddle } from '@ai4j/agent';

/** Room for the line that says how much is left out. */
const NOTE_CHARS = 40;

/**
 * Head and tail of a text that is longer than `maxChars`, with a note of what is left out. The result fits
 * `maxChars` (at least 100), so shortening it again changes nothing.
 */
export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : clipMiddle(text, maxChars - NOTE_CHARS);
}
