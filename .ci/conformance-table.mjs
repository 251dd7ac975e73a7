// Prints which backend passed which conformance suite, over the Vitest JSON reports named as arguments.
// A backend that must run a suite and did not is a missing cell: exit code 1, as for one that failed.
import { readFileSync } from 'node:fs';

/** Suites by their test file, and the adapters that run them by the title they run under. */
const suites = {
  SessionEventLog: {
    file: 'session-event-log-conformance.test.ts',
    memory: ['inMemorySessionEventLog'],
    files: ['always', 'group', 'never'].map((fsync) => `openJsonlSessionEventLog, fsync: ${fsync}`),
  },
  BlobStore: {
    file: 'session-event-log-conformance.test.ts',
    memory: ['inMemoryBlobStore'],
    files: ['fileBlobStore'],
  },
  AgentMemory: {
    file: 'agent-memory-conformance.test.ts',
    memory: ['inMemoryAgentMemory', 'openAgentMemory on inMemorySessionEventLog'],
    files: ['openAgentMemory on openJsonlSessionEventLog'],
  },
  SessionStore: {
    file: 'session-store-conformance.test.ts',
    memory: ['inMemorySessionStore'],
    files: ['group', 'never'].map((fsync) => `fileSessionStore, fsync: ${fsync}`),
  },
};
const backends = ['memory', 'files'];

/** The outcome of every conformance test, by file and adapter; one that ran in both tiers is taken once. */
const outcomes = new Map();
for (const report of process.argv.slice(2)) {
  for (const { name, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    for (const { ancestorTitles, title, status } of assertionResults) {
      const key = `${name.split('/').at(-1)} ${ancestorTitles[0]}`;
      const cases = outcomes.get(key) ?? new Map();
      outcomes.set(key, cases.set(title, cases.get(title) === 'failed' ? 'failed' : status));
    }
  }
}

/** `n of n` for each adapter of a cell, or what is wrong with it. */
function cell(suite, backend) {
  return suite[backend].map((adapter) => {
    const cases = [...(outcomes.get(`${suite.file} ${adapter}`)?.values() ?? [])];
    const passed = cases.filter((status) => status === 'passed').length;
    if (cases.length === 0) return 'missing';
    return passed === cases.length ? `${passed}` : `${passed} of ${cases.length}`;
  });
}

const rows = Object.entries(suites).map(([name, suite]) => [
  name,
  ...backends.map((backend) => cell(suite, backend)),
]);
for (const row of [['suite', ...backends.map((backend) => [backend])], ...rows]) {
  console.log(row.map((column) => [column].flat().join(' + ').padEnd(18)).join(' '));
}
const isWhole = rows.every(([, ...cells]) => cells.flat().every((text) => /^\d+$/.test(text)));
if (!isWhole) console.log('A cell is missing or failed.');
process.exitCode = isWhole ? 0 : 1;
