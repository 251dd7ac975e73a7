import { z } from 'zod/v4';
import { ConfigError } from '../errors.ts';
import {
  type SessionEvent,
  type SessionEventInput,
  seqWidth,
  sessionEventInputSchema,
} from './session-event.ts';

/**
 * A frozen copy of an event as a reader of any log will get it: what JSON cannot hold and what the
 * schema does not know is left out, and nothing is shared with the caller.
 * @throws ConfigError `invalid_option` when it is no event of the union
 */
export function storableEvent(input: SessionEventInput): SessionEventInput {
  const parsed = sessionEventInputSchema.safeParse(jsonCopy(input));
  if (parsed.success) return deepFreeze(parsed.data);
  throw new ConfigError('invalid_option', `Not a session event: ${z.prettifyError(parsed.error)}`);
}

function jsonCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (cause) {
    throw new ConfigError('invalid_option', 'A session event must be JSON: no cycles, no bigints.', {
      cause,
    });
  }
}

/** The events in their places, one after the other, the first one behind `version`. */
export function placeEvents(
  events: readonly SessionEventInput[],
  version: number,
  atEpochMs: number,
): readonly SessionEvent[] {
  let seq = version + 1;
  return events.map((event) => {
    const placed = Object.freeze({ ...event, seq, atEpochMs });
    seq += seqWidth(event);
    return placed;
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
