import { mergeLedgers } from '../facts/requests-ledger.ts';
import { boundedCheckpoint, entryKey, withoutRepeats } from './bounded-checkpoint.ts';
import type { CheckpointExtensions, CodingSessionCheckpoint } from './coding-session-checkpoint.ts';

/**
 * One checkpoint from two of one session. Lists are united without repeats, what is done is no longer in
 * progress, blocked or to come; goal, next steps and processes are the later ones, where it has any. The result is bounded;
 * merging a bounded checkpoint with itself changes nothing.
 */
export function mergeCheckpoints(
  earlier: CodingSessionCheckpoint,
  later: CodingSessionCheckpoint,
): CodingSessionCheckpoint {
  const doneItems = [...earlier.doneItems, ...later.doneItems];
  const done = new Set(doneItems.map(entryKey));
  const laterSteps = withoutRepeats(later.nextSteps);
  const undone = (...lists: readonly (readonly string[])[]) =>
    lists.flat().filter((entry) => !done.has(entryKey(entry)));
  return boundedCheckpoint({
    goal: later.goal === '' ? earlier.goal : later.goal,
    constraints: [...earlier.constraints, ...later.constraints],
    doneItems,
    inProgressItems: undone(earlier.inProgressItems, later.inProgressItems),
    blockedItems: undone(earlier.blockedItems, later.blockedItems),
    keyDecisions: [...earlier.keyDecisions, ...later.keyDecisions],
    nextSteps: undone(laterSteps.length > 0 ? laterSteps : earlier.nextSteps),
    criticalContext: [...earlier.criticalContext, ...later.criticalContext],
    processSnapshots: mergeById(earlier.processSnapshots, later.processSnapshots),
    generatedAtEpochMs: Math.max(earlier.generatedAtEpochMs, later.generatedAtEpochMs),
    sourceItemCount: later.sourceItemCount,
    splitTurn: later.splitTurn,
    extensions: mergeExtensions(earlier.extensions, later.extensions),
  });
}

function mergeExtensions(earlier: CheckpointExtensions, later: CheckpointExtensions): CheckpointExtensions {
  return {
    schemaVersion: later.schemaVersion,
    ledger: mergeLedgers(earlier.ledger, later.ledger),
    pins: [...earlier.pins, ...later.pins],
    inferred: [...earlier.inferred, ...later.inferred],
    unlisted: mergeCounts(earlier.unlisted, later.unlisted),
  };
}

type Counts = CheckpointExtensions['unlisted'];

/** A later checkpoint counts what the earlier one had let go: the larger figure, not the sum. */
function mergeCounts(earlier: Counts, later: Counts): Counts {
  const counts: { -readonly [Name in keyof Counts]: Counts[Name] } = { ...earlier };
  for (const [name, count] of Object.entries(later) as [keyof Counts, number][]) {
    counts[name] = Math.max(counts[name] ?? 0, count);
  }
  return counts;
}

function mergeById<T extends { readonly processId: string }>(
  earlier: readonly T[],
  later: readonly T[],
): T[] {
  const byId = new Map(earlier.map((process) => [process.processId, process]));
  for (const process of later) byId.set(process.processId, process);
  return [...byId.values()];
}
