import { ConfigError } from '../errors.ts';
import { lastSeq, type SessionEvent, type SessionEventInput, seqWidth } from '../log/session-event.ts';
import type { ReadOptions, SessionEventLog } from '../log/session-event-log.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';
import { output, pair, user } from './item-builders.ts';
import { sessionEventSamples } from './session-event-samples.ts';

/** Makes an empty log, apart from every other. */
export type SessionEventLogFactory = () => SessionEventLog | Promise<SessionEventLog>;

const started: SessionEventInput = { type: 'run-started', runId: 'run-1' };
const note = (data: unknown): SessionEventInput => ({
  type: 'extension',
  namespace: 'test',
  kind: 'note',
  data,
});
const items = (...texts: string[]): SessionEventInput => ({
  type: 'items-appended',
  items: texts.map((text) => user(text)),
});

function nested(levels: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** What every SessionEventLog must keep to. Run it on your own: see the package README. */
export function sessionEventLogConformance(): readonly ConformanceCase<SessionEventLogFactory>[] {
  return [
    {
      name: 'begins empty, at version 0',
      run: async (create) => {
        const log = await create();
        checkEqual(await log.version(), 0, 'the version');
        checkEqual(await readAll(log), [], 'the events');
      },
    },
    {
      name: 'gives seqs without gaps, one for each item of items-appended and one for every other event',
      run: async (create) => {
        const log = await create();
        const first = await log.append([started, items('a', 'b', 'c'), started]);
        const second = await log.append([items('d')]);
        checkEqual(
          [...first, ...second].map(({ seq }) => seq),
          [1, 2, 5, 6],
          'the seqs',
        );
        checkEqual(await log.version(), 6, 'the version');
      },
    },
    {
      name: 'returns from append what reading gives',
      run: async (create) => {
        const log = await create();
        const acknowledged = [...(await log.append(sessionEventSamples)), ...(await log.append([started]))];
        checkEqual(sorted(await readAll(log)), sorted(acknowledged), 'the events');
      },
    },
    {
      name: 'keeps an event nested 400 levels deep, and refuses one nested by the thousand',
      run: async (create) => {
        const log = await create();
        const [kept] = await log.append([note(nested(400))]);
        checkEqual(sorted(await readAll(log)), sorted(kept === undefined ? [] : [kept]), 'the events');
        for (const levels of [600, 3000, 100_000]) {
          const refusal = await log.append([note(nested(levels))]).catch((error: unknown) => error);
          check(ConfigError.isInstance(refusal), `appending ${levels} levels is a ConfigError`);
        }
        checkEqual(await log.version(), 1, 'the version');
      },
    },
    ...sessionEventSamples.map(
      (sample): ConformanceCase<SessionEventLogFactory> => ({
        name: `keeps every part of ${sample.type}`,
        run: async (create) => {
          const log = await create();
          await log.append([sample]);
          checkEqual((await readAll(log)).map(withoutPlace).map(sorted), [sorted(sample)], 'the event');
        },
      }),
    ),
    {
      name: 'keeps texts byte for byte: CJK, emoji, halves of surrogate pairs, control characters',
      run: async (create) => {
        const log = await create();
        const text = '压缩 🧠 👩‍👩‍👧 \ud83d \ude00\ud83d \u2028 \0 \\n "quotes" \ufeff';
        for (const content of [text, text.repeat(5_000)]) {
          await log.append([items(content), note({ [text]: content })]);
        }
        const found = (await readAll(log)).map(withoutPlace);
        checkEqual(
          found,
          [text, text.repeat(5_000)].flatMap((content) => [items(content), note({ [text]: content })]),
          'the events',
        );
      },
    },
    {
      name: 'keeps an output of 5 MB',
      run: async (create) => {
        const log = await create();
        const long = '0123456789abcdef'.repeat(327_680);
        const event = { type: 'items-appended', items: [output('1', long)] } as const;
        await log.append([event]);
        const [found] = await readAll(log);
        check(
          JSON.stringify(found && withoutPlace(found)) === JSON.stringify(event),
          'the long output changed',
        );
      },
    },
    {
      name: 'keeps data that looks like a reference to large content',
      run: async (create) => {
        const log = await create();
        const lookalike = {
          $blob: `sha256:${'0'.repeat(64)}`,
          sizeBytes: 3,
          $$blob: { $blob: 'x' },
          $$$blob: [],
        };
        await log.append([note([lookalike, 'x'.repeat(100_000)]), note(lookalike)]);
        const found = (await readAll(log)).map(withoutPlace);
        checkEqual(found, [note([lookalike, 'x'.repeat(100_000)]), note(lookalike)], 'the events');
      },
    },
    {
      name: 'appends nothing for no events',
      run: async (create) => {
        const log = await create();
        checkEqual(await log.append([]), [], 'what was appended');
        checkEqual(await log.version(), 0, 'the version');
      },
    },
    {
      name: 'adds all events of an append or none',
      run: async (create) => {
        const log = await create();
        const noEvent = { type: 'items-appended', items: [] } as SessionEventInput;
        await refuses(log.append([started, noEvent, started]), 'invalid_option', 'an event without items');
        const cycle: unknown[] = [];
        cycle.push(cycle);
        await refuses(log.append([started, note(cycle)]), 'invalid_option', 'data that is no JSON');
        checkEqual(await readAll(log), [], 'the events');
        checkEqual((await log.append([started]))[0]?.seq, 1, 'the next seq');
      },
    },
    {
      name: 'appends at the expected version, and throws SessionConflictError at any other',
      run: async (create) => {
        const log = await create();
        await log.append([items('a', 'b')], { expectedVersion: 0 });
        await log.append([started], { expectedVersion: 2 });
        for (const expectedVersion of [0, 2, 4]) {
          const error = await refuses(
            log.append([started], { expectedVersion }),
            'version_conflict',
            'an append',
          );
          checkEqual(
            { expected: error.expected, actual: error.actual },
            { expected: expectedVersion, actual: 3 },
            'what the error says',
          );
        }
        await refuses(log.append([], { expectedVersion: 1 }), 'version_conflict', 'an append of no events');
        checkEqual(await log.version(), 3, 'the version');
      },
    },
    {
      name: 'lets exactly one of two appends at one version through',
      run: async (create) => {
        const log = await create();
        const outcomes = await Promise.allSettled([
          log.append([note('one')], { expectedVersion: 0 }),
          log.append([note('two')], { expectedVersion: 0 }),
        ]);
        checkEqual(
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected'],
          'the outcomes',
        );
        checkEqual((await readAll(log)).map(withoutPlace), [note('one')], 'the events');
      },
    },
    {
      name: 'keeps the order of appends at the same time, large and small, each batch in one piece',
      run: async (create) => {
        const log = await create();
        const batches = Array.from({ length: 30 }, (_, at) => [
          note(at % 7 === 0 ? 'large'.repeat(20_000) : at),
          items(`${at} a`, `${at} b`),
        ]);
        const acknowledged = await Promise.all(batches.map((batch) => log.append(batch)));
        const found = await readAll(log);
        checkEqual(found.map(withoutPlace), batches.flat(), 'the events');
        checkEqual(sorted(found), sorted(acknowledged.flat()), 'what was acknowledged');
        checkGapless(found);
      },
    },
    {
      name: 'reads ranges, an event that spans an end included whole',
      run: async (create) => {
        const log = await create();
        await log.append([started, items('a', 'b', 'c'), started, items('d', 'e')]); // seqs 1, 2–4, 5, 6–7
        const seqs = async (options: ReadOptions) => (await readAll(log, options)).map(({ seq }) => seq);
        checkEqual(await seqs({ fromSeq: 3 }), [2, 5, 6], 'from within an event');
        checkEqual(await seqs({ fromSeq: 5 }), [5, 6], 'from the begin of an event');
        checkEqual(await seqs({ toSeq: 3 }), [1, 2], 'to within an event');
        checkEqual(await seqs({ fromSeq: 3, toSeq: 3 }), [2], 'one seq within an event');
        checkEqual(await seqs({ fromSeq: 4, toSeq: 6 }), [2, 5, 6], 'the begin of the last event');
        checkEqual(await seqs({ fromSeq: 8 }), [], 'behind the end');
        checkEqual(await seqs({ fromSeq: 3, toSeq: 2 }), [2], 'an event that both ends lie in');
        checkEqual(await seqs({ fromSeq: 7, toSeq: 1000 }), [6], 'past the end');
      },
    },
    {
      name: 'finds any seq of a long log',
      run: async (create) => {
        const log = await create();
        for (let batch = 0; batch < 20; batch++) {
          await log.append(Array.from({ length: 25 }, (_, at) => items(`${batch}-${at}`, 'second')));
        }
        for (const fromSeq of [1, 2, 49, 50, 51, 500, 777, 999, 1000]) {
          const found = await readAll(log, { fromSeq, toSeq: fromSeq });
          checkEqual(
            found.map(({ seq }) => seq),
            [fromSeq - ((fromSeq - 1) % 2)],
            `the event at seq ${fromSeq}`,
          );
        }
      },
    },
    {
      name: 'does not see, while reading, what is appended since the call',
      run: async (create) => {
        const log = await create();
        await log.append([note(1), note(2)]);
        const reading = log.read();
        await log.append([note(3)]);
        const found: SessionEvent[] = [];
        for await (const event of reading) {
          found.push(event);
          await log.append([note('more')]);
        }
        checkEqual(found.map(withoutPlace), [note(1), note(2)], 'the events');
      },
    },
    {
      name: 'shares nothing with its callers: changing what went in or came out changes no event',
      run: async (create) => {
        const log = await create();
        const data = { list: ['kept'] };
        const itemList = [...pair('1', 'read', 'kept')];
        const acknowledged = await log.append([note(data), { type: 'items-appended', items: itemList }]);
        const before = JSON.stringify(await readAll(log));
        data.list[0] = 'changed';
        itemList.pop();
        for (const event of [...acknowledged, ...(await readAll(log))]) tryToSpoil(event);
        checkEqual(JSON.stringify(await readAll(log)), before, 'the events');
      },
    },
    {
      name: 'shares nothing with another log',
      run: async (create) => {
        const [one, other] = [await create(), await create()];
        await one.append([started]);
        checkEqual(await readAll(other), [], 'the events of the other log');
      },
    },
    {
      name: 'keeps blobs beside the events',
      run: async (create) => {
        const log = await create();
        const found = await log.blobs.get(await log.blobs.put(Uint8Array.of(1, 2, 3)));
        checkEqual(found && [...found], [1, 2, 3], 'the blob');
      },
    },
    {
      name: 'finishes what is under way when it closes, and refuses what comes after',
      run: async (create) => {
        const log = await create();
        const underWay = [log.append([started]), log.append([note('x'.repeat(100_000))])];
        await log.close();
        checkEqual(
          (await Promise.all(underWay)).flat().map(({ seq }) => seq),
          [1, 2],
          'what was under way',
        );
        await refuses(log.append([started]), 'closed', 'an append after close');
        await refuses(readAll(log), 'closed', 'reading after close');
        checkEqual(await log.version(), 2, 'the last version that was seen');
        await log.close();
      },
    },
  ];
}

async function readAll(log: SessionEventLog, options?: ReadOptions): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read(options)) events.push(event);
  return events;
}

function withoutPlace({ seq: _, atEpochMs: __, ...event }: SessionEvent): SessionEventInput {
  return event;
}

function checkGapless(events: readonly SessionEvent[]): void {
  let next = 1;
  for (const event of events) {
    check(event.seq === next, `expected seq ${next}, got ${event.seq}`);
    check(lastSeq(event) === event.seq + seqWidth(event) - 1, 'lastSeq and seqWidth disagree');
    next = lastSeq(event) + 1;
  }
}

/** The value with the keys of its objects in order: logs need not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** Changes what it can; a log may hand out frozen events. */
function tryToSpoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) tryToSpoil(part);
  for (const key of Object.keys(value)) Reflect.set(value, key, 'changed');
}

async function refuses(
  outcome: Promise<unknown>,
  code: string,
  what: string,
): Promise<Readonly<Record<'code' | 'expected' | 'actual', unknown>>> {
  const error: unknown = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  check(
    error instanceof Error && 'code' in error && error.code === code,
    `${what}: expected an error with code "${code}", got ${String(error)}`,
  );
  const { expected, actual } = error as { readonly expected?: unknown; readonly actual?: unknown };
  return { code, expected, actual };
}
