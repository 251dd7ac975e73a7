/**
 * What a trace can break: a law of docs/architecture.md, the rules of the log itself (`log`),
 * or those of the trace (`trace`).
 */
export type Law = 'L1' | 'L2' | 'L3' | 'L4' | 'L6' | 'L7' | 'log' | 'trace';

/** What one rule finds; the checker knows at which step. */
export interface Finding {
  readonly law: Law;
  readonly detail: string;
}

export interface Violation extends Finding {
  /** The request it was found at; for what lies between requests, the one before it. */
  readonly step: number;
}
