import { NO_ENTRIES } from './checkpoint-sections.ts';
import {
  type CodingSessionCheckpoint,
  emptyCheckpoint,
  isEmptyCheckpoint,
} from './coding-session-checkpoint.ts';

/** The JSON that a summariser is asked for, and shown when there is a checkpoint already. */
export function formatCheckpointJson(checkpoint: CodingSessionCheckpoint): string {
  const { goal, constraints, keyDecisions, nextSteps, criticalContext } = checkpoint;
  const progress = {
    done: checkpoint.doneItems,
    inProgress: checkpoint.inProgressItems,
    blocked: checkpoint.blockedItems,
  };
  return JSON.stringify({ goal, constraints, progress, keyDecisions, nextSteps, criticalContext }, null, 2);
}

/**
 * Reads a summariser's answer forgivingly: prose and fences around the object, progress nested or flat, one
 * string for a list of one. Undefined where there is no whole object, or nothing in it.
 */
export function parseCheckpointJson(text: string): CodingSessionCheckpoint | undefined {
  const value = objectIn(text);
  if (!value) return undefined;
  const nested = isObject(value.progress) ? value.progress : undefined;
  const checkpoint: CodingSessionCheckpoint = {
    ...emptyCheckpoint,
    goal: entriesOf(value.goal).join('\n'),
    constraints: entriesOf(value.constraints),
    doneItems: entriesOf(nested ? nested.done : value.doneItems),
    inProgressItems: entriesOf(nested ? (nested.inProgress ?? nested.in_progress) : value.inProgressItems),
    blockedItems: entriesOf(nested ? nested.blocked : value.blockedItems),
    keyDecisions: entriesOf(value.keyDecisions),
    nextSteps: entriesOf(value.nextSteps),
    criticalContext: entriesOf(value.criticalContext),
  };
  return isEmptyCheckpoint(checkpoint) ? undefined : checkpoint;
}

/** From the first brace to the last; half an object is none. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return isObject(value) ? value : undefined;
  } catch {
    // Cut off, or no JSON at all: the caller has no checkpoint and falls back.
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries
    .filter((entry) => entry !== undefined && entry !== null)
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)).trim())
    .filter((entry) => entry !== '' && entry.toLowerCase() !== NO_ENTRIES);
}
