// Prints the factors for packages/agent/src/tokens/token-factors.ts, and the held-out errors of the fit.
// AI4J_CORPUS=… pnpm --filter @ai4j/bench fit
import { HeldOutEstimator } from './estimator-errors.ts';
import { readRecordedUsage } from './recordings.ts';
import { heldOutReport } from './report.ts';

const corpus = process.env.AI4J_CORPUS;
if (corpus === undefined) throw new Error('AI4J_CORPUS names no folder of recordings');
const estimator = new HeldOutEstimator(await readRecordedUsage(corpus));
const rounded = JSON.stringify(
  estimator.fitAll(),
  (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value),
  2,
);
process.stdout.write(`${rounded}\n\n${heldOutReport(estimator)}\n`);
