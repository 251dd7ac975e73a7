import { formatCheckpointJson, parseCheckpointJson } from './checkpoint-json.ts';
import { formatCheckpointMarkdown, parseCheckpointMarkdown } from './checkpoint-markdown.ts';
import { sectionBegunBy } from './checkpoint-sections.ts';
import type { CodingSessionCheckpoint } from './coding-session-checkpoint.ts';

/** Checkpoints as text: markdown that is shown and stands in the context, JSON that summarisers write. */
export const codingSessionCheckpointFormatter = {
  /** Markdown. `parse` gives the same checkpoint again, whatever its texts say. */
  format: formatCheckpointMarkdown,
  /** What a summariser is asked for: the goal and the six lists. */
  formatJson: formatCheckpointJson,
  /**
   * Reads either. Undefined for anything that is no whole checkpoint: prose, half a JSON object, only empty sections.
   * @throws SnapshotVersionError for a checkpoint that a later release rendered
   */
  parse(text: string): CodingSessionCheckpoint | undefined {
    return beginsAsMarkdown(text) ? parseCheckpointMarkdown(text) : parseCheckpointJson(text);
  },
} as const;

/** A heading of ours before any brace: what stands in braces later is content. */
function beginsAsMarkdown(text: string): boolean {
  for (const line of text.split('\n')) {
    if (sectionBegunBy(line) !== undefined) return true;
    if (line.includes('{')) return false;
  }
  return false;
}
