import { z } from 'zod/v4';
import { requestsLedgerSchema } from '../facts/requests-ledger.ts';
import { processSnapshotSchema } from '../process/process-snapshot.ts';

/** The version of the extensions that this release writes. */
export const CHECKPOINT_SCHEMA_VERSION = 1;

const lines = z.array(z.string()).readonly().default([]);

/** The lists of a checkpoint that are bounded: the oldest entries are let go, and counted. */
export const boundedListNames = [
  'doneItems',
  'inProgressItems',
  'blockedItems',
  'keyDecisions',
  'nextSteps',
  'criticalContext',
] as const;
export type BoundedListName = (typeof boundedListNames)[number];

/** What a checkpoint carries beyond the twelve fields. */
export const checkpointExtensionsSchema = z
  .object({
    schemaVersion: z.literal(CHECKPOINT_SCHEMA_VERSION).default(CHECKPOINT_SCHEMA_VERSION),
    /** What the user asked for, and what became of it. */
    ledger: requestsLedgerSchema.default([]),
    /** What the user wants kept word for word. */
    pins: lines,
    /** Said to be the user's words by a summariser, but found in no message the user typed. */
    inferred: lines,
    /** Entries that were let go, by list. */
    unlisted: z
      .partialRecord(z.enum([...boundedListNames, 'constraints', 'inferred']), z.number().int().positive())
      .default({}),
  })
  .readonly();
export type CheckpointExtensions = z.infer<typeof checkpointExtensionsSchema>;

/** What a compaction leaves for the turns after it: the state of a task, not loose prose. */
export const codingSessionCheckpointSchema = z
  .object({
    goal: z.string().default(''),
    /** Rules the user stated, word for word. */
    constraints: lines,
    doneItems: lines,
    inProgressItems: lines,
    blockedItems: lines,
    keyDecisions: lines,
    nextSteps: lines,
    criticalContext: lines,
    processSnapshots: z.array(processSnapshotSchema).readonly().default([]),
    generatedAtEpochMs: z.number().int().nonnegative().default(0),
    /** Items of memory when it was made. */
    sourceItemCount: z.number().int().nonnegative().default(0),
    /** The cut fell inside a turn: the kept items are that turn's tail. */
    splitTurn: z.boolean().default(false),
    extensions: checkpointExtensionsSchema.prefault({}),
  })
  .readonly();
export type CodingSessionCheckpoint = z.infer<typeof codingSessionCheckpointSchema>;

/** A checkpoint that says nothing. */
export const emptyCheckpoint: CodingSessionCheckpoint = codingSessionCheckpointSchema.parse({});

/** Says nothing that a later turn could use. */
export function isEmptyCheckpoint(checkpoint: CodingSessionCheckpoint): boolean {
  return (
    checkpoint.goal.trim() === '' &&
    checkpoint.constraints.length === 0 &&
    boundedListNames.every((name) => checkpoint[name].length === 0)
  );
}
