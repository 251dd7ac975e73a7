import type { ModelFamily } from './model-family.ts';
import type { TextFeature } from './text-shape.ts';

/** Tokens around the content of one item: role, ids, delimiters. */
export interface TokenFraming {
  readonly perMessage: number;
  readonly perCall: number;
  readonly perOutput: number;
}

/** Tokens per feature of a text, and per item. */
export interface TokenFactors {
  readonly text: Readonly<Record<TextFeature, number>>;
  readonly framing: TokenFraming;
}

export const tokenFactors: Readonly<Record<ModelFamily, TokenFactors>> = {
  anthropic: {
    text: {
      words: 0.83,
      wordTailChars: 0.14,
      digitGroups: 1.49,
      punctuationRuns: 1.09,
      punctuationChars: 0.42,
      repeatedPunctuation: 0.12,
      lineBreaks: 1.38,
      spaceRuns: 0.43,
      controls: 1.34,
      latinExtended: 0.83,
      otherAlphabets: 0.55,
      han: 0.99,
      kana: 0.96,
      hangul: 1.14,
      surrogates: 1.22,
      boxDrawing: 0.36,
      symbols: 2.57,
    },
    framing: { perMessage: 5.6, perCall: 35.2, perOutput: 35.2 },
  },
  openai: {
    text: {
      words: 0.98,
      wordTailChars: 0.08,
      digitGroups: 1.11,
      punctuationRuns: 0.76,
      punctuationChars: 0.34,
      repeatedPunctuation: 0.12,
      lineBreaks: 0.83,
      spaceRuns: 0.67,
      controls: 1.01,
      latinExtended: 0.63,
      otherAlphabets: 0.42,
      han: 0.79,
      kana: 0.73,
      hangul: 0.84,
      surrogates: 0.92,
      boxDrawing: 0.27,
      symbols: 2.1,
    },
    framing: { perMessage: 4.1, perCall: 8.4, perOutput: 8.4 },
  },
  gemini: {
    text: {
      words: 0.94,
      wordTailChars: 0.08,
      digitGroups: 1.41,
      punctuationRuns: 0.71,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.12,
      lineBreaks: 0.92,
      spaceRuns: 0.65,
      controls: 1.02,
      latinExtended: 0.63,
      otherAlphabets: 0.42,
      han: 0.8,
      kana: 0.73,
      hangul: 0.84,
      surrogates: 0.93,
      boxDrawing: 0.27,
      symbols: 2.11,
    },
    framing: { perMessage: 1.0, perCall: 4.0, perOutput: 4.0 },
  },
  deepseek: {
    text: {
      words: 0.94,
      wordTailChars: 0.11,
      digitGroups: 1.42,
      punctuationRuns: 0.68,
      punctuationChars: 0.21,
      repeatedPunctuation: 0.14,
      lineBreaks: 1.17,
      spaceRuns: 0.46,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.83,
      kana: 0.76,
      hangul: 0.88,
      surrogates: 0.96,
      boxDrawing: 0.28,
      symbols: 2.19,
    },
    framing: { perMessage: 6.6, perCall: 22.4, perOutput: 22.4 },
  },
  llama: {
    text: {
      words: 1.05,
      wordTailChars: 0.08,
      digitGroups: 1.76,
      punctuationRuns: 0.59,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.13,
      lineBreaks: 1.03,
      spaceRuns: 0.74,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.83,
      kana: 0.77,
      hangul: 0.88,
      surrogates: 0.97,
      boxDrawing: 0.28,
      symbols: 2.2,
    },
    framing: { perMessage: 9.3, perCall: 14.9, perOutput: 14.9 },
  },
  default: {
    text: {
      words: 0.94,
      wordTailChars: 0.08,
      digitGroups: 1.42,
      punctuationRuns: 0.71,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.12,
      lineBreaks: 1.03,
      spaceRuns: 0.65,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.83,
      kana: 0.76,
      hangul: 0.88,
      surrogates: 0.96,
      boxDrawing: 0.28,
      symbols: 2.19,
    },
    framing: { perMessage: 5.6, perCall: 14.9, perOutput: 14.9 },
  },
};
