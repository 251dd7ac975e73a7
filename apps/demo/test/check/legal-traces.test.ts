import { describe, expect, it } from 'vitest';
import { createTraceChecker } from '../../src/check/trace-checker.ts';
import { legalTraces } from './sample-traces.ts';

describe('a faithful trace has no violations', () => {
  it.each(Object.entries(legalTraces))('%s', (_name, trace) => {
    const checker = createTraceChecker();
    for (const record of trace()) checker.push(record);
    expect(checker.finish().violations).toEqual([]);
  });
});
