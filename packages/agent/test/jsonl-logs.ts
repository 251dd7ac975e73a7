import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SessionEvent } from '../src/log/session-event.ts';
import type { ReadOptions, SessionEventLog } from '../src/log/session-event-log.ts';
import type { JsonlSessionEventLog } from '../src/node/jsonl-session-event-log.ts';
import { openJsonlSessionEventLog } from '../src/node/open-jsonl-session-event-log.ts';

type Options = Partial<
  Omit<Parameters<typeof openJsonlSessionEventLog>[0], 'path' | 'directory' | 'sessionId'>
>;

/** Opens the log of session `s` in a folder, and closes it when the test ends. */
export async function openLog(directory: string, options: Options = {}): Promise<JsonlSessionEventLog> {
  const log = await openJsonlSessionEventLog({ directory, sessionId: 's', now: () => 0, ...options });
  onTestFinished(() => log.close());
  return log;
}

/** Where openLog keeps it. */
export function logPath(directory: string): string {
  return join(directory, 's.jsonl');
}

export async function readAll(log: SessionEventLog, options?: ReadOptions): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read(options)) events.push(event);
  return events;
}

/** The data of the notes in a log, in order. */
export async function notesOf(log: SessionEventLog): Promise<readonly unknown[]> {
  return (await readAll(log)).map((event) => (event.type === 'extension' ? event.data : event.type));
}
