/** So many failures in a row, and a policy is left alone. */
export const MAX_COMPACT_FAILURES_IN_A_ROW = 3;

/**
 * Keeps a policy that keeps failing from being called at every step. Closed until
 * `MAX_COMPACT_FAILURES_IN_A_ROW` failures in a row; then each new run may try once.
 */
export class CompactBreaker {
  #failuresInARow = 0;
  #triedInRun: string | undefined;

  /** Whether the policy may be called in this run. */
  allows(runId: string): boolean {
    return this.#failuresInARow < MAX_COMPACT_FAILURES_IN_A_ROW || this.#triedInRun !== runId;
  }

  failed(runId: string): void {
    this.#failuresInARow += 1;
    this.#triedInRun = runId;
  }

  /** A compaction succeeded, by whomever. */
  close(): void {
    this.#failuresInARow = 0;
    this.#triedInRun = undefined;
  }
}
