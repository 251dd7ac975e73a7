import type { SessionEventInput } from '../log/session-event.ts';
import { type SessionMetadata, sessionMetadataSchema } from './session-snapshot.ts';

/** The namespace of what the core itself keeps in extension events. */
export const AGENT_NAMESPACE = 'ai4j.agent';

const METADATA_KIND = 'metadata';

/** The session has this metadata from here on. */
export function metadataEvent(metadata: SessionMetadata): SessionEventInput {
  return { type: 'extension', namespace: AGENT_NAMESPACE, kind: METADATA_KIND, data: metadata };
}

/** The metadata that an event sets; undefined for every other event. */
export function metadataOf(event: SessionEventInput): SessionMetadata | undefined {
  if (event.type !== 'extension' || event.namespace !== AGENT_NAMESPACE || event.kind !== METADATA_KIND)
    return undefined;
  return sessionMetadataSchema.safeParse(event.data).data;
}
