// Prints `passed failed skipped` over the Vitest JSON reports named as arguments. A test that ran in
// several of them counts once, and as failed when it failed in any; a file that could not be loaded is one failure.
import { readFileSync } from 'node:fs';

const weight = { skipped: 0, passed: 1, failed: 2 };
const outcomes = new Map();
const note = (test, outcome) => {
  if (weight[outcome] >= weight[outcomes.get(test) ?? 'skipped']) outcomes.set(test, outcome);
};

for (const report of process.argv.slice(2)) {
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    if (file.status === 'failed' && file.assertionResults.length === 0) note(file.name, 'failed');
    const namesakes = new Map();
    for (const { fullName, status } of file.assertionResults) {
      const nth = namesakes.get(fullName) ?? 0;
      namesakes.set(fullName, nth + 1);
      note(JSON.stringify([file.name, fullName, nth]), status in weight ? status : 'skipped');
    }
  }
}

const count = (outcome) => [...outcomes.values()].filter((value) => value === outcome).length;
console.log(count('passed'), count('failed'), count('skipped'));
