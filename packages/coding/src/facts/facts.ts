import type { OutputOutcome } from '@ai4j/agent';
import type { RequestsLedger } from './requests-ledger.ts';

/** A rule that a person stated, word for word. */
export interface StatedConstraint {
  readonly itemId: string;
  readonly text: string;
}

/** A shell command, as often as it was run. */
export interface CommandRun {
  readonly command: string;
  /** Of the latest run. */
  readonly outcome: OutputOutcome;
  /** The output of the latest run. */
  readonly itemId: string;
  /** The end of the latest output, where it failed. */
  readonly error: string | undefined;
}

/** A call that a person, or a policy, rejected. */
export interface RejectedCall {
  readonly itemId: string;
  readonly toolName: string;
  readonly reason: string;
}

/** Something that was started and has not been seen to end. */
export interface RunningWork {
  readonly itemId: string;
  /** The id of a background process, or of a call without an output. */
  readonly id: string;
  readonly description: string;
}

/** What items say, mechanically: no model was asked, and each fact names the item it stems from. */
export interface Facts {
  readonly constraints: readonly StatedConstraint[];
  readonly requests: RequestsLedger;
  readonly readPaths: readonly string[];
  readonly modifiedPaths: readonly string[];
  /** By the time of their latest run. */
  readonly commands: readonly CommandRun[];
  readonly rejectedCalls: readonly RejectedCall[];
  readonly runningWork: readonly RunningWork[];
}
