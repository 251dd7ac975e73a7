import { shorten } from './shorten.ts';

const MAX_QUESTION_CHARS = 300;
const questionMark = /[?？]["')\]*_」』）]*\s*$|(?:です|ます|でしょう)か。?\s*$/u;

/** What the assistant asks at the very end of its text; undefined where the text does not end with a question. */
export function askedQuestion(text: string): string | undefined {
  const lastParagraph =
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return questionMark.test(lastParagraph) ? shorten(lastParagraph.trim(), MAX_QUESTION_CHARS) : undefined;
}
