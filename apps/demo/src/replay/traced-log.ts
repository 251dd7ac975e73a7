import type { SessionEvent, SessionEventLog } from '@ai4j/agent';

/** The same log; each event is told to `onEvent` once it is acknowledged. */
export function tracedLog(log: SessionEventLog, onEvent: (event: SessionEvent) => void): SessionEventLog {
  return {
    sessionId: log.sessionId,
    blobs: log.blobs,
    version: () => log.version(),
    async append(events, options) {
      const appended = await log.append(events, options);
      for (const event of appended) onEvent(event);
      return appended;
    },
    read: (options) => log.read(options),
    close: () => log.close(),
  };
}
