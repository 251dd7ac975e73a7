import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelFamilies } from './model-family.ts';
import { scriptAwareTokenEstimator } from './script-aware-token-estimator.ts';
import { type TextFeature, textFeatures } from './text-shape.ts';
import { tokenFactors } from './token-factors.ts';

const counters = modelFamilies.map((family) => scriptAwareTokenEstimator({ family }));
/** Any code units: also halves of surrogate pairs. */
const anyText = fc.oneof(
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^[ -~\n\t]*$/),
);
/** What joining two texts may add or save: a word, a run, a group at the seam. */
const SEAM_TOKENS = 4;

test('counts are whole numbers, never negative, and 0 only of no text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const counter of counters) {
        const tokens = counter.countText(text);
        expect(Number.isSafeInteger(tokens)).toBe(true);
        expect(tokens >= (text.trim() === '' ? 0 : 1)).toBe(true);
      }
    }),
  );
});

test('two texts joined cost what they cost apart, up to the seam', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const counter of counters) {
        const apart = counter.countText(a) + counter.countText(b);
        expect(Math.abs(counter.countText(a + b) - apart)).toBeLessThanOrEqual(SEAM_TOKENS);
      }
    }),
  );
});

test('a longer text never costs fewer tokens, up to the seam', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const counter of counters) {
        expect(counter.countText(a + b)).toBeGreaterThanOrEqual(counter.countText(a) - SEAM_TOKENS);
      }
    }),
  );
});

test('every feature costs something in every family, so that no text is free without end', () => {
  const free = modelFamilies.flatMap((family) =>
    textFeatures.filter((feature: TextFeature) => !(tokenFactors[family].text[feature] > 0.03)),
  );
  expect(free).toEqual([]);
});
