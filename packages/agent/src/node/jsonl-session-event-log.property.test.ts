import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textArbitrary } from '../../test/histories.ts';
import { logPath, readAll } from '../../test/jsonl-logs.ts';
import { note } from '../../test/jsonl-notes.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventInput } from '../log/session-event.ts';
import { user } from '../testing/item-builders.ts';
import { sessionEventSamples } from '../testing/session-event-samples.ts';
import { openJsonlSessionEventLog } from './open-jsonl-session-event-log.ts';

const largeTextArbitrary = fc
  .tuple(fc.constantFrom('x', '🧠', '\ud83d', '日志\n', '$blob"'), fc.integer({ min: 1_000, max: 2_000 }))
  .map(([unit, times]) => unit.repeat(times));

const anyTextArbitrary = fc.oneof(
  { weight: 4, arbitrary: textArbitrary },
  { weight: 1, arbitrary: largeTextArbitrary },
);

const dataArbitrary = fc
  .jsonValue({ depthSize: 'small' })
  .chain((json) =>
    fc
      .tuple(anyTextArbitrary, fc.constantFrom('$blob', '$$blob', 'key'))
      .map(([text, key]) => ({ [key]: text, json })),
  );

const eventArbitrary: fc.Arbitrary<SessionEventInput> = fc.oneof(
  fc.constantFrom(...sessionEventSamples),
  dataArbitrary.map(note),
  fc.array(anyTextArbitrary, { minLength: 1, maxLength: 5 }).map(
    (texts): SessionEventInput => ({
      type: 'items-appended',
      items: texts.map((text) => user(text)),
    }),
  ),
);
const batchArbitrary = fc.array(eventArbitrary, { minLength: 1, maxLength: 4 });

/** The same for every log, so that two can be compared. */
const now = () => 7;

async function inTemporaryDirectory<T>(task: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'ai4j-'));
  try {
    return await task(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

const open = (directory: string) =>
  openJsonlSessionEventLog({ directory, sessionId: 's', fsync: 'never', maxInlineChars: 1024, now });

test('whatever is appended, the log on disk reads as the log in memory, opened again too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(batchArbitrary, { maxLength: 8 }),
      fc.nat({ max: 40 }),
      fc.nat({ max: 40 }),
      (batches, fromSeq, width) =>
        inTemporaryDirectory(async (directory) => {
          const inMemory = inMemorySessionEventLog({ sessionId: 's', now });
          const onDisk = await open(directory);
          for (const batch of batches) {
            expect(await onDisk.append(batch)).toEqual(await inMemory.append(batch));
          }
          await onDisk.close();
          const again = await open(directory);
          expect(await again.version()).toBe(await inMemory.version());
          for (const range of [{}, { fromSeq, toSeq: fromSeq + width }]) {
            expect(await readAll(again, range)).toEqual(await readAll(inMemory, range));
          }
          await again.close();
        }),
    ),
    { numRuns: 60 },
  );
});

test('cut at any byte of the last batch: it opens, only that batch is gone, and that is reported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(textArbitrary.map(note), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      }),
      (batches) =>
        inTemporaryDirectory(async (directory) => {
          const log = await open(directory);
          for (const batch of batches.slice(0, -1)) await log.append(batch);
          const kept = await readAll(log);
          const { length: start } = await readFile(logPath(directory));
          await log.append(batches.at(-1) ?? []);
          await log.close();
          const whole = await readFile(logPath(directory));
          for (let end = start; end < whole.length; end++) {
            await writeFile(logPath(directory), whole.subarray(0, end));
            const cut = await open(directory);
            expect(await readAll(cut)).toEqual(kept);
            expect(cut.report().tornLines.map(({ bytes }) => bytes)).toEqual(
              end === start ? [] : [end - start],
            );
            for (const { keptAt } of cut.report().tornLines) {
              expect(await readFile(keptAt)).toEqual(whole.subarray(start, end));
              await rm(keptAt);
            }
            await cut.close();
          }
        }),
    ),
    { numRuns: 3 },
  );
});
