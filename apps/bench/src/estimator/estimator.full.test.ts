import { type ModelFamily, tokenFactors } from '@ai4j/agent';
import { beforeAll, describe, expect, test } from 'vitest';
import { HeldOutEstimator, type StepErrors } from './estimator-errors.ts';
import { median, quantile } from './fit-factors.ts';
import { groupedBy } from './grouped-by.ts';
import { toWeights } from './item-features.ts';
import { readRecordedUsage } from './recordings.ts';
import { heldOutReport } from './report.ts';

const corpus = process.env.AI4J_CORPUS;
const HELD_OUT = ['fileHeldOut', 'sourceHeldOut'] as const;
const MANY_POINTS = 50;

test.skipIf(corpus !== undefined)('recordings absent: set AI4J_CORPUS', () => {});

describe.skipIf(corpus === undefined)(
  'the estimator on recordings whose file or source the fit has not seen',
  () => {
    let estimator: HeldOutEstimator;
    let growth: ReadonlyMap<string, readonly StepErrors[]>;

    beforeAll(async () => {
      estimator = new HeldOutEstimator(await readRecordedUsage(corpus as string));
      process.stdout.write(`\n${heldOutReport(estimator)}\n\n`);
      const readable = estimator.growth().filter(({ step }) => !step.signatureOnly);
      growth = groupedBy(readable, ({ step }) => step.source);
    }, 300_000);

    test('whole prompts that are in the file whole: median ≤ 10 %', () => {
      const open = estimator.prompts().filter(({ recorded }) => !recorded.hiddenPrefix);
      expect(open.map(({ recorded }) => recorded.source)).toEqual(['mini-swe-agent', 'mini-swe-agent']);
      for (const { errors } of open) {
        expect(median(errors.file)).toBeLessThanOrEqual(0.1);
        expect(median(errors.source)).toBeLessThanOrEqual(0.1);
      }
    });

    test.each(HELD_OUT)(
      'growth per step, %s: ≤ 25 % and better than chars/4 where that is bad, else near it',
      (held) => {
        expect(growth.size).toBeGreaterThanOrEqual(7);
        for (const [source, steps] of growth) {
          const charsBy4 = median(steps.map((step) => step.charsBy4));
          const error = median(steps.map((step) => step[held]));
          if (steps.length >= MANY_POINTS && charsBy4 > 0.2) {
            expect(error, source).toBeLessThanOrEqual(0.25);
            expect(error, source).toBeLessThan(charsBy4);
          } else {
            expect(error, source).toBeLessThanOrEqual(charsBy4 + 0.03);
          }
        }
      },
    );

    test('anchored prompts: p95 of all ≤ 3 %, of no file with many points above 6 %', () => {
      const files = estimator.anchored();
      const all = files.flatMap(({ errors }) => errors);
      expect(all.length).toBeGreaterThan(2_000);
      expect(quantile(all, 0.95)).toBeLessThanOrEqual(0.03);
      for (const { recorded, errors } of files) {
        if (errors.length >= MANY_POINTS)
          expect(quantile(errors, 0.95), recorded.recording).toBeLessThanOrEqual(0.06);
      }
    });

    test('the factors that the library ships are those of this fit', () => {
      for (const [family, factors] of Object.entries(estimator.fitAll())) {
        const shipped = toWeights(tokenFactors[family as ModelFamily]);
        expect(shipped, family).toEqual(toWeights(factors).map((weight) => expect.closeTo(weight, 1)));
      }
    });
  },
);
