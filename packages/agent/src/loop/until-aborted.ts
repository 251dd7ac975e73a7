/**
 * The value, or a rejection with the reason of an abort that comes first: what does not listen to its
 * signal cannot hold a run up. What such a promise comes to later is dropped.
 */
export function untilAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
