/** Runs what it is given one after the other, in the order given; a task that fails does not stop the next. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined); // Whoever asked for it hears of the failure.
    return result;
  }
}
