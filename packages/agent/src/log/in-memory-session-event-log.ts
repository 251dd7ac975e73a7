import { SessionConflictError, SessionStoreError } from '../errors.ts';
import { lowerBound } from '../items/ascending.ts';
import { inMemoryBlobStore } from './in-memory-blob-store.ts';
import { lastSeq, type SessionEvent, type SessionEventInput } from './session-event.ts';
import type { AppendOptions, ReadOptions, SessionEventLog } from './session-event-log.ts';
import { placeEvents, storableEvent } from './storable-event.ts';

export interface InMemorySessionEventLogOptions {
  /** Default: what `ids` gives. */
  readonly sessionId?: string | undefined;
  /** Ms since the epoch. Default: the time of the machine. */
  readonly now?: (() => number) | undefined;
  /** Default: random UUIDs. */
  readonly ids?: (() => string) | undefined;
}

/** A session's events for as long as the process lives. Events are frozen copies, the same object for every reader. */
export function inMemorySessionEventLog(options: InMemorySessionEventLogOptions = {}): SessionEventLog {
  const { now = Date.now, ids = () => globalThis.crypto.randomUUID() } = options;
  const { sessionId = ids() } = options;
  return new InMemorySessionEventLog(sessionId, now);
}

class InMemorySessionEventLog implements SessionEventLog {
  readonly sessionId: string;
  readonly blobs = inMemoryBlobStore();
  readonly #now: () => number;
  readonly #events: SessionEvent[] = [];
  /** The last seq of each event: where a read begins is found, not searched for. */
  readonly #lastSeqs: number[] = [];
  #isClosed = false;

  constructor(sessionId: string, now: () => number) {
    this.sessionId = sessionId;
    this.#now = now;
  }

  async version(): Promise<number> {
    return this.#version;
  }

  async append(
    inputs: readonly SessionEventInput[],
    { expectedVersion = this.#version }: AppendOptions = {},
  ): Promise<readonly SessionEvent[]> {
    this.#refuseWhenClosed();
    if (expectedVersion !== this.#version) throw new SessionConflictError(expectedVersion, this.#version);
    const events = placeEvents(inputs.map(storableEvent), this.#version, this.#now());
    for (const event of events) {
      this.#events.push(event);
      this.#lastSeqs.push(lastSeq(event));
    }
    return events;
  }

  read({ fromSeq = 1, toSeq = this.#version }: ReadOptions = {}): AsyncIterable<SessionEvent> {
    return this.#range(lowerBound(this.#lastSeqs, fromSeq), Math.min(toSeq, this.#version));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  get #version(): number {
    return this.#lastSeqs.at(-1) ?? 0;
  }

  async *#range(position: number, toSeq: number): AsyncGenerator<SessionEvent> {
    for (let event = this.#events[position]; event && event.seq <= toSeq; event = this.#events[++position]) {
      this.#refuseWhenClosed();
      yield event;
    }
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed)
      throw new SessionStoreError('closed', `The log of session "${this.sessionId}" is closed.`);
  }
}
