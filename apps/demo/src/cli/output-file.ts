import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Writes a file that the user asked for with `option`, its folder too. @throws UsageError when it cannot be written */
export async function writeReportFile(path: string, text: string, option: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be written: ${(error as Error).message}.`);
  }
}
