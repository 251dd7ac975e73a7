import { scriptAwareTokenEstimator } from '@ai4j/agent';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkpointArbitrary } from '../../test/checkpoints.ts';
import { boundedCheckpoint, entryKey } from './bounded-checkpoint.ts';
import {
  boundedListNames,
  type CodingSessionCheckpoint,
  emptyCheckpoint,
} from './coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from './coding-session-checkpoint-formatter.ts';
import { mergeCheckpoints } from './merge-checkpoints.ts';

const runs = process.env.AI4J_TIER === 'full' ? 1_000 : 200;

test('L8: merging a merged checkpoint with itself changes nothing', () => {
  fc.assert(
    fc.property(checkpointArbitrary, checkpointArbitrary, (a, b) => {
      const merged = mergeCheckpoints(a, b);
      expect(mergeCheckpoints(merged, merged)).toEqual(merged);
      expect(boundedCheckpoint(merged)).toEqual(merged);
    }),
    { numRuns: runs },
  );
});

test('merging is associative, the ledger and next steps that are done meanwhile apart', () => {
  const undoneSteps = checkpointArbitrary.map((checkpoint) => ({
    ...checkpoint,
    nextSteps: checkpoint.nextSteps.map((step) => `next: ${step}`),
    extensions: { ...checkpoint.extensions, ledger: [] },
  }));
  fc.assert(
    fc.property(undoneSteps, undoneSteps, undoneSteps, (a, b, c) => {
      expect(mergeCheckpoints(mergeCheckpoints(a, b), c)).toEqual(
        mergeCheckpoints(a, mergeCheckpoints(b, c)),
      );
    }),
    { numRuns: runs },
  );
});

test('claude-code#4017: no merge lets a constraint or a pin go', () => {
  fc.assert(
    fc.property(checkpointArbitrary, checkpointArbitrary, (a, b) => {
      const merged = mergeCheckpoints(a, b);
      const kept = new Set(merged.constraints.map(entryKey));
      for (const constraint of [...a.constraints, ...b.constraints]) {
        expect(kept.has(entryKey(constraint)) || entryKey(constraint) === '').toBe(true);
      }
    }),
    { numRuns: runs },
  );
});

describe('fifty generations', () => {
  const generation = (n: number): CodingSessionCheckpoint => ({
    ...emptyCheckpoint,
    goal: `Part ${n}`,
    doneItems: [`Changed file ${Math.max(0, n - 1)}`, `Changed file ${n}`, `改了文件 ${n}`],
    inProgressItems: [`Changing file ${n + 1}`],
    blockedItems: [`Test ${n} fails`],
    keyDecisions: [`Decision ${n}`, 'x'.repeat(5_000) + n],
    nextSteps: [`Step ${n}`],
    criticalContext: Array.from({ length: 6 }, (_, at) => `Context ${n}.${at} ${'lorem '.repeat(300)}`),
  });
  const first: CodingSessionCheckpoint = { ...generation(0), constraints: ['Never touch package.json.'] };
  const generations: CodingSessionCheckpoint[] = [first];
  for (let n = 1; n <= 50; n++)
    generations.push(mergeCheckpoints(generations.at(-1) ?? first, generation(n)));
  const last = generations.at(-1) ?? first;
  const counter = scriptAwareTokenEstimator({ family: 'openai' });
  const size = (checkpoint: CodingSessionCheckpoint | undefined) =>
    counter.countText(codingSessionCheckpointFormatter.format(checkpoint ?? emptyCheckpoint));

  test('opencrabs#1649: the checkpoint stops growing', () => {
    expect(size(last)).toBeLessThan(20_000);
    expect(size(last)).toBeLessThan(size(generations[25]) * 1.02);
  });
  test('adk-go PR 1431: the constraint of the first is in the last', () => {
    expect(last.constraints).toEqual(['Never touch package.json.']);
  });
  test('no line stands twice, and what was let go is counted', () => {
    for (const name of boundedListNames) expect(new Set(last[name]).size).toBe(last[name].length);
    expect(last.doneItems.length + (last.extensions.unlisted.doneItems ?? 0)).toBe(102);
    expect(codingSessionCheckpointFormatter.format(last)).toContain(
      '- … 62 earlier entries are no longer listed',
    );
  });
});

test('what is done is in progress, blocked and to come no longer', () => {
  const earlier = {
    ...emptyCheckpoint,
    inProgressItems: ['Fix the parser', 'Write docs'],
    blockedItems: ['Deploy.'],
    nextSteps: ['Run the tests'],
  };
  const later = { ...emptyCheckpoint, doneItems: ['fix the  parser.', 'Deploy', 'Run the tests'] };
  expect(mergeCheckpoints(earlier, later)).toMatchObject({
    doneItems: ['fix the  parser.', 'Deploy', 'Run the tests'],
    inProgressItems: ['Write docs'],
    blockedItems: [],
    nextSteps: [],
  });
});
