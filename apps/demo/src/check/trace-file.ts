import type { TraceRecord } from '../replay/trace.ts';
import { createTraceChecker, type TraceVerdict } from './trace-checker.ts';

/** Checks the lines of a `--trace` file. A line that is no JSON is a violation like any other; empty lines count for nothing. */
export async function checkTraceFile(lines: AsyncIterable<string> | Iterable<string>): Promise<TraceVerdict> {
  const checker = createTraceChecker();
  for await (const line of lines) {
    if (line.trim() !== '') checker.push(parseLine(line));
  }
  return checker.finish();
}

/** The checker judges the shape of what comes out. */
function parseLine(line: string): TraceRecord {
  try {
    return JSON.parse(line);
  } catch {
    // The line itself is no record: the checker says so.
    return line as unknown as TraceRecord;
  }
}
