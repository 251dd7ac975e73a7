import { lossRecordSchema, tokenUsageSchema } from '@ai4j/agent';
import { z } from 'zod/v4';
import { codingSessionCheckpointSchema } from '../checkpoint/coding-session-checkpoint.ts';
import { compactPartSchema } from './compact-part.ts';

/** The version of compact results that this release writes. */
export const COMPACT_RESULT_SCHEMA_VERSION = 1;

const count = z.number().int().nonnegative();

/** The highest rung that a compaction took; `-delta`: an earlier checkpoint was carried on. */
export const compactStrategySchema = z.enum([
  'tool-result-micro',
  'checkpoint',
  'checkpoint-delta',
  'aggressive-checkpoint',
  'aggressive-checkpoint-delta',
]);
export type CompactStrategy = z.infer<typeof compactStrategySchema>;

/** Why a compaction that may have been due was not done. The first five are the compactor's, the others the session's. */
export const compactSkipReasonSchema = z.enum([
  /** It is not over the target. */
  'fits',
  /** Everything there is must stay. */
  'nothing-to-cut',
  /** What must stay is over the target by itself: see `floorParts`. */
  'floor-too-high',
  /** It would not have become smaller by enough. */
  'no-gain',
  'aborted',
  'disabled',
  'breaker-open',
  /** A compaction was just undone. */
  'held-off',
  /** A hook said no. */
  'vetoed',
  /** Memory changed while the compactor worked. */
  'stale',
  /** Calls wait for an approval. */
  'awaiting-approval',
]);
export type CodingCompactSkipReason = z.infer<typeof compactSkipReasonSchema>;

/** A tool result that memory holds as a placeholder from now on; the log has the original. */
export const clearedReferenceSchema = z
  .object({
    itemId: z.string(),
    /** Its place in the log. */
    seq: z.number().int().positive().optional(),
    callId: z.string(),
    toolName: z.string().optional(),
    /** The file that the call read or wrote, where it named one. */
    path: z.string().optional(),
  })
  .readonly();
export type ClearedReference = z.infer<typeof clearedReferenceSchema>;

export const summaryCostSchema = z
  .object({ amount: z.number().nonnegative(), currency: z.string() })
  .readonly();
export type SummaryCost = z.infer<typeof summaryCostSchema>;

const shared = {
  schemaVersion: z.literal(COMPACT_RESULT_SCHEMA_VERSION).default(COMPACT_RESULT_SCHEMA_VERSION),
  automatic: z.boolean(),
  beforeItemCount: count,
  afterItemCount: count,
  /** System prompt and tools included, by one estimator on both sides. */
  estimatedTokensBefore: count,
  estimatedTokensAfter: count,
  /** The summary of memory as it is now. */
  summary: z.string().optional(),
  checkpoint: codingSessionCheckpointSchema.optional(),
  /** The cut fell inside the turn that is under way. */
  splitTurn: z.boolean(),
  /** Tool results that became placeholders, whatever the strategy. */
  compactedToolResultCount: count,
  /** Items that went into the checkpoint this time. */
  deltaItemCount: count,
  checkpointReused: z.boolean(),
  /** No usable answer of a model stands behind this checkpoint: it was made mechanically instead. */
  fallbackSummary: z.boolean(),
  /** The oldest items that the summariser was not shown, for want of room in its window. */
  droppedOnRetryCount: count,
  clearedReferences: z.array(clearedReferenceSchema).readonly(),
  /** What memory no longer shows, by seq; with `recall` it can be had back. */
  lossRecord: lossRecordSchema.optional(),
  /** The biggest parts of what must stay, where that is the trouble. */
  floorParts: z.array(compactPartSchema).readonly(),
  /** What all summary calls of this compaction were billed, refused answers included. */
  summaryUsage: tokenUsageSchema.optional(),
  summaryCost: summaryCostSchema.optional(),
  durationMs: count,
};

const outcomeSchemas = [
  z
    .object({
      outcome: z.literal('compacted'),
      strategy: compactStrategySchema,
      /** Why the model's answer was not used, where one was asked for. */
      fallbackReason: z.string().optional(),
      ...shared,
    })
    .readonly(),
  z.object({ outcome: z.literal('skipped'), skipReason: compactSkipReasonSchema, ...shared }).readonly(),
  z.object({ outcome: z.literal('failed'), failure: z.string(), ...shared }).readonly(),
] as const;

/**
 * What one compaction did, for hosts and for the log. `compacted`: memory was replaced. `skipped`: there
 * was nothing to do, or nothing to gain; memory is as it was. `failed`: it was tried in vain; memory is as it was.
 */
export type CodingSessionCompactResult = z.infer<(typeof outcomeSchemas)[number]>;
export const codingSessionCompactResultSchema: z.ZodType<CodingSessionCompactResult> = z.discriminatedUnion(
  'outcome',
  outcomeSchemas,
);
