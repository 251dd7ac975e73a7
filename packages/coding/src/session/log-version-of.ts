import { type SessionEvent, type SessionEventInput, type SessionStore, SessionStoreError } from '@ai4j/agent';
import type { CodingSessionState } from './coding-session-state.ts';

/** The version of the log that a state refers to; 0 where the store has none. A history that the state carries is written first. */
export async function logVersionOf(
  { log: { sessionId }, history = [] }: CodingSessionState,
  store: SessionStore,
): Promise<number> {
  const version = await versionIn(store, sessionId);
  if (version > 0 || history.length === 0) return version;
  const log = await store.openLog(sessionId, { create: true });
  try {
    await log.append(history.map(withoutPlace), { expectedVersion: 0 });
    return await log.version();
  } finally {
    await log.close();
  }
}

async function versionIn(store: SessionStore, sessionId: string): Promise<number> {
  try {
    const log = await store.openLog(sessionId);
    try {
      return await log.version();
    } finally {
      await log.close();
    }
  } catch (error) {
    if (SessionStoreError.isInstance(error) && error.code === 'not_found') return 0;
    throw error;
  }
}

function withoutPlace({ seq: _, atEpochMs: __, ...event }: SessionEvent): SessionEventInput {
  return event;
}
