import type { FileHandle } from 'node:fs/promises';
import { readLines } from './read-lines.ts';
import { type DecodedLine, decodeLine } from './session-log-line.ts';

/** Which bytes of a log to read, and what is known of the place where they begin. */
export interface SessionLogSlice {
  readonly fromByte: number;
  readonly toByte: number;
  /** The last seq before `fromByte`, or any up to the first one after it. */
  readonly version: number;
  /** That of the header. */
  readonly schemaVersion: number;
}

export type PlacedLine = DecodedLine & { readonly start: number; readonly end: number };

/** The lines of a slice, decoded. A line whose seqs are not above all before it is a bad line. */
export async function* readSessionLog(file: FileHandle, slice: SessionLogSlice): AsyncGenerator<PlacedLine> {
  let { version } = slice;
  for await (const { bytes, start, end } of readLines(file, slice.fromByte, slice.toByte)) {
    const line = decodeLine(bytes, slice.schemaVersion);
    if ('problem' in line) {
      yield { ...line, start, end };
      continue;
    }
    const seq = line.events[0]?.seq ?? 0;
    if (seq <= version) {
      yield { problem: `seq ${seq} comes after ${version}`, start, end };
      continue;
    }
    version = line.events.at(-1)?.lastSeq ?? version;
    yield { ...line, start, end };
  }
}
