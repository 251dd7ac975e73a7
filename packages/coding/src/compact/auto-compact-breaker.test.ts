import { describe, expect, test } from 'vitest';
import {
  type AutoCompactBreaker,
  autoCompactBreakerSchema,
  type BreakerEvent,
  closedBreaker,
  nextBreaker,
} from './auto-compact-breaker.ts';

const after = (events: readonly BreakerEvent[], maxFailures = 3, from: AutoCompactBreaker = closedBreaker) =>
  events.reduce((breaker, event) => nextBreaker(breaker, event, maxFailures), from);
const failed: BreakerEvent = { type: 'failed', turn: 7, error: 'no answer' };
const skipped: BreakerEvent = { type: 'skipped' };
const compacted: BreakerEvent = { type: 'compacted', turn: 7 };
const refilled = (responses: number, tokens: number): BreakerEvent => ({
  type: 'compacted',
  turn: 9,
  refill: { responses, roomTokens: 4_000, biggest: { name: 'result of bash', itemId: 'o1', tokens } },
});

describe('failures', () => {
  test('retries the same failing compaction forever: opens after the third in a row (opencode PR 38102)', () => {
    expect(after([failed, failed])).toEqual({ status: 'closed', failures: 2, refills: 0 });
    expect(after([failed, failed, failed])).toEqual({
      status: 'open',
      sinceTurn: 7,
      reason: 'failures',
      failures: 3,
      error:
        'Automatic compaction failed 3 times in a row and is paused. A manual compact() that succeeds resumes it. Last: no answer',
    });
  });

  test('a success between them starts the count again, a skip does not count', () => {
    expect(after([failed, failed, compacted, failed])).toMatchObject({ status: 'closed', failures: 1 });
    expect(after([failed, skipped, skipped, failed])).toMatchObject({ status: 'closed', failures: 2 });
  });

  test('0 is off, and never means “open at once” (openclaw#77738)', () => {
    expect(after(Array<BreakerEvent>(10).fill(failed), 0)).toEqual({
      status: 'closed',
      failures: 10,
      refills: 0,
    });
  });

  test('open stays open until a manual compaction succeeds', () => {
    const open = after([failed, failed, failed]);
    expect(after([failed, skipped, compacted], 3, open)).toBe(open);
    expect(after([{ type: 'compacted-manually' }], 3, open)).toEqual(closedBreaker);
  });

  test('each session has its own: states are values', () => {
    const a = after([failed, failed, failed]);
    expect([a.status, closedBreaker.status]).toEqual(['open', 'closed']);
  });
});

describe('thrash', () => {
  test('context refilled at once after each compaction: opens with the culprit named (claude-code#82131)', () => {
    const open = after([compacted, refilled(1, 3_500), refilled(2, 3_500), refilled(3, 3_500)]);
    expect(open).toMatchObject({
      status: 'open',
      reason: 'thrash',
      culprit: { name: 'result of bash', itemId: 'o1', tokens: 3_500 },
      error: expect.stringContaining('result of bash with 3500 tokens'),
    });
  });

  test.each([
    ['a small window that many items fill', refilled(2, 900)],
    ['a giant item after many responses', refilled(12, 3_900)],
  ])('%s is none', (_name, event) => {
    expect(after(Array<BreakerEvent>(10).fill(event)).status).toBe('closed');
  });

  test('one that is not refilled at once starts the count again', () => {
    expect(after([refilled(1, 3_500), refilled(1, 3_500), refilled(9, 3_500), refilled(1, 3_500)])).toEqual({
      status: 'closed',
      failures: 0,
      refills: 1,
    });
  });
});

test('survives JSON', () => {
  for (const breaker of [
    closedBreaker,
    after([failed, failed, failed]),
    after(Array<BreakerEvent>(3).fill(refilled(1, 3_000))),
  ]) {
    expect(autoCompactBreakerSchema.parse(JSON.parse(JSON.stringify(breaker)))).toEqual(breaker);
  }
});
