import { withoutRepeats } from './bounded-checkpoint.ts';
import type { CodingSessionCheckpoint } from './coding-session-checkpoint.ts';

/**
 * Holds a checkpoint to what the user said (L9): a constraint that stands word for word in no message the user
 * typed is moved to `extensions.inferred`, where it binds nobody. `typedTexts` are the messages of the whole session,
 * or those since `trusted`, whose constraints were held to it before.
 */
export function attributeUserWords(
  checkpoint: CodingSessionCheckpoint,
  typedTexts: readonly string[],
  trusted: readonly string[] = [],
): CodingSessionCheckpoint {
  const known = new Set(trusted);
  const isSaid = (statement: string) =>
    known.has(statement) || (statement !== '' && typedTexts.some((text) => text.includes(statement)));
  const constraints = checkpoint.constraints.filter(isSaid);
  if (constraints.length === checkpoint.constraints.length) return checkpoint;
  const unsaid = checkpoint.constraints.filter((statement) => !isSaid(statement));
  const { extensions } = checkpoint;
  return {
    ...checkpoint,
    constraints,
    extensions: { ...extensions, inferred: withoutRepeats([...extensions.inferred, ...unsaid]) },
  };
}
