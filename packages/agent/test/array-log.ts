import { SessionConflictError } from '../src/errors.ts';
import { lastSeq, type SessionEvent, seqWidth } from '../src/log/session-event.ts';
import type { SessionEventLog } from '../src/log/session-event-log.ts';
export function arrayLog(): SessionEventLog & { events: SessionEvent[] } {
  const events: SessionEvent[] = [];
  const version = () => (events.length ? lastSeq(events.at(-1)!) : 0);
  return {
    events,
    sessionId: 's',
    blobs: undefined as never,
    async version() {
      return version();
    },
    async append(inputs, options) {
      await Promise.resolve();
      if (options?.expectedVersion !== undefined && options.expectedVersion !== version())
        throw new SessionConflictError(options.expectedVersion, version());
      const out = inputs.map((input) => {
        const e = { ...input, seq: version() + 1, atEpochMs: 0 } as SessionEvent;
        events.push(e);
        return e;
      });
      return out;
    },
    async *read({ fromSeq = 1, toSeq = version() } = {}) {
      for (const e of [...events]) if (lastSeq(e) >= fromSeq && e.seq <= toSeq) yield e;
    },
    async close() {},
  };
}
