import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MemoryItem } from '@ai4j/agent';
import { openJsonlSessionEventLog } from '@ai4j/agent/node';
import { readTranscript } from '@ai4j/coding/transcripts';
import { generatePiSession, repeatPiSession } from './pi-session.ts';

/** One history in the form of each side. */
export interface BenchInput {
  readonly name: string;
  readonly items: readonly MemoryItem[];
  /** A pi session file that holds the same messages. */
  readonly piFile: string;
  /** Our own log with the same items, an event each. */
  readonly logFile: string;
}

/**
 * The history of the recordings folder in AI4J_CORPUS that pi itself wrote, else a made-up one; each also ten
 * times as long.
 */
export async function benchInputs(): Promise<readonly BenchInput[]> {
  const recording = path.join(process.env.AI4J_CORPUS ?? '', 'sessions/pi-v1_opus45_compaction2.jsonl');
  const recorded = process.env.AI4J_CORPUS !== undefined && existsSync(recording);
  const text = recorded ? readFileSync(recording, 'utf8') : generatePiSession(45);
  const folder = mkdtempSync(path.join(tmpdir(), 'ai4j-bench-'));
  const inputs: BenchInput[] = [];
  for (const times of [1, 10]) {
    const session = repeatPiSession(text, times);
    const piFile = path.join(folder, `times-${times}.jsonl`);
    writeFileSync(piFile, session);
    const items = await itemsOf(session);
    const source = recorded ? 'recorded session' : 'generated session';
    const megabytes = (Buffer.byteLength(session) / 1e6).toFixed(2);
    const logFile = path.join(folder, `times-${times}.ai4j.jsonl`);
    await writeLog(logFile, items);
    inputs.push({
      name: `${source} ×${times}: ${items.length} items, ${megabytes} MB`,
      items,
      piFile,
      logFile,
    });
  }
  return inputs;
}

async function itemsOf(session: string): Promise<readonly MemoryItem[]> {
  const { sessions } = await readTranscript(session);
  return sessions.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.type === 'item' ? [entry.item] : [])),
  );
}

async function writeLog(file: string, items: readonly MemoryItem[]): Promise<void> {
  const log = await openJsonlSessionEventLog({ path: file });
  await log.append(items.map((item) => ({ type: 'items-appended', items: [item] })));
  await log.close();
}
