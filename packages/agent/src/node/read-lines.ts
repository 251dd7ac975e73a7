import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;

/** A line that ends with `\n`, without it, and where it lies: from byte `start` up to, but without, byte `end`. */
export interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The whole lines of a file between two bytes; holds one line at a time. What follows the last `\n` is not given. */
export async function* readLines(file: FileHandle, fromByte: number, toByte: number): AsyncGenerator<Line> {
  let start = fromByte;
  let pending: Uint8Array[] = [];
  for (let position = fromByte; position < toByte; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, toByte - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    let lineStart = 0;
    for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, lineStart)) {
      const bytes = Buffer.concat([...pending, chunk.subarray(lineStart, newline)]);
      const end = position + newline + 1;
      yield { bytes, start, end };
      pending = [];
      start = end;
      lineStart = newline + 1;
    }
    pending.push(chunk.subarray(lineStart));
    position += bytesRead;
  }
}
