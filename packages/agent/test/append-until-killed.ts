import { writeSync } from 'node:fs';
import { openJsonlSessionEventLog } from '../src/node/open-jsonl-session-event-log.ts';
import { note } from './jsonl-notes.ts';

// A process that appends to the log at argv[2] until it is killed. It says `<id> <seq>` on stdout for each
// acknowledged event; the ids begin with argv[3]. Three appends at a time: one event, a batch, a large content.

const [path = '', writer = ''] = process.argv.slice(2);
const log = await openJsonlSessionEventLog({ path, maxInlineChars: 1024 });

async function append(ids: readonly string[], padding: string): Promise<void> {
  const events = await log.append(ids.map((id) => note({ id, padding })));
  for (const [index, { seq }] of events.entries()) writeSync(1, `${ids[index]} ${seq}\n`);
}

for (let round = 0; ; round++) {
  const id = `${writer}-${round}`;
  await Promise.all([
    append([`${id}-single`], ''),
    append([`${id}-batch-1`, `${id}-batch-2`, `${id}-batch-3`], 'x'.repeat(500)),
    append([`${id}-large`], `${id} `.repeat(1000)),
  ]);
}
