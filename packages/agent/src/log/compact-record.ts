import { z } from 'zod/v4';
import { tokenUsageSchema } from '../tokens/token-usage.ts';
import { contextReportSchema } from './context-report.ts';
import { seqRangeSchema } from './seq-range.ts';

const lines = z.array(z.string()).readonly().default([]);

/** What a compaction can no longer show and where it is kept; filled by packages that verify what was forgotten. */
export const lossRecordSchema = z
  .object({
    ranges: z.array(seqRangeSchema).readonly(),
    items: z.number().int().nonnegative(),
    chars: z.number().int().nonnegative(),
    facts: z.array(z.string()).readonly().default([]),
  })
  .readonly();
export type LossRecord = z.infer<typeof lossRecordSchema>;

/** The structured result of one compaction as it is kept in the log: everything but the new memory itself. */
export const compactRecordSchema = z
  .object({
    policy: z.string(),
    /** The whole summary of the new memory. */
    summary: z.string().optional(),
    completed: lines,
    pending: lines,
    decisions: lines,
    changedArtifacts: lines,
    failedCommands: lines,
    testResults: lines,
    userConfirmations: lines,
    sandboxState: lines,
    openQuestions: lines,
    readFiles: lines,
    modifiedFiles: lines,
    contextReport: contextReportSchema.optional(),
    /** By one counter on both sides: the memory's items and summary. */
    tokensBefore: z.number().int().nonnegative().optional(),
    tokensAfter: z.number().int().nonnegative().optional(),
    itemsBefore: z.number().int().nonnegative(),
    itemsAfter: z.number().int().nonnegative(),
    /** What the summariser cost, when a model wrote the summary. */
    usage: tokenUsageSchema.optional(),
    lossRecord: lossRecordSchema.optional(),
  })
  .readonly();
export type CompactRecord = z.infer<typeof compactRecordSchema>;

/** What the log keeps of a result: everything but the memory itself, which the log can build. */
export function recordOf({
  memory: _,
  ...record
}: CompactRecord & { readonly memory: unknown }): CompactRecord {
  return record;
}
