import {
  type ModelFamily,
  modelFamilies,
  type TokenFactors,
  type TokenFraming,
  textFeatures,
  textShape,
} from '@ai4j/agent';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { GrowthStep } from './growth-steps.ts';
import { itemFeatures, textsOf, toFactors, toWeights } from './item-features.ts';
import { dot, type Equation, robustLeastSquares } from './robust-least-squares.ts';

/**
 * Where the fit of the text factors starts, and what remains for scripts that the recordings lack: o200k
 * on a paragraph each of Russian, Greek, Arabic, Hindi, Hebrew and Thai (0.28 to 0.43 a letter) and of
 * Japanese. The framing is that of a chat template with a role, an id and two delimiters.
 */
const START: TokenFactors = {
  text: {
    words: 1,
    wordTailChars: 0.2,
    digitGroups: 1,
    punctuationRuns: 0.8,
    punctuationChars: 0.5,
    repeatedPunctuation: 0.1,
    lineBreaks: 0.5,
    spaceRuns: 0.5,
    controls: 1,
    latinExtended: 0.6,
    otherAlphabets: 0.4,
    han: 0.8,
    kana: 0.7,
    hangul: 0.8,
    surrogates: 0.8,
    boxDrawing: 0.3,
    symbols: 1.5,
  },
  framing: { perMessage: 8, perCall: 12, perOutput: 12 },
};
/**
 * Where a provider tells how it frames items, a family starts from that, and from the shared text
 * factors as they are: OpenAI's models have the o200k vocabulary, Gemini counts the content of parts.
 */
const PUBLISHED_FRAMING: Partial<Record<ModelFamily, TokenFraming>> = {
  openai: { perMessage: 4, perCall: 8, perOutput: 8 },
  gemini: { perMessage: 1, perCall: 4, perOutput: 4 },
};
/** What holds a factor near where it starts, where there is little to fit it on. */
const RIDGE = 3;
/** A family's recordings hold too little of most scripts to bend them: they follow its scale. */
const SCRIPT_RIDGE = 100;
const CHUNK_CHARS = 3_000;
const SMALLEST_CHUNK_CHARS = 60;
const SMALLEST_SCALED_TOKENS = 100;

const firstScript = textFeatures.indexOf('controls');
const evenRidge = toWeights(START).map(() => RIDGE);
const familyRidge = evenRidge.map((_, index) =>
  index >= firstScript && index < textFeatures.length ? SCRIPT_RIDGE : RIDGE,
);

/** A piece of a recording with its exact size in a public vocabulary. */
export interface TextSample {
  readonly file: string;
  readonly source: string;
  readonly equation: Equation;
}

/** Cuts the texts of the steps into pieces and counts each with the o200k vocabulary. */
export function textSamples(steps: readonly GrowthStep[]): TextSample[] {
  const samples: TextSample[] = [];
  for (const { file, source, added } of steps) {
    for (const text of added.flatMap(textsOf)) {
      for (let start = 0; start < text.length; start += CHUNK_CHARS) {
        const chunk = text.slice(start, start + CHUNK_CHARS);
        if (chunk.length < SMALLEST_CHUNK_CHARS) continue;
        const target = encode(chunk, { disallowedSpecial: new Set() }).length;
        samples.push({ file, source, equation: { features: [...textShape(chunk), 0, 0, 0], target } });
      }
    }
  }
  return samples;
}

/**
 * Fits the factors of every family:
 * 1. shared text factors, on the exact o200k sizes of the samples;
 * 2. a family's factors: the shared ones times one scale, then bent, on the growth of its prompts;
 * 3. `default`: the median of the fitted families, factor by factor. A family without a step takes the
 *    published figures, or else the default.
 */
export function fitFactors(
  samples: readonly TextSample[],
  steps: readonly GrowthStep[],
): Record<ModelFamily, TokenFactors> {
  const equations = samples.map((sample) => sample.equation);
  const { text } = toFactors(robustLeastSquares(equations, toWeights(START), evenRidge));
  const fitted = modelFamilies.flatMap((family) => {
    const own = steps.filter((step) => step.family === family && !step.signatureOnly);
    if (family === 'default' || own.length === 0) return [];
    return [
      [
        family,
        fitFamily(family, own, { text, framing: PUBLISHED_FRAMING[family] ?? START.framing }),
      ] as const,
    ];
  });
  const middle = toWeights(START).map((_, index) =>
    median(fitted.map(([, weights]) => weights[index] as number)),
  );
  const byFamily = new Map<ModelFamily, TokenFactors>(
    fitted.map(([family, weights]) => [family, toFactors(weights)]),
  );
  const unfitted = (family: ModelFamily): TokenFactors => {
    const framing = PUBLISHED_FRAMING[family];
    return framing ? { text, framing } : toFactors(middle);
  };
  return Object.fromEntries(
    modelFamilies.map((family) => [family, byFamily.get(family) ?? unfitted(family)]),
  ) as Record<ModelFamily, TokenFactors>;
}

function fitFamily(family: ModelFamily, steps: readonly GrowthStep[], start: TokenFactors): number[] {
  const equations = steps.map(({ added, addedTokens }): Equation => {
    const { features, fixedTokens } = itemFeatures(added, family, start);
    return { features, target: addedTokens - fixedTokens };
  });
  const weights = toWeights(start);
  const scale = median(equations.flatMap((equation) => textScale(equation, weights)));
  const prior = weights.map((weight, index) => (index < textFeatures.length ? weight * scale : weight));
  return robustLeastSquares(equations, prior, familyRidge);
}

/** How many times more Tokens the text of a step took than `weights` say; nothing of steps with little text. */
function textScale({ features, target }: Equation, weights: readonly number[]): number[] {
  const split = textFeatures.length;
  const textTokens = dot(features.slice(0, split), weights.slice(0, split));
  const framingTokens = dot(features.slice(split), weights.slice(split));
  return textTokens < SMALLEST_SCALED_TOKENS ? [] : [(target - framingTokens) / textTokens];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The nearest-rank quantile: the smallest value with at least the share `q` of `values` at or below it; NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}
