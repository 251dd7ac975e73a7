/** Runs one task after the other, in the order in which they came; a task that fails stops no other. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {
      // The caller of that task has its error; the next one starts from what is there.
    });
    return result;
  }
}
