import { AgentSessionError } from '../errors.ts';
import { Mutex } from '../memory/mutex.ts';

/** What changes a session, one after the other, in the order in which it was asked for. */
export class TurnQueue {
  readonly #mutex = new Mutex();
  #waiting = 0;
  #isClosed = false;

  /** Something is under way, or waits for it. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /**
   * Runs `task` when its turn comes.
   * @throws AgentSessionError `busy` when it may not wait, `closed` after `close`
   */
  async run<T>(task: () => Promise<T>, whenBusy: 'queue' | 'reject' = 'queue'): Promise<T> {
    if (this.#isClosed) throw new AgentSessionError('closed', 'The session is closed.');
    if (whenBusy === 'reject' && this.isBusy)
      throw new AgentSessionError('busy', 'The session is at work; wait for it, or let this queue.');
    this.#waiting += 1;
    return this.#mutex.run(task).finally(() => {
      this.#waiting -= 1;
    });
  }

  /** Takes no more, and runs `last` when everything that waits is done; only the first call does. */
  async close(last: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return this.#mutex.run(async () => {});
    this.#isClosed = true;
    return this.#mutex.run(last);
  }
}
