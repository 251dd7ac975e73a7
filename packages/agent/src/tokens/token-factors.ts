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

/**
 * Fitted by apps/bench/src/estimator/fit.ts, which prints this table, on 16 recorded sessions of seven
 * agents with 2,208 billed calls: the growth of the prompt from call to call against the features of
 * the items that came between, by robust least squares on the relative error. Text factors start from
 * the o200k vocabulary on the same texts, times one scale per family; scripts follow that scale, since
 * the recordings hold too little of most. Framing starts from what a chat template needs, or a provider
 * has published. `default` is the median of the families, factor by factor.
 *
 * Median absolute error of the growth per step with the recording agent held out (chars/4 in brackets):
 * Claude Code 12.0 % (43.9), pi 5.6 % (34.9), Cline 18.9 % (54.2), Codex 4.6 % (36.5), mini-swe-agent on
 * DeepSeek 5.9 % (18.5), OpenHands on Llama 4 12.4 % (27.5), Gemini CLI 7.6 % (31.0). Whole prompts by
 * estimate alone, mini-swe-agent: 0.7 % and 2.8 %. With the last usage as anchor: p95 0.8 % of all.
 * Only these factors are held out: the rules for media, signatures and Gemini's thoughts, and the
 * published framing that a family starts from, were chosen with all recordings in view.
 */
export const tokenFactors: Readonly<Record<ModelFamily, TokenFactors>> = {
  anthropic: {
    text: {
      words: 0.81,
      wordTailChars: 0.17,
      digitGroups: 1.54,
      punctuationRuns: 0.96,
      punctuationChars: 0.4,
      repeatedPunctuation: 0.11,
      lineBreaks: 1.58,
      spaceRuns: 0.52,
      controls: 1.33,
      latinExtended: 0.83,
      otherAlphabets: 0.55,
      han: 0.99,
      kana: 0.96,
      hangul: 1.13,
      surrogates: 1.21,
      boxDrawing: 0.36,
      symbols: 2.54,
    },
    framing: { perMessage: 6.41, perCall: 33.32, perOutput: 38.92 },
  },
  openai: {
    text: {
      words: 0.98,
      wordTailChars: 0.08,
      digitGroups: 1.1,
      punctuationRuns: 0.75,
      punctuationChars: 0.34,
      repeatedPunctuation: 0.12,
      lineBreaks: 0.83,
      spaceRuns: 0.66,
      controls: 1.02,
      latinExtended: 0.63,
      otherAlphabets: 0.42,
      han: 0.8,
      kana: 0.73,
      hangul: 0.84,
      surrogates: 0.93,
      boxDrawing: 0.27,
      symbols: 2.12,
    },
    framing: { perMessage: 4.14, perCall: 8.37, perOutput: 8.37 },
  },
  gemini: {
    text: {
      words: 0.99,
      wordTailChars: 0.08,
      digitGroups: 1.49,
      punctuationRuns: 0.76,
      punctuationChars: 0.32,
      repeatedPunctuation: 0.13,
      lineBreaks: 0.95,
      spaceRuns: 0.67,
      controls: 1.07,
      latinExtended: 0.67,
      otherAlphabets: 0.44,
      han: 0.84,
      kana: 0.77,
      hangul: 0.89,
      surrogates: 0.97,
      boxDrawing: 0.29,
      symbols: 2.23,
    },
    framing: { perMessage: 1, perCall: 3.98, perOutput: 3.98 },
  },
  deepseek: {
    text: {
      words: 0.94,
      wordTailChars: 0.11,
      digitGroups: 1.42,
      punctuationRuns: 0.68,
      punctuationChars: 0.22,
      repeatedPunctuation: 0.15,
      lineBreaks: 1.17,
      spaceRuns: 0.45,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.83,
      kana: 0.76,
      hangul: 0.88,
      surrogates: 0.96,
      boxDrawing: 0.29,
      symbols: 2.21,
    },
    framing: { perMessage: 6.62, perCall: 22.4, perOutput: 22.4 },
  },
  llama: {
    text: {
      words: 1.05,
      wordTailChars: 0.08,
      digitGroups: 1.77,
      punctuationRuns: 0.59,
      punctuationChars: 0.31,
      repeatedPunctuation: 0.13,
      lineBreaks: 1.03,
      spaceRuns: 0.72,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.84,
      kana: 0.77,
      hangul: 0.88,
      surrogates: 0.97,
      boxDrawing: 0.29,
      symbols: 2.22,
    },
    framing: { perMessage: 9.29, perCall: 14.88, perOutput: 14.88 },
  },
  default: {
    text: {
      words: 0.98,
      wordTailChars: 0.08,
      digitGroups: 1.49,
      punctuationRuns: 0.75,
      punctuationChars: 0.32,
      repeatedPunctuation: 0.13,
      lineBreaks: 1.03,
      spaceRuns: 0.66,
      controls: 1.06,
      latinExtended: 0.66,
      otherAlphabets: 0.44,
      han: 0.84,
      kana: 0.77,
      hangul: 0.88,
      surrogates: 0.97,
      boxDrawing: 0.29,
      symbols: 2.22,
    },
    framing: { perMessage: 6.41, perCall: 14.88, perOutput: 14.88 },
  },
};
