import type { SessionEventInput } from '../log/session-event.ts';
import { metadataEvent } from './session-metadata-event.ts';
import type { AgentSessionSnapshot, SessionMetadata } from './session-snapshot.ts';

/**
 * The first events of a session: its metadata, and what it takes over from a snapshot that came without
 * its log (memory, last compaction, open approvals). What had left that memory stays behind with the log.
 */
export function firstEvents(
  metadata: SessionMetadata,
  from: AgentSessionSnapshot | undefined,
): readonly SessionEventInput[] {
  if (!from) return [metadataEvent(metadata)];
  const { memory, compactResult, pendingApprovals } = from;
  const { items, summary } = memory;
  // Seq 1 is the metadata.
  const range = [2, items.length + 1] as const;
  return [
    metadataEvent({ ...from.metadata, ...metadata }),
    ...(items.length > 0 ? [{ type: 'items-appended' as const, items }] : []),
    {
      type: 'memory-replaced',
      reason: 'restore',
      memory: items.length > 0 ? [range] : [],
      ...(summary !== undefined && { summary }),
      ...(compactResult && { result: compactResult }),
    },
    ...pendingApprovals.flatMap(({ callId, toolName, decision, reason }): SessionEventInput[] => [
      { type: 'approval-requested', callId, toolName, ...(reason !== undefined && { reason }) },
      ...(decision
        ? [{ type: 'approval-resolved' as const, callId, decision, ...(reason !== undefined && { reason }) }]
        : []),
    ]),
  ];
}
