import { itemTokens } from './item-tokens.ts';
import type { ModelFamily } from './model-family.ts';
import { textFeatures, textShape } from './text-shape.ts';
import type { TokenCounter } from './token-counter.ts';
import { type TokenFactors, tokenFactors } from './token-factors.ts';

export interface ScriptAwareTokenEstimatorOptions {
  readonly family: ModelFamily;
  /** Factors of your own fit in place of the family's. */
  readonly factors?: TokenFactors;
}

/**
 * Estimates Tokens from what a text is made of (words, digits, punctuation, scripts), with factors
 * fitted on real usage: see `tokenFactors` for how, and for the errors. One pass, no vocabulary, no
 * state; whole Tokens, rounded up. Callers cache per item.
 */
export function scriptAwareTokenEstimator({
  family,
  factors = tokenFactors[family],
}: ScriptAwareTokenEstimatorOptions): TokenCounter {
  const weights = textFeatures.map((feature) => factors.text[feature]);
  const textTokens = (text: string): number => {
    const shape = textShape(text);
    let tokens = 0;
    for (let feature = 0; feature < shape.length; feature++) {
      tokens += (shape[feature] as number) * (weights[feature] as number);
    }
    return tokens;
  };
  const measure = { family, framing: factors.framing, textTokens };
  return {
    name: `estimate:${family}`,
    countText: (text) => Math.ceil(textTokens(text)),
    countItem: (item) => Math.ceil(itemTokens(item, measure)),
  };
}
