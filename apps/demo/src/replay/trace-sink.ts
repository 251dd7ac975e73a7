import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { TraceRecord } from './trace.ts';

/** Where trace records go, in order. */
export interface TraceSink {
  write(record: TraceRecord): void;
  /** Resolves when more may be written without piling up. */
  ready(): Promise<void>;
  /** Resolves when all that was written is kept. */
  close(): Promise<void>;
}

/** One JSON a line; an error of the file rejects the next `ready` or `close`. */
export async function openTraceFile(path: string): Promise<TraceSink> {
  const stream = createWriteStream(path, { highWaterMark: 1 << 20 });
  await once(stream, 'open');
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  let isFull = false;
  return {
    write(record) {
      isFull = !stream.write(`${JSON.stringify(record)}\n`);
    },
    async ready() {
      if (failure) throw failure;
      if (!isFull) return;
      await once(stream, 'drain');
      isFull = false;
    },
    async close() {
      if (failure) throw failure;
      stream.end();
      await once(stream, 'close');
    },
  };
}
