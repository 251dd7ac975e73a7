import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTranscript } from '@ai4j/coding/transcripts';
import { type RecordedUsage, recordedUsage } from './usage-points.ts';

/** The billed calls of every main session in the recordings under `corpus`, file by file. */
export async function readRecordedUsage(corpus: string): Promise<RecordedUsage[]> {
  const folder = join(corpus, 'sessions');
  const recordings: RecordedUsage[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const transcript = await readTranscript(createReadStream(join(folder, file)), { name: file });
    for (const session of transcript.sessions) {
      if (session.kind !== 'main') continue;
      const recorded = recordedUsage(file, transcript.format, session);
      if (recorded.points.length > 0) recordings.push(recorded);
    }
  }
  return recordings;
}
