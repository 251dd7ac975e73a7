import { type SessionStore, SessionStoreError } from '@ai4j/agent';
import { SerialQueue } from './serial-queue.ts';
import { ThreadLog } from './thread-log.ts';

/** Before the thread's id: what lists threads opens no session of an agent. */
const SESSION_ID_PREFIX = 'langgraph_';

/** The threads of a store: one session each. Those that were used stay open, with their folds, until `close`. */
export class ThreadLogs {
  readonly #store: SessionStore;
  readonly #open = new Map<string, ThreadLog>();
  readonly #queue = new SerialQueue();

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** A thread that is there. */
  find(threadId: string): Promise<ThreadLog | undefined> {
    return this.#queue.run(async () => {
      try {
        return await this.#opened(threadId, false);
      } catch (error) {
        if (SessionStoreError.isInstance(error) && error.code === 'not_found') return undefined;
        throw error;
      }
    });
  }

  /** A thread that is there now, if it was not before. */
  findOrMake(threadId: string): Promise<ThreadLog> {
    return this.#queue.run(() => this.#opened(threadId, true));
  }

  delete(threadId: string): Promise<void> {
    return this.#queue.run(async () => {
      await this.#open.get(threadId)?.close();
      this.#open.delete(threadId);
      await this.#store.delete(SESSION_ID_PREFIX + threadId);
    });
  }

  async *ids(): AsyncGenerator<string> {
    let startAfter: string | undefined = SESSION_ID_PREFIX;
    while (startAfter !== undefined) {
      const page: readonly string[] = await this.#store.list({ startAfter });
      for (const sessionId of page) {
        if (!sessionId.startsWith(SESSION_ID_PREFIX)) return;
        yield sessionId.slice(SESSION_ID_PREFIX.length);
      }
      startAfter = page.at(-1);
    }
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      for (const thread of this.#open.values()) await thread.close();
      this.#open.clear();
    });
  }

  async #opened(threadId: string, create: boolean): Promise<ThreadLog> {
    const open = this.#open.get(threadId);
    if (open) return open;
    const thread = await ThreadLog.open(await this.#store.openLog(SESSION_ID_PREFIX + threadId, { create }));
    this.#open.set(threadId, thread);
    return thread;
  }
}
