import { expect, it } from 'vitest';
import { checkTraceFile } from '../../src/check/trace-file.ts';
import { sampleTrace } from './sample-traces.ts';

const lines = () => sampleTrace().map((record) => JSON.stringify(record));

it('reads a trace file line by line, and counts what it looked at', async () => {
  expect(await checkTraceFile([...lines(), ''])).toEqual({
    violations: [],
    counters: { records: 37, requests: 8, events: 16, loggedItems: 15, sentItems: 57, recalls: 10 },
  });
});

it('tells a line that is no JSON, and goes on', async () => {
  const { violations } = await checkTraceFile([...lines().slice(0, 3), '{"trace":"eve', ...lines().slice(3)]);
  expect(violations.map(({ law, step }) => ({ law, step }))).toEqual([{ law: 'trace', step: 0 }]);
});

it('tells a trace that was cut off', async () => {
  const { violations } = await checkTraceFile(lines().slice(0, -1));
  expect(violations).toEqual([{ law: 'trace', step: 8, detail: 'the trace has no end' }]);
});
