import type { SessionEvent, SessionEventInput } from '@ai4j/agent';
import { z } from 'zod/v4';
import { codingSessionCheckpointSchema } from '../checkpoint/coding-session-checkpoint.ts';
import { autoCompactBreakerSchema } from '../compact/auto-compact-breaker.ts';
import { codingSessionCompactResultSchema } from '../compact/coding-session-compact-result.ts';
import { codingLoopDecisionSchema } from '../loop/decide-continuation.ts';
import { processSnapshotSchema } from '../process/process-snapshot.ts';

/** The namespace of what coding sessions keep in extension events. */
export const CODING_NAMESPACE = 'ai4j.coding';

/** What a coding session knows besides its memory. */
export const codingFactsSchema = z
  .object({
    checkpoint: codingSessionCheckpointSchema.optional(),
    latestCompactResult: codingSessionCompactResultSchema.optional(),
    breaker: autoCompactBreakerSchema,
    processSnapshots: z.array(processSnapshotSchema).readonly().default([]),
  })
  .readonly();
export type CodingFacts = z.infer<typeof codingFactsSchema>;

const codingLogRecordSchema = z.discriminatedUnion('kind', [
  /** Of the memory replacement before it, where the outcome is `compacted`. */
  z.object({ kind: z.literal('compact-result'), data: codingSessionCompactResultSchema }).readonly(),
  z.object({ kind: z.literal('breaker'), data: autoCompactBreakerSchema }).readonly(),
  z
    .object({
      kind: z.literal('loop-decision'),
      data: z.object({ turn: z.number().int().positive(), decision: codingLoopDecisionSchema }).readonly(),
    })
    .readonly(),
  /** Memory was restored from an exported state, and this came with it. */
  z.object({ kind: z.literal('restored'), data: codingFactsSchema }).readonly(),
]);

/** What a coding session writes to its log beside the core's own events. */
export type CodingLogRecord = z.infer<typeof codingLogRecordSchema>;

export function codingLogEvent({ kind, data }: CodingLogRecord): SessionEventInput {
  return { type: 'extension', namespace: CODING_NAMESPACE, kind, data };
}

/** The record that an event is; undefined for every other event, and for kinds of later releases. */
export function codingLogRecordOf(event: SessionEvent): CodingLogRecord | undefined {
  if (event.type !== 'extension' || event.namespace !== CODING_NAMESPACE) return undefined;
  return codingLogRecordSchema.safeParse({ kind: event.kind, data: event.data }).data;
}
