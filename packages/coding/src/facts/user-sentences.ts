import { headOf, tailOf } from '@ai4j/agent';

/** A longer message is pasted material: what the user says about it stands before or after it. */
const MAX_SCANNED_CHARS = 10_000;

/** Code, quoted replies and tagged blocks: shown by the user, not said. */
const shownMaterial =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|^<([\w-]+)[^>\n]*>[\s\S]*?<\/\2>|^>.*$/gm;
/** A line that starts a thought of its own; any other line goes on with the one before. */
const ownLine = /\n(?=\s*(?:\n|[-*•#>]|\d+[.)]\s|\p{Lu}|\p{Lo}))/u;
const sentenceEnd = /(?<=[.!?;]["')\]]*)(?<!\b(?:e\.g|i\.e|etc|vs)\.)\s+|(?<=[。！？；]["'」』）]?)/u;
const listMark = /^\s*(?:[-*•]\s+|\d+[.)]\s+|#+\s+)?/;

/** The sentences a person wrote, each word for word as it stands in the text; shown material is left out. */
export function userSentences(text: string): string[] {
  return scannedParts(text)
    .flatMap((part) => part.replace(shownMaterial, '\n\n').split(ownLine))
    .flatMap((line) => line.replace(listMark, '').split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function scannedParts(text: string): string[] {
  if (text.length <= 2 * MAX_SCANNED_CHARS) return [text];
  return [headOf(text, MAX_SCANNED_CHARS), tailOf(text, MAX_SCANNED_CHARS)];
}
