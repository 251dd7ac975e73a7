import type { SeqRange } from '../log/seq-range.ts';

/** Bytes after the last whole line, left by a crash in the middle of a write: cut off, never acknowledged. */
export interface TornLine {
  readonly bytes: number;
  /** The file that keeps a copy of them. */
  readonly keptAt: string;
}

/** A line that holds no events; it stays in the file and is passed over. */
export interface BadLine {
  /** The header is line 1. */
  readonly line: number;
  readonly reason: string;
}

/** What was found in a log when it was opened, and in what others appended since. */
export interface SessionLogReport {
  /** That of the header: older events are migrated as they are read. */
  readonly schemaVersion: number;
  readonly tornLines: readonly TornLine[];
  readonly badLineCount: number;
  /** The first 100 of them. */
  readonly badLines: readonly BadLine[];
  /** Seqs that no line holds, though later ones are there: bad lines, or lines that were taken out. */
  readonly missingSeqs: readonly SeqRange[];
  /** How many events there are of each type that this release does not know; reading passes over them. */
  readonly unknownEvents: Readonly<Record<string, number>>;
}

const REPORTED_BAD_LINES = 100;

/** Gathers a SessionLogReport. */
export class SessionLogFindings {
  readonly #schemaVersion: number;
  readonly #tornLines: TornLine[] = [];
  readonly #badLines: BadLine[] = [];
  #badLineCount = 0;
  readonly #missingSeqs: SeqRange[] = [];
  readonly #unknownEvents = new Map<string, number>();

  constructor(schemaVersion: number) {
    this.#schemaVersion = schemaVersion;
  }

  addTornLine(torn: TornLine): void {
    this.#tornLines.push(torn);
  }

  addBadLine(bad: BadLine): void {
    this.#badLineCount += 1;
    if (this.#badLines.length < REPORTED_BAD_LINES) this.#badLines.push(bad);
  }

  addMissingSeqs(range: SeqRange): void {
    this.#missingSeqs.push(range);
  }

  addUnknownEvent(type: string): void {
    this.#unknownEvents.set(type, (this.#unknownEvents.get(type) ?? 0) + 1);
  }

  report(): SessionLogReport {
    return {
      schemaVersion: this.#schemaVersion,
      tornLines: [...this.#tornLines],
      badLineCount: this.#badLineCount,
      badLines: [...this.#badLines],
      missingSeqs: [...this.#missingSeqs],
      unknownEvents: Object.fromEntries(this.#unknownEvents),
    };
  }
}
