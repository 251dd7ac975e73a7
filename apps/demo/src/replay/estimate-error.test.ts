import type { MemoryItem, TokenCounter } from '@ai4j/agent';
import type { TranscriptEntry, TranscriptSession } from '@ai4j/coding/transcripts';
import { expect, test } from 'vitest';
import { estimateError, estimateSamples } from './estimate-error.ts';

/** Every item is 100 Tokens. */
const hundred: TokenCounter = { name: 'hundred', countText: () => 0, countItem: () => 100 };
const user = (id: string): TranscriptEntry => ({
  type: 'item',
  item: { type: 'message', id, role: 'user', content: id } satisfies MemoryItem,
});
const answer = (responseId: string, inputTokens: number): readonly TranscriptEntry[] => [
  { type: 'item', item: { type: 'message', id: responseId, role: 'assistant', content: 'a', responseId } },
  {
    type: 'usage',
    responseId,
    usage: { inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
    outputReliable: false,
  },
];
const session = (...entries: TranscriptEntry[]): TranscriptSession => ({
  id: 's',
  kind: 'main',
  hiddenPrefix: true,
  entries,
});

test('each prompt is told from the usage before it and the estimate since', () => {
  const samples = estimateSamples(
    session(
      user('a'),
      ...answer('r1', 100),
      user('b'),
      ...answer('r2', 350),
      user('c'),
      ...answer('r3', 500),
    ),
    hundred,
  );
  // Told 300 of 350 and 550 of 500; the growths are 200 of 250 and 200 of 150.
  expect(samples.promptAbsErrorsPct.map(Math.round)).toEqual([14, 10]);
  expect(samples.growthAbsErrorsPct.map(Math.round)).toEqual([20, 33]);
});

test('where the recorded agent compacted, the comparison begins anew', () => {
  const samples = estimateSamples(
    session(
      user('a'),
      ...answer('r1', 100),
      { type: 'compaction', kind: 'summary', summary: 'so far' },
      user('b'),
      ...answer('r2', 900),
      user('c'),
      ...answer('r3', 1_100),
    ),
    hundred,
  );
  expect(samples.promptAbsErrorsPct).toEqual([0]);
});

test('RangeError: Maximum call stack size exceeded, after 200,000 inputs in a row', () => {
  const inputs = Array.from({ length: 200_000 }, (_, index) => user(`u${index}`));
  const samples = estimateSamples(
    { ...session(), entries: [user('a'), ...answer('r1', 100), ...inputs, ...answer('r2', 20_000_000)] },
    hundred,
  );
  expect(samples.promptAbsErrorsPct.map(Math.round)).toEqual([0]);
});

test('no points, no figures', () => {
  expect(estimateError([estimateSamples(session(user('a')), hundred)])).toEqual({
    points: 0,
    promptMedianAbsErrorPct: null,
    promptP95AbsErrorPct: null,
    growthMedianAbsErrorPct: null,
  });
});
