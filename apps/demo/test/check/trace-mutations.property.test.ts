import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTraceChecker } from '../../src/check/trace-checker.ts';
import type { Violation } from '../../src/check/violation.ts';
import { canonicalJson } from '../../src/replay/canonical-json.ts';
import type { TraceRecord } from '../../src/replay/trace.ts';
import { faithfulTrace } from './random-session.ts';
import { legalTraces } from './sample-traces.ts';
import { editable, type MutableTrace } from './trace-edits.ts';
import { mutationsOf } from './trace-mutations.ts';

const runs = process.env.AI4J_TIER === 'full' ? 5_000 : 200;

describe('random traces', () => {
  it('a faithful one has no violations', () => {
    fc.assert(
      fc.property(faithfulTrace, (trace) => {
        expect(check(trace)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('of single mutations, at least 99 in 100 are found', () => {
    const survivors = new Map<string, number>();
    let mutants = 0;
    fc.assert(
      fc.property(faithfulTrace, fc.nat(), (trace, pick) => {
        const original = editable(trace);
        const mutations = mutationsOf(original);
        const { name, apply } = mutations[pick % mutations.length]!;
        const mutant = editable(trace);
        apply(mutant);
        if (canonicalJson(mutant) === canonicalJson(original)) return;
        mutants += 1;
        if (check(mutant as TraceRecord[]).length === 0) survivors.set(name, (survivors.get(name) ?? 0) + 1);
      }),
      { numRuns: runs },
    );
    const survived = [...survivors.values()].reduce((sum, count) => sum + count, 0);
    const killRatePct = (100 * (mutants - survived)) / mutants;
    console.log(
      `found ${killRatePct.toFixed(2)} % of ${mutants} mutations; not found:`,
      Object.fromEntries(survivors),
    );
    expect(killRatePct).toBeGreaterThanOrEqual(99);
  });

  it.each(Object.entries(legalTraces))('each single mutation of the trace %s is found', (_name, make) => {
    const trace = make();
    const original = canonicalJson(trace);
    const survivors: string[] = [];
    for (const { name, apply } of mutationsOf(editable(trace))) {
      const mutant: MutableTrace = editable(trace);
      apply(mutant);
      const isAnother = canonicalJson(mutant) !== original;
      if (isAnother && check(mutant as TraceRecord[]).length === 0) survivors.push(name);
    }
    expect(survivors).toEqual([]);
  });

  it('whatever is pushed, the checker answers', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), faithfulTrace, (noise, trace) => {
        const checker = createTraceChecker();
        for (const record of [...trace.slice(0, 4), ...noise]) checker.push(record as TraceRecord);
        expect(checker.finish().violations.length).toBeGreaterThan(0);
      }),
    );
  });
});

function check(trace: readonly TraceRecord[]): readonly Violation[] {
  const checker = createTraceChecker();
  for (const record of trace) checker.push(record);
  return checker.finish().violations;
}
