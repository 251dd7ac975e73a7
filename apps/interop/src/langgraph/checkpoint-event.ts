import type { SessionEvent, SessionEventInput } from '@ai4j/agent';
import { z } from 'zod/v4';
import { storedValueSchema } from './stored-value.ts';

/** Under which the events of this adapter stand in a session's log. */
export const LANGGRAPH_NAMESPACE = 'langgraph';

/** Where a checkpoint is in its thread: the root graph has the namespace ''. */
const placeSchema = z.object({
  schemaVersion: z.literal(1),
  checkpointNamespace: z.string(),
  checkpointId: z.string(),
});

/** A checkpoint came to be. Of its channels it has those that changed; the others are as its parent has them. */
const checkpointPutSchema = placeSchema.extend({
  parentId: z.string().optional(),
  /** Everything but the values of the channels. */
  checkpoint: storedValueSchema,
  metadata: storedValueSchema,
  channelVersions: z.array(z.tuple([z.string(), z.union([z.string(), z.number()])])).readonly(),
  changedChannels: z.array(z.tuple([z.string(), storedValueSchema])).readonly(),
});

/** What a task wrote after a checkpoint, each write at its index. */
const writesPutSchema = placeSchema.extend({
  taskId: z.string(),
  taskPath: z.string(),
  writes: z
    .array(z.object({ index: z.number().int(), channel: z.string(), value: storedValueSchema }))
    .readonly(),
});

const checkpointEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkpoint-put'), data: checkpointPutSchema }),
  z.object({ kind: z.literal('writes-put'), data: writesPutSchema }),
]);

export type CheckpointEvent = z.infer<typeof checkpointEventSchema>;
export type CheckpointPut = z.infer<typeof checkpointPutSchema>;
export type WritesPut = z.infer<typeof writesPutSchema>;

export function toSessionEvent({ kind, data }: CheckpointEvent): SessionEventInput {
  return { type: 'extension', namespace: LANGGRAPH_NAMESPACE, kind, data };
}

/**
 * The event of ours that a log holds; undefined for events of others.
 * @throws ZodError for an event of ours that this release cannot read
 */
export function readCheckpointEvent(event: SessionEvent): CheckpointEvent | undefined {
  if (event.type !== 'extension' || event.namespace !== LANGGRAPH_NAMESPACE) return undefined;
  return checkpointEventSchema.parse(event);
}
