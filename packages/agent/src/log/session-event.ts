import { z } from 'zod/v4';
import { memoryItemSchema } from '../items/agent-item.ts';
import { tokenUsageSchema } from '../tokens/token-usage.ts';
import { compactRecordSchema } from './compact-record.ts';
import { contextReportSchema } from './context-report.ts';
import { seqRangeSchema } from './seq-range.ts';

/** The version of the event union that this release writes. */
export const SESSION_LOG_SCHEMA_VERSION = 1;

const seq = z.number().int().positive();

/**
 * One item of a replaced memory: a range of logged items taken as they are, or one logged item
 * in another form (cleared, shortened). Never a copy of what the log has already.
 */
export const memoryRefSchema = z.union([
  seqRangeSchema,
  z.object({ seq, item: memoryItemSchema }).readonly(),
]);
export type MemoryRef = z.infer<typeof memoryRefSchema>;

export const memoryReplacedReasonSchema = z.enum(['compact', 'compress', 'restore', 'clear']);
export type MemoryReplacedReason = z.infer<typeof memoryReplacedReasonSchema>;

const eventSchemas = [
  /** Items entered memory. Item `i` has seq `seq + i`. */
  z.object({
    type: z.literal('items-appended'),
    items: z.array(memoryItemSchema).min(1).readonly(),
    /** What the model call that produced these items was billed. */
    usage: tokenUsageSchema.optional(),
  }),
  /** Memory became `memory` plus `summary`; `covered` is every seq that left it, now or before. */
  z.object({
    type: z.literal('memory-replaced'),
    reason: memoryReplacedReasonSchema,
    memory: z.array(memoryRefSchema).readonly(),
    summary: z.string().optional(),
    covered: seqRangeSchema.optional(),
    /** Items that were appended just before for the sake of this replacement: undoing it takes them out again. */
    introduced: seqRangeSchema.optional(),
    result: compactRecordSchema.optional(),
  }),
  /** The `memory-replaced` at `undoneSeq` no longer counts: memory is what it was before it, plus what came after. */
  z.object({ type: z.literal('compaction-undone'), undoneSeq: seq }),
  /** The content of these items was removed on purpose; they read as a tombstone everywhere. */
  z.object({ type: z.literal('redacted'), ranges: z.array(seqRangeSchema).readonly(), reason: z.string() }),
  /** The content of these items was deleted by retention; they must have left memory before. */
  z.object({ type: z.literal('pruned'), ranges: z.array(seqRangeSchema).readonly(), reason: z.string() }),
  z.object({
    type: z.literal('approval-requested'),
    callId: z.string(),
    toolName: z.string(),
    reason: z.string().optional(),
  }),
  z.object({
    type: z.literal('approval-resolved'),
    callId: z.string(),
    decision: z.enum(['approved', 'rejected']),
    reason: z.string().optional(),
  }),
  /** This session began as the memory of another one at `atSeq`. */
  z.object({ type: z.literal('forked-from'), sessionId: z.string(), atSeq: z.number().int().nonnegative() }),
  /** State of a package above the core; unknown namespaces are kept and passed over. */
  z.object({ type: z.literal('extension'), namespace: z.string(), kind: z.string(), data: z.unknown() }),
  /** A projection differed from the one before it. */
  z.object({ type: z.literal('report'), report: contextReportSchema }),
  z.object({ type: z.literal('run-started'), runId: z.string() }),
  z.object({
    type: z.literal('run-ended'),
    runId: z.string(),
    stopReason: z.string(),
    usage: tokenUsageSchema.optional(),
  }),
] as const;

/** Every type of event that this release knows. */
export const sessionEventTypes: ReadonlySet<string> = new Set(
  eventSchemas.map((schema) => schema.shape.type.value),
);

/** What a caller appends: an event without its place in the log. */
export type SessionEventInput = Readonly<z.infer<(typeof eventSchemas)[number]>>;
export const sessionEventInputSchema: z.ZodType<SessionEventInput> = z.discriminatedUnion(
  'type',
  eventSchemas,
);

const placeSchema = z.object({
  /** The first seq this event occupies; order is by seq, never by time. */
  seq,
  atEpochMs: z.number().int().nonnegative(),
});
export const sessionEventSchema = z.intersection(placeSchema, sessionEventInputSchema);
export type SessionEvent = SessionEventInput & Readonly<z.infer<typeof placeSchema>>;

/** How many seqs an event occupies: one for each item it appends, else one. */
export function seqWidth(event: SessionEventInput): number {
  return event.type === 'items-appended' ? event.items.length : 1;
}

/** The last seq an event occupies: the version of a log that ends with it. */
export function lastSeq(event: SessionEvent): number {
  return event.seq + seqWidth(event) - 1;
}
