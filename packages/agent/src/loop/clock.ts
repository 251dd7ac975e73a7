/** Time as an argument, so that what depends on it can be tested without waiting. */
export interface Clock {
  /** Ms since the epoch. */
  nowEpochMs(): number;
  /** Runs `task` once after `delayMs`, unless the function it returns is called before. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The time of the machine. */
export const systemClock: Clock = {
  nowEpochMs: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
