import { rmSync } from 'node:fs';
import path from 'node:path';
import { benchInputs } from './inputs.ts';
import { measureContext } from './measure-context.ts';
import { measureEstimate } from './measure-estimate.ts';
import { measureOpen } from './measure-open.ts';
import { stepRows } from './measure-steps.ts';
import { loadPiPeer } from './pi-peer.ts';
import { comparisonRows, printTable } from './table.ts';

const pi = await loadPiPeer();
const inputs = await benchInputs();
process.stdout.write(`node ${process.version}, pi ${pi.version}; ratio = time by the time of the last row\n`);

for (const input of inputs) {
  const { name, items, piFile } = input;
  const entries = pi.SessionManager.open(piFile).getEntries();
  const { messages } = pi.buildSessionContext(entries);
  printTable(`open, ${name}`, comparisonRows(await measureOpen(input, pi)));
  printTable(`estimate tokens, ${name}`, comparisonRows(await measureEstimate(items, messages, pi)));
  printTable(`build context, ${name}`, comparisonRows(await measureContext(items, entries, pi)));
}
printTable('one step of a session', stepRows(inputs[0]?.items ?? []));

for (const { piFile } of inputs) rmSync(path.dirname(piFile), { recursive: true, force: true });
