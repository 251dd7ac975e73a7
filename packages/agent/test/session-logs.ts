import type { SessionEvent } from '../src/log/session-event.ts';
import type { SessionEventLog } from '../src/log/session-event-log.ts';

/** Everything a log holds. */
export async function eventsOf(log: SessionEventLog): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read()) events.push(event);
  return events;
}

/** The same log, with some of its methods replaced. */
export function alteredLog(
  log: SessionEventLog,
  altered: Partial<Pick<SessionEventLog, 'append' | 'read' | 'version'>>,
): SessionEventLog {
  return {
    sessionId: log.sessionId,
    blobs: log.blobs,
    version: () => log.version(),
    append: (events, options) => log.append(events, options),
    read: (options) => log.read(options),
    close: () => log.close(),
    ...altered,
  };
}
