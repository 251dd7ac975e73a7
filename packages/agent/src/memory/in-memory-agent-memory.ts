import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { LoggedAgentMemory, type LoggedAgentMemoryOptions } from './logged-agent-memory.ts';

export interface InMemoryAgentMemoryOptions extends LoggedAgentMemoryOptions {
  /** The log that memory is a fold of; what it holds already is memory from the start. Default: one of its own, in memory. */
  readonly log?: SessionEventLog | undefined;
  /** Time of events in a log of its own, in ms since the epoch. Default: the time of the machine. */
  readonly now?: (() => number) | undefined;
}

/** Memory that lives in this process, over a log that may outlive it. */
export function inMemoryAgentMemory({
  log,
  now,
  ...options
}: InMemoryAgentMemoryOptions = {}): LoggedAgentMemory {
  return new LoggedAgentMemory(log ?? inMemorySessionEventLog({ now }), options);
}
