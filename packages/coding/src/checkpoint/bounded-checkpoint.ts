import { tailOf } from '@ai4j/agent';
import { boundedLedger } from '../facts/requests-ledger.ts';
import { shorten } from '../facts/shorten.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import {
  type BoundedListName,
  boundedListNames,
  type CodingSessionCheckpoint,
} from './coding-session-checkpoint.ts';

/** Entries a list holds: what a reader of a status page takes in, and a few thousand Tokens in all. */
export const maxEntries: Readonly<Record<BoundedListName | 'inferred', number>> = {
  doneItems: 40,
  inProgressItems: 12,
  blockedItems: 12,
  keyDecisions: 24,
  nextSteps: 12,
  criticalContext: 24,
  inferred: 12,
};
/** Chars of an entry. What the user said, constraints and pins, is never shortened. */
const MAX_ENTRY_CHARS = 1_000;
const MAX_GOAL_CHARS = 6_000;
/** Chars of a process log in a checkpoint; the session's state has more of it. */
const MAX_PREVIEW_CHARS = 160;

/**
 * The same checkpoint without repeats and within bounds: the oldest entries of a full list are let go and
 * counted in `extensions.unlisted`. Constraints and pins are never let go. Doing it twice changes nothing.
 */
export function boundedCheckpoint(checkpoint: CodingSessionCheckpoint): CodingSessionCheckpoint {
  const { extensions } = checkpoint;
  const unlisted = { ...extensions.unlisted };
  const bound = (name: BoundedListName | 'inferred', entries: readonly string[]) => {
    const distinct = withoutRepeats(entries.map((entry) => shorten(entry, MAX_ENTRY_CHARS)));
    const excess = distinct.length - maxEntries[name];
    if (excess > 0) unlisted[name] = (unlisted[name] ?? 0) + excess;
    return distinct.slice(-maxEntries[name]);
  };
  const lists = Object.fromEntries(
    boundedListNames.map((name) => [name, bound(name, checkpoint[name])]),
  ) as Record<BoundedListName, string[]>;
  const inferred = bound('inferred', extensions.inferred);
  return {
    ...checkpoint,
    ...lists,
    goal: shorten(checkpoint.goal, MAX_GOAL_CHARS),
    constraints: withoutRepeats(checkpoint.constraints),
    processSnapshots: checkpoint.processSnapshots.map(withShortPreview),
    extensions: {
      ...extensions,
      ledger: boundedLedger(extensions.ledger),
      pins: withoutRepeats(extensions.pins),
      inferred,
      unlisted,
    },
  };
}

/** Two entries that differ in case, white space and closing punctuation alone say the same. */
export function entryKey(entry: string): string {
  return entry
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.。!！;；]+$/, '')
    .toLowerCase();
}

/** The first of each that say the same; what says nothing is no entry. */
export function withoutRepeats(entries: readonly string[]): string[] {
  const seen = new Set<string>(['']);
  return entries.filter((entry) => {
    const key = entryKey(entry);
    return !seen.has(key) && seen.add(key);
  });
}

function withShortPreview(process: ProcessSnapshot): ProcessSnapshot {
  return { ...process, lastLogPreview: tailOf(process.lastLogPreview, MAX_PREVIEW_CHARS) };
}
