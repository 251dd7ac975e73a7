import type { MediaReader } from './media.ts';
import type { TranscriptSession } from './transcript.ts';

/** What an importer reports to, and where the bytes it meets go. */
export interface ImportContext {
  readonly media: MediaReader;
  /** A record, or a part of one, that could not be used. */
  problem(reason: string, line?: number): void;
  /** A record that carries nothing for a prompt. */
  ignore(kind: string): void;
}

/**
 * Reads the records of one format: the lines of a JSONL file in order, or one whole document.
 * Contract: `record` never throws for any JSON value; what it cannot use it reports.
 */
export interface Importer {
  record(value: unknown, line?: number): Promise<void>;
  finish(): Promise<readonly TranscriptSession[]>;
}

export type CreateImporter = (context: ImportContext) => Importer;
