import { expect, test } from 'vitest';
import { killWriters } from '../../test/kill-rounds.ts';

test('kill -9 while two processes append, 10 rounds: every acknowledged event is there, none twice, no half batch', async () => {
  const outcome = await killWriters(10, 1);
  expect(outcome).toMatchObject({ lost: [], doubled: [], halfBatches: [], hasGaps: false });
  expect(outcome.acknowledged).toBeGreaterThan(100);
}, 120_000);
