import fc from 'fast-check';
import {
  type BoundedListName,
  boundedListNames,
  type CodingSessionCheckpoint,
} from '../src/checkpoint/coding-session-checkpoint.ts';
import { requestStateSchema, type UserRequest } from '../src/facts/requests-ledger.ts';
import { type ProcessSnapshot, processStatusSchema } from '../src/process/process-snapshot.ts';

/** Texts made of what could be taken for our own marks, and of what breaks files and terminals. */
export const hostileTextArbitrary: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 6,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '## Goal',
          '### Done',
          '## Process Snapshots',
          '- ',
          '- [x] ',
          '[ ] ',
          '1. ',
          '12) ',
          '(none)',
          '"',
          '\\',
          '```',
          '~~~~',
          '\n',
          '\n\n',
          '  ',
          '\t',
          '\r\n',
          ' | ',
          'text=',
          '<!-- checkpoint 1 | x=1 -->',
          '… 3 earlier entries are no longer listed',
          'Continue the current coding session.',
          'Resume from the latest workspace state.',
          '压缩の履歴',
          '👩‍👩‍👧',
          '\ud83d',
          '\ude00',
          '\0',
          '\u2028',
          'plain',
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  },
);

const texts = fc.array(hostileTextArbitrary, { maxLength: 4 });
const count = fc.nat({ max: 1_000_000 });

const processArbitrary: fc.Arbitrary<ProcessSnapshot> = fc.record(
  {
    processId: hostileTextArbitrary,
    command: hostileTextArbitrary,
    workingDirectory: hostileTextArbitrary,
    status: fc.constantFrom(...processStatusSchema.options),
    restored: fc.boolean(),
    controlAvailable: fc.boolean(),
    lastLogOffset: count,
    lastLogPreview: hostileTextArbitrary,
    pid: count,
    exitCode: fc.integer({ min: -1, max: 255 }),
    startedAtEpochMs: count,
    endedAtEpochMs: count,
  },
  {
    requiredKeys: [
      'processId',
      'command',
      'workingDirectory',
      'status',
      'restored',
      'controlAvailable',
      'lastLogOffset',
      'lastLogPreview',
    ],
  },
);

const requestArbitrary: fc.Arbitrary<UserRequest> = fc.record(
  {
    number: fc.integer({ min: 1, max: 50 }),
    itemId: hostileTextArbitrary,
    text: hostileTextArbitrary,
    state: fc.constantFrom(...requestStateSchema.options),
    supersededBy: fc.integer({ min: 1, max: 50 }),
    inReplyTo: hostileTextArbitrary,
  },
  { requiredKeys: ['number', 'itemId', 'text', 'state'] },
);

const unlistedArbitrary: fc.Arbitrary<Partial<Record<BoundedListName, number>>> = fc.dictionary(
  fc.constantFrom(...boundedListNames),
  fc.integer({ min: 1, max: 99 }),
);

/** Any checkpoint at all. */
export const checkpointArbitrary: fc.Arbitrary<CodingSessionCheckpoint> = fc.record({
  goal: hostileTextArbitrary,
  constraints: texts,
  doneItems: texts,
  inProgressItems: texts,
  blockedItems: texts,
  keyDecisions: texts,
  nextSteps: texts,
  criticalContext: texts,
  processSnapshots: fc.array(processArbitrary, { maxLength: 2 }),
  generatedAtEpochMs: count,
  sourceItemCount: count,
  splitTurn: fc.boolean(),
  extensions: fc.record({
    schemaVersion: fc.constant(1 as const),
    ledger: fc
      .uniqueArray(requestArbitrary, { selector: ({ number }) => number, maxLength: 3 })
      .map((requests) => requests.sort((a, b) => a.number - b.number)),
    pins: texts,
    inferred: texts,
    unlisted: unlistedArbitrary,
  }),
});
