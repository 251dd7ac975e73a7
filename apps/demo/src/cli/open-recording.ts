import { createReadStream } from 'node:fs';
import { readTranscript, type Transcript, TranscriptError } from '@ai4j/coding/transcripts';
import { UsageError } from './usage-error.ts';

export interface Recording {
  readonly transcript: Transcript;
  /** As the user named it. */
  readonly file: string;
  /** What was skipped while reading, one sentence each. */
  readonly notices: readonly string[];
}

const PROBLEMS_TOLD = 5;

/** Reads a recorded session. @throws UsageError saying what the file is, and what is supported */
export async function openRecording(path: string, file: string): Promise<Recording> {
  const transcript = await read(path, file);
  return { transcript, file, notices: noticesOf(transcript) };
}

async function read(path: string, file: string): Promise<Transcript> {
  try {
    return await readTranscript(createReadStream(path), { name: file });
  } catch (error) {
    throw usageErrorOf(error, file) ?? error;
  }
}

/** What the user can mend; undefined for a fault of ours. */
function usageErrorOf(error: unknown, file: string): UsageError | undefined {
  if (TranscriptError.isInstance(error)) return new UsageError(error.message);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new UsageError(`${file} does not exist.`);
    case 'EISDIR':
      return new UsageError(`${file} is a folder, not a recorded session.`);
    case 'EACCES':
    case 'EPERM':
      return new UsageError(`${file} may not be read.`);
    default:
      return isSystemError(error) ? new UsageError(`${file} cannot be read: ${error.message}.`) : undefined;
  }
}

/** The operating system refused: such errors name the call that failed. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function noticesOf({ problems }: Transcript): readonly string[] {
  const told = problems
    .slice(0, PROBLEMS_TOLD)
    .map(({ line, reason }) => `${line === undefined ? '' : `line ${line}: `}${reason}`);
  if (problems.length > PROBLEMS_TOLD)
    told.push(`and ${problems.length - PROBLEMS_TOLD} more records that were skipped`);
  return told;
}
