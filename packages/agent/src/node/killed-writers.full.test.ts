import { expect, test } from 'vitest';
import { killWriters } from '../../test/kill-rounds.ts';

test('kill -9 while two processes append, 50 rounds: every acknowledged event is there, none twice, no half batch', async () => {
  const outcome = await killWriters(50, 2);
  expect(outcome).toMatchObject({ lost: [], doubled: [], halfBatches: [], hasGaps: false });
  expect(outcome.acknowledged).toBeGreaterThan(500);
}, 600_000);
