/**
 * What a tokenizer sees in a text, as counts. Each is a feature with a factor of its own:
 * a text costs the sum of count × factor Tokens.
 */
export const textFeatures = [
  /** Runs of ASCII letters; a capital after a small letter starts a new one (`parseJson` is two). */
  'words',
  /** Letters after the fourth of a word: what common words hold in one token and rare ones do not. */
  'wordTailChars',
  /** Groups of up to three digits. */
  'digitGroups',
  /** Runs of ASCII punctuation. */
  'punctuationRuns',
  /** Punctuation after the first of its run that differs from the one before it: `"],` */
  'punctuationChars',
  /** Punctuation that repeats the one before it: rules such as `-----`. */
  'repeatedPunctuation',
  /** Runs of up to 16 line breaks. */
  'lineBreaks',
  /** Runs of 2 to 64 spaces or tabs; a single space goes with the word after it. */
  'spaceRuns',
  /** ASCII control characters other than white space: escape sequences in logs. */
  'controls',
  /** Accented Latin letters. */
  'latinExtended',
  /** Letters of Cyrillic, Greek, Hebrew, Arabic, Indic and other alphabets. */
  'otherAlphabets',
  /** Chinese characters, with East Asian punctuation and full-width forms. */
  'han',
  'kana',
  'hangul',
  /** Code units of surrogate pairs: emoji and rare characters; a lone surrogate counts the same. */
  'surrogates',
  /** Box drawing, block elements, braille: the frames and spinners of terminals. */
  'boxDrawing',
  /** Typographic punctuation, arrows, mathematical and other symbols. */
  'symbols',
] as const;
export type TextFeature = (typeof textFeatures)[number];

/** How often each feature occurs, in the order of `textFeatures`. */
export type TextShape = Float64Array;

const at = Object.fromEntries(textFeatures.map((feature, index) => [feature, index])) as Record<
  TextFeature,
  number
>;

// Kinds of ASCII characters. Everything above has a feature per character instead.
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const PUNCTUATION = 4;
const SPACE = 5;
const LINE_BREAK = 6;
const CONTROL = 7;
const BEYOND_ASCII = 0;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 32 || code === 9) return SPACE;
  if (code === 10 || code === 13) return LINE_BREAK;
  return code < 32 || code === 127 ? CONTROL : PUNCTUATION;
});

const WORD_HEAD_CHARS = 4;
const DIGITS_PER_GROUP = 3;
const MAX_SPACES_PER_RUN = 64;
const MAX_LINE_BREAKS_PER_RUN = 16;

/** Adds the features of `text` to `shape`. One pass over UTF-16 code units, any string, never throws. */
export function addTextShape(text: string, shape: TextShape): void {
  // Local counters for the common features: this loop reads everything that is ever sent.
  let words = 0;
  let wordTailChars = 0;
  let digitGroups = 0;
  let punctuationRuns = 0;
  let punctuationChars = 0;
  let repeatedPunctuation = 0;
  let lineBreaks = 0;
  let spaceRuns = 0;

  let previousCode = -1;
  let previousKind = BEYOND_ASCII;
  /** Characters of the current word or run, this one included. */
  let runChars = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    const kind = code < 128 ? (asciiKinds[code] as number) : BEYOND_ASCII;
    switch (kind) {
      case LOWER:
      case UPPER:
        if (previousKind === LOWER ? kind === LOWER : previousKind === UPPER) runChars++;
        else {
          words++;
          runChars = 1;
        }
        if (runChars > WORD_HEAD_CHARS) wordTailChars++;
        break;
      case DIGIT:
        runChars = previousKind === DIGIT ? runChars + 1 : 1;
        if (runChars % DIGITS_PER_GROUP === 1) digitGroups++;
        break;
      case PUNCTUATION:
        if (previousKind !== PUNCTUATION) punctuationRuns++;
        else if (code === previousCode) repeatedPunctuation++;
        else punctuationChars++;
        break;
      case SPACE:
        runChars = previousKind === SPACE ? runChars + 1 : 1;
        if (runChars % MAX_SPACES_PER_RUN === 2) spaceRuns++;
        break;
      case LINE_BREAK:
        runChars = previousKind === LINE_BREAK ? runChars + 1 : 1;
        if (runChars % MAX_LINE_BREAKS_PER_RUN === 1) lineBreaks++;
        break;
      default:
        add(shape, kind === CONTROL ? at.controls : featureBeyondAscii(code), 1);
    }
    previousCode = code;
    previousKind = kind;
  }

  add(shape, at.words, words);
  add(shape, at.wordTailChars, wordTailChars);
  add(shape, at.digitGroups, digitGroups);
  add(shape, at.punctuationRuns, punctuationRuns);
  add(shape, at.punctuationChars, punctuationChars);
  add(shape, at.repeatedPunctuation, repeatedPunctuation);
  add(shape, at.lineBreaks, lineBreaks);
  add(shape, at.spaceRuns, spaceRuns);
}

/** The features of one text. */
export function textShape(text: string): TextShape {
  const shape = new Float64Array(textFeatures.length);
  addTextShape(text, shape);
  return shape;
}

function add(shape: TextShape, feature: number, count: number): void {
  shape[feature] = (shape[feature] as number) + count;
}

function featureBeyondAscii(code: number): number {
  if (code >= 0x4e00 && code <= 0x9fff) return at.han;
  if (code >= 0xac00 && code <= 0xd7af) return at.hangul;
  if (code >= 0x3040 && code <= 0x30ff) return at.kana;
  if (code < 0x0250) return code < 0x00c0 ? at.symbols : at.latinExtended;
  if (code < 0x1100) return at.otherAlphabets;
  if (code < 0x1200) return at.hangul;
  if (code < 0x1e00) return at.otherAlphabets;
  if (code < 0x1f00) return at.latinExtended;
  if (code < 0x2000) return at.otherAlphabets;
  if (code >= 0x2500 && code < 0x25a0) return at.boxDrawing;
  if (code >= 0x2800 && code < 0x2900) return at.boxDrawing;
  if (code < 0x2e80) return at.symbols;
  if (code < 0x3130) return at.han;
  if (code < 0x3190) return at.hangul;
  if (code < 0xa000) return at.han;
  if (code < 0xd800) return at.otherAlphabets;
  if (code < 0xe000) return at.surrogates;
  if (code >= 0xf900 && code < 0xfb00) return at.han;
  if (code >= 0xff00) return at.han;
  return at.symbols;
}
