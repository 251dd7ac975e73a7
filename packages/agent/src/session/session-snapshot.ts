import { z } from 'zod/v4';
import { SessionStoreError, SnapshotVersionError } from '../errors.ts';
import { memoryItemSchema } from '../items/agent-item.ts';
import { compactRecordSchema } from '../log/compact-record.ts';
import { seqRangeSchema } from '../log/seq-range.ts';
import { tokenUsageSchema } from '../tokens/token-usage.ts';

/** The version of the snapshot that this release writes. */
export const SESSION_SNAPSHOT_SCHEMA_VERSION = 1;

/** What the host knows of a session: JSON values by name. */
export const sessionMetadataSchema = z.record(z.string(), z.unknown()).readonly();
export type SessionMetadata = z.infer<typeof sessionMetadataSchema>;

/** A call that has no output yet because a person had, or has, to decide on it. */
export const pendingApprovalSchema = z
  .object({
    callId: z.string(),
    toolName: z.string(),
    /** Absent while nobody has decided. */
    decision: z.enum(['approved', 'rejected']).optional(),
    reason: z.string().optional(),
  })
  .readonly();
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

/**
 * A session at one seq of its log, whole: what a store keeps, and what can be shown without reading the
 * log. All of it is a fold of the log up to `seq`; the log is the truth, this is a cache of it.
 */
export const agentSessionSnapshotSchema = z
  .object({
    schemaVersion: z.literal(SESSION_SNAPSHOT_SCHEMA_VERSION),
    sessionId: z.string().min(1),
    /** The version of the log that this is the fold of. */
    seq: z.number().int().nonnegative(),
    createdAtEpochMs: z.number().int().nonnegative(),
    updatedAtEpochMs: z.number().int().nonnegative(),
    metadata: sessionMetadataSchema,
    memory: z
      .object({
        items: z.array(memoryItemSchema).readonly(),
        summary: z.string().optional(),
        seqs: z.array(seqRangeSchema).readonly(),
        covered: seqRangeSchema.optional(),
      })
      .readonly(),
    /** The last compaction that still counts. */
    compactResult: compactRecordSchema.optional(),
    /** Of all model calls of the session, those of summaries included, each once. */
    usage: tokenUsageSchema,
    pendingApprovals: z.array(pendingApprovalSchema).readonly(),
  })
  .readonly();
export type AgentSessionSnapshot = z.infer<typeof agentSessionSnapshotSchema>;

/**
 * Reads a snapshot that was stored or sent. Fields it does not know are left out.
 * @throws SnapshotVersionError when a later release wrote it
 * @throws SessionStoreError `unreadable` when it is no snapshot
 */
export function parseSessionSnapshot(value: unknown): AgentSessionSnapshot {
  const found = versionOf(value);
  if (typeof found === 'number' && found > SESSION_SNAPSHOT_SCHEMA_VERSION) {
    throw new SnapshotVersionError('The session snapshot', found, SESSION_SNAPSHOT_SCHEMA_VERSION);
  }
  const parsed = agentSessionSnapshotSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SessionStoreError('unreadable', `Not a session snapshot: ${z.prettifyError(parsed.error)}`);
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value
    ? value.schemaVersion
    : undefined;
}
