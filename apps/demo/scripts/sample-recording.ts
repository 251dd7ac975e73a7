import { fileURLToPath } from 'node:url';
import { openJsonlSessionEventLog } from '@ai4j/agent/node';
import { recordSession } from './record-session.ts';
import { sampleSession } from './sample-session.ts';

const samplePath = (name: string) => fileURLToPath(new URL(`../samples/${name}`, import.meta.url));

/** The recording that `ai4j demo` replays. */
export const sampleFile = samplePath('fix-the-price.jsonl');

const FIRST_EVENT_EPOCH_MS = Date.UTC(2026, 10, 30, 9);
const MS_BETWEEN_EVENTS = 2_500;

/** Plays the sample session into a new log at `file`; every recording is the same, byte for byte. */
export async function recordSample(file: string): Promise<void> {
  let events = 0;
  const log = await openJsonlSessionEventLog({
    path: file,
    sessionId: 'fix-the-price',
    now: () => FIRST_EVENT_EPOCH_MS + MS_BETWEEN_EVENTS * events++,
  });
  await recordSession({ turns: sampleSession, project: samplePath('price-list'), log });
  await log.close();
}
