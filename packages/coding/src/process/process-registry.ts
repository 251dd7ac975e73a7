import type { ProcessSnapshot } from './process-snapshot.ts';

export interface StartProcess {
  readonly command: string;
  /** Inside the workspace; default its root. */
  readonly workingDirectory?: string | undefined;
}

export interface ReadProcessLog {
  /** Chars since the process started; default 0. */
  readonly offset?: number | undefined;
  /** Chars to return at most; default `defaultBashLogChars`. */
  readonly limit?: number | undefined;
}

export interface ProcessLog {
  readonly text: string;
  /** Where `text` begins: later than asked for where older output was let go. */
  readonly offset: number;
  readonly nextOffset: number;
  /** Output between the offset asked for and `offset` is gone. */
  readonly truncated: boolean;
}

/** The background processes of one session. An unknown id, or control of a restored process, is a CodingSessionError. */
export interface ProcessRegistry {
  start(request: StartProcess): Promise<ProcessSnapshot>;
  /** Live and restored, by the time they started. */
  list(): readonly ProcessSnapshot[];
  status(processId: string): ProcessSnapshot;
  readLog(processId: string, range?: ReadProcessLog): Promise<ProcessLog>;
  /** Writes to its standard input; returns the bytes written. */
  write(processId: string, text: string): Promise<number>;
  /** Asks it to end, and kills it when its grace is over. */
  stop(processId: string): Promise<ProcessSnapshot>;
  /** Takes saved processes in as metadata. */
  restore(snapshots: readonly ProcessSnapshot[]): void;
  /** Stops every process. */
  close(): Promise<void>;
}
