import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openTraceFile, type TraceSink } from '../replay/trace-sink.ts';
import { UsageError } from './usage-error.ts';

/** Writes a file that the user asked for in the words `asked`, its folder too. @throws UsageError when it cannot be written */
export async function writeReportFile(path: string, text: string, asked: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw cannotBeWritten(asked, error);
  }
}

/** A trace file that the user asked for in the words `asked`; a full disk later on is the user's to mend too. @throws UsageError */
export async function openTraceOutput(path: string, asked: string): Promise<TraceSink> {
  const mendable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw cannotBeWritten(asked, error);
    }
  };
  const trace = await mendable(openTraceFile(path));
  return {
    write: (record) => trace.write(record),
    ready: () => mendable(trace.ready()),
    close: () => mendable(trace.close()),
  };
}

/** What the user asked to be written goes neither over the recording nor over each other. @throws UsageError */
export async function refuseSharedFiles(
  files: readonly { readonly option: string; readonly path: string }[],
): Promise<void> {
  const optionByPlace = new Map<string, string>();
  for (const { option, path } of files) {
    const place = await placeOf(path);
    const other = optionByPlace.get(place);
    if (other !== undefined) throw new UsageError(`${option} and ${other} are the same file, ${path}.`);
    optionByPlace.set(place, option);
  }
}

/** The file that a path leads to, by links of either kind too; one that does not exist yet stands for itself. */
async function placeOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return path;
  }
}

function cannotBeWritten(asked: string, error: unknown): UsageError {
  return new UsageError(`${asked} cannot be written: ${(error as Error).message}.`);
}
