import { z } from 'zod/v4';
import { ConfigError, SessionStoreError } from '../errors.ts';
import {
  type SessionEvent,
  type SessionEventInput,
  seqWidth,
  sessionEventInputSchema,
} from './session-event.ts';

/**
 * How deep an event may nest, its content included: every reader walks events by recursion, in processes whose stacks
 * differ, and what one could append the next must be able to read. Models and tools write a few dozen levels at most.
 */
const MOST_LEVELS = 500;

/**
 * A frozen copy of an event as a reader of any log will get it: what JSON cannot hold and what the
 * schema does not know is left out, and nothing is shared with the caller.
 * @throws ConfigError `invalid_option` when it is no event of the union, or nested too deeply
 */
export function storableEvent(input: SessionEventInput): SessionEventInput {
  const copy = jsonCopy(input);
  requireLevels(copy, MOST_LEVELS);
  const parsed = sessionEventInputSchema.safeParse(copy);
  if (parsed.success) return deepFreeze(parsed.data);
  throw new ConfigError('invalid_option', `Not a session event: ${z.prettifyError(parsed.error)}`);
}

function jsonCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (cause) {
    // JSON.stringify runs out of stack before it is done with what is nested by the thousand.
    if (cause instanceof RangeError) throw nestedTooDeeply();
    throw new ConfigError('invalid_option', 'A session event must be JSON: no cycles, no bigints.', {
      cause,
    });
  }
}

function requireLevels(value: unknown, left: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (left === 0) throw nestedTooDeeply();
  for (const part of Object.values(value)) requireLevels(part, left - 1);
}

function nestedTooDeeply(): ConfigError {
  return new ConfigError(
    'invalid_option',
    `A session event may nest ${MOST_LEVELS} levels deep; this one nests deeper.`,
  );
}

/**
 * The events in their places, one after the other, the first one behind `version`.
 * @throws SessionStoreError `write_failed` when there is no seq left that all readers can tell from the next
 */
export function placeEvents(
  events: readonly SessionEventInput[],
  version: number,
  atEpochMs: number,
): readonly SessionEvent[] {
  let seq = version + 1;
  const placed = events.map((event) => {
    const inPlace = Object.freeze({ ...event, seq, atEpochMs });
    seq += seqWidth(event);
    return inPlace;
  });
  if (Number.isSafeInteger(seq)) return placed;
  throw new SessionStoreError(
    'write_failed',
    `The log is at seq ${version}: no seqs are left for more events.`,
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
