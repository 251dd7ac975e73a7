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
      digitGroups: 1.5,
      punctuationRuns: 1.09,
      punctuationChars: 0.42,
      repeatedPunctuation: 0.12,
      lineBreaks: 1.38,
      spaceRuns: 0.45,
      controls: 1.34,
      latinExtended: 0.83,
      otherAlphabets: 0.69,
      han: 0.99,
      kana: 1.1,
      hangul: 1.14,
      surrogates: 1.22,
      boxDrawing: 0.41,
      symbols: 2.46,
    },
    framing: { perMessage: 5.5, perCall: 35.3, perOutput: 35.3 },
  },
  openai: {
    text: {
      words: 0.98,
      wordTailChars: 0.08,
      digitGroups: 1.11,
      punctuationRuns: 0.75,
      punctuationChars: 0.34,
      repeatedPunctuation: 0.12,
      lineBreaks: 0.83,
      spaceRuns: 0.71,
      controls: 1.02,
      latinExtended: 0.63,
      otherAlphabets: 0.52,
      han: 0.8,
      kana: 0.84,
      hangul: 0.84,
      surrogates: 0.92,
      boxDrawing: 0.31,
      symbols: 1.99,
    },
    framing: { perMessage: 4.1, perCall: 8.3, perOutput: 8.3 },
  },
  gemini: {
    text: {
      words: 0.95,
      wordTailChars: 0.08,
      digitGroups: 1.42,
      punctuationRuns: 0.71,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.12,
      lineBreaks: 0.92,
      spaceRuns: 0.68,
      controls: 1.02,
      latinExtended: 0.63,
      otherAlphabets: 0.52,
      han: 0.8,
      kana: 0.84,
      hangul: 0.84,
      surrogates: 0.93,
      boxDrawing: 0.31,
      symbols: 2.0,
    },
    framing: { perMessage: 1.0, perCall: 4.0, perOutput: 4.0 },
  },
  deepseek: {
    text: {
      words: 0.94,
      wordTailChars: 0.11,
      digitGroups: 1.43,
      punctuationRuns: 0.67,
      punctuationChars: 0.21,
      repeatedPunctuation: 0.14,
      lineBreaks: 1.16,
      spaceRuns: 0.47,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.54,
      han: 0.83,
      kana: 0.87,
      hangul: 0.88,
      surrogates: 0.96,
      boxDrawing: 0.32,
      symbols: 2.08,
    },
    framing: { perMessage: 6.6, perCall: 22.4, perOutput: 22.4 },
  },
  llama: {
    text: {
      words: 1.04,
      wordTailChars: 0.09,
      digitGroups: 1.76,
      punctuationRuns: 0.59,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.13,
      lineBreaks: 1.02,
      spaceRuns: 0.78,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.55,
      han: 0.83,
      kana: 0.87,
      hangul: 0.88,
      surrogates: 0.97,
      boxDrawing: 0.33,
      symbols: 2.09,
    },
    framing: { perMessage: 9.3, perCall: 14.9, perOutput: 14.9 },
  },
  default: {
    text: {
      words: 0.95,
      wordTailChars: 0.09,
      digitGroups: 1.43,
      punctuationRuns: 0.71,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.12,
      lineBreaks: 1.02,
      spaceRuns: 0.68,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.54,
      han: 0.83,
      kana: 0.87,
      hangul: 0.88,
      surrogates: 0.96,
      boxDrawing: 0.32,
      symbols: 2.08,
    },
    framing: { perMessage: 5.5, perCall: 14.9, perOutput: 14.9 },
  },
};
