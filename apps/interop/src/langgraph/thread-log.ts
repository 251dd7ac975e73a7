import type { SessionEventLog } from '@ai4j/agent';
import { type CheckpointEvent, toSessionEvent } from './checkpoint-event.ts';
import { SerialQueue } from './serial-queue.ts';
import { ThreadFold } from './thread-fold.ts';

/** One thread: its session's log, and the fold of it as this process last saw it. */
export class ThreadLog {
  readonly #log: SessionEventLog;
  readonly #fold = new ThreadFold();
  readonly #queue = new SerialQueue();

  private constructor(log: SessionEventLog) {
    this.#log = log;
  }

  static async open(log: SessionEventLog): Promise<ThreadLog> {
    const thread = new ThreadLog(log);
    await thread.read();
    return thread;
  }

  /** The thread with everything that its log has now. */
  read(): Promise<ThreadFold> {
    return this.#queue.run(async () => {
      const version = await this.#log.version();
      const unread = { fromSeq: this.#fold.version + 1, toSeq: version };
      if (version > this.#fold.version)
        for await (const event of this.#log.read(unread)) this.#fold.apply(event);
      this.#fold.passOver(version);
      return this.#fold;
    });
  }

  /**
   * Appends what `plan` makes of the thread as it was last read.
   * @throws SessionConflictError when another process appended since: nothing is written, read and plan anew
   */
  append(plan: (thread: ThreadFold) => readonly CheckpointEvent[]): Promise<void> {
    return this.#queue.run(async () => {
      const events = plan(this.#fold).map(toSessionEvent);
      if (events.length === 0) return;
      const expectedVersion = this.#fold.version;
      for (const event of await this.#log.append(events, { expectedVersion })) this.#fold.apply(event);
    });
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#log.close());
  }
}
