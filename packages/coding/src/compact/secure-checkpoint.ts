import { attributeUserWords } from '../checkpoint/attribute-user-words.ts';
import { boundedCheckpoint } from '../checkpoint/bounded-checkpoint.ts';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';
import { failingCommands } from '../facts/command-runs.ts';
import type { Facts } from '../facts/facts.ts';
import { mergeLedgers } from '../facts/requests-ledger.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';

/** What is known without the model. */
export interface MustKeep {
  /** Of the memory that is compacted. */
  readonly facts: Facts;
  /** What the user typed in it. */
  readonly typedTexts: readonly string[];
  readonly previous: CodingSessionCheckpoint | undefined;
  readonly processes: readonly ProcessSnapshot[];
}

/** How changed files are listed; lines of this form are carried from checkpoint to checkpoint. */
const MODIFIED = 'Modified: ';

/**
 * A model's checkpoint with what it must not lose: rules the user stated, what became of requests, changed
 * files, failing commands, processes, pins. Rules that nobody stated are moved apart. What the answer
 * mentions already is not repeated.
 */
export function secureCheckpoint(
  answer: CodingSessionCheckpoint,
  { facts, typedTexts, previous, processes }: MustKeep,
): CodingSessionCheckpoint {
  const trusted = previous?.constraints ?? [];
  const said = attributeUserWords(answer, typedTexts, trusted);
  const text = codingSessionCheckpointFormatter.format(answer);
  const isNew = (name: string) => !text.includes(name);
  const modifiedBefore = (previous?.doneItems ?? [])
    .filter((entry) => entry.startsWith(MODIFIED))
    .map((entry) => entry.slice(MODIFIED.length));
  const modified = [...new Set([...modifiedBefore, ...facts.modifiedPaths])].filter(isNew);
  const failing = failingCommands(facts.commands).filter(({ command }) => isNew(command));
  return boundedCheckpoint({
    ...said,
    constraints: [...trusted, ...facts.constraints.map((rule) => rule.text), ...said.constraints],
    doneItems: [...modified.map((path) => `${MODIFIED}${path}`), ...said.doneItems],
    blockedItems: [
      ...said.blockedItems,
      ...failing.map(({ command, error }) => `Failing: ${command}${error ? ` — ${error}` : ''}`),
    ],
    processSnapshots: processes,
    extensions: {
      ...said.extensions,
      ledger: mergeLedgers(previous?.extensions.ledger ?? [], facts.requests),
      pins: previous?.extensions.pins ?? [],
      inferred: [...(previous?.extensions.inferred ?? []), ...said.extensions.inferred],
      unlisted: previous?.extensions.unlisted ?? {},
    },
  });
}
