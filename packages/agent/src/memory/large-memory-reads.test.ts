import { expect, test } from 'vitest';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { user } from '../testing/item-builders.ts';
import { inMemoryAgentMemory } from './in-memory-agent-memory.ts';
import { openAgentMemory } from './logged-agent-memory.ts';

const items = (count: number) => Array.from({ length: count }, (_, n) => user(`${n}`));

/** The log, and how many events were read from it. */
function counted(log: SessionEventLog): { readonly log: SessionEventLog; eventsRead(): number } {
  let events = 0;
  async function* read(options?: Parameters<SessionEventLog['read']>[0]) {
    for await (const event of log.read(options)) {
      events += 1;
      yield event;
    }
  }
  const counting: SessionEventLog = {
    sessionId: log.sessionId,
    blobs: log.blobs,
    append: (inputs, options) => log.append(inputs, options),
    version: () => log.version(),
    close: () => log.close(),
    read,
  };
  return { log: counting, eventsRead: () => events };
}

test('an undo that never ends: every second of 4,000 items comes back by reading the log once', async () => {
  const { log, eventsRead } = counted(inMemorySessionEventLog({ sessionId: 's' }));
  const memory = await openAgentMemory(log);
  const all = items(4000);
  await memory.append(all.slice(0, 3000));
  for (const item of all.slice(3000)) await memory.append([item]);
  await memory.restore({ items: all.filter((_, n) => n % 2 === 0) }, { reason: 'compact' });
  const before = eventsRead();
  await memory.undoCompact();

  expect((await memory.snapshot()).items).toEqual(all);
  expect(eventsRead() - before).toBeLessThanOrEqual(2 + 1001 + 2);
});

test('what left memory is restored from its originals by reading the log once', async () => {
  const memory = await inMemoryAgentMemory();
  const all = items(3000);
  await memory.append(all);
  await memory.clear();
  await memory.restore({ items: all.filter((_, n) => n % 2 === 0) });
  expect((await memory.snapshot()).items).toHaveLength(1500);
});
