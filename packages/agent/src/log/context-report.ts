import { z } from 'zod/v4';
import { seqRangeSchema } from './seq-range.ts';

const count = z.number().int().nonnegative();

const ranges = z.array(seqRangeSchema).readonly();

/** Every source item is kept or dropped; of the kept, some are not sent as they are. */
export const itemFatesSchema = z
  .object({
    kept: ranges,
    dropped: ranges,
    /** Every tool result inside these ranges reads as a placeholder (a range may span items of other kinds). */
    clearedToolResults: ranges,
    /** Every reasoning item inside these ranges is cleared. */
    clearedReasoning: ranges,
    /** Items that a projector sends in another form of its own making. */
    altered: ranges,
  })
  .readonly();
export type ItemFates = z.infer<typeof itemFatesSchema>;

/** What one projection kept, cleared and dropped. Items are memory items: the summary is none, but its size counts. */
export const contextReportSchema = z
  .object({
    sourceItemCount: count,
    projectedItemCount: count,
    droppedItemCount: count,
    /** Items that are still there, with a placeholder for their content. */
    clearedItemCount: count,
    sourceApproxChars: count,
    projectedApproxChars: count,
    /** By the counter named in `tokenCounter`; absent when the projection had none. */
    sourceTokens: count.optional(),
    projectedTokens: count.optional(),
    tokenCounter: z.string().optional(),
    itemLimitApplied: z.boolean(),
    characterLimitApplied: z.boolean(),
    tokenLimitApplied: z.boolean(),
    byteLimitApplied: z.boolean(),
    /** What happened, one sentence each, in the order in which it happened. */
    notes: z.array(z.string()).readonly(),
    /** The fate of each source item by its seq in the log; absent when the source has no log. */
    fates: itemFatesSchema.optional(),
  })
  .readonly();
export type ContextReport = z.infer<typeof contextReportSchema>;
