import type { BlobStore } from '../log/blob-store.ts';
import type { SessionEvent, SessionEventInput } from '../log/session-event.ts';
import type { AppendOptions, ReadOptions, SessionEventLog } from '../log/session-event-log.ts';
import type { Redactor } from '../redactor.ts';
import { redactEvent, redactJson } from './redact-event.ts';

/**
 * The same log, with what is appended redacted first, and what is put into its blobs where that is JSON.
 * Memory is a fold of the log: so it, the requests built from it, the summaries asked for and written,
 * and the snapshots saved hold nothing that the redactor takes out. What the log held before stays.
 *
 * The redactor is applied to what was redacted before, too: applied twice it should give the same.
 */
export function redactingEventLog(log: SessionEventLog, redact: Redactor): SessionEventLog {
  return new RedactingEventLog(log, redact);
}

class RedactingEventLog implements SessionEventLog {
  readonly sessionId: string;
  readonly blobs: BlobStore;
  readonly #log: SessionEventLog;
  readonly #redact: Redactor;

  constructor(log: SessionEventLog, redact: Redactor) {
    this.sessionId = log.sessionId;
    this.blobs = redactingBlobs(log.blobs, redact);
    this.#log = log;
    this.#redact = redact;
  }

  version(): Promise<number> {
    return this.#log.version();
  }

  append(events: readonly SessionEventInput[], options?: AppendOptions): Promise<readonly SessionEvent[]> {
    return this.#log.append(
      events.map((event) => redactEvent(event, this.#redact)),
      options,
    );
  }

  read(options?: ReadOptions): AsyncIterable<SessionEvent> {
    return this.#log.read(options);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** Whole outputs are kept as JSON; media are not, and pass. */
function redactingBlobs(blobs: BlobStore, redact: Redactor): BlobStore {
  return {
    put: (bytes) => blobs.put(redactJsonBytes(bytes, redact)),
    get: (hash) => blobs.get(hash),
  };
}

function redactJsonBytes(bytes: Uint8Array, redact: Redactor): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    JSON.parse(text);
  } catch {
    return bytes; // No JSON: media.
  }
  const redacted = redactJson(text, redact);
  return redacted === text ? bytes : new TextEncoder().encode(redacted);
}
