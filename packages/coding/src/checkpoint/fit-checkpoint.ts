import type { TokenCounter } from '@ai4j/agent';
import { openRequests } from '../facts/requests-ledger.ts';
import { shorten } from '../facts/shorten.ts';
import { maxEntries } from './bounded-checkpoint.ts';
import { formatCheckpointMarkdown } from './checkpoint-markdown.ts';
import {
  type BoundedListName,
  boundedListNames,
  type CodingSessionCheckpoint,
} from './coding-session-checkpoint.ts';

/** How much of each list and text is kept, tried one after the other. */
const shares = [0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05, 0] as const;
const MAX_ENTRY_CHARS = 1_000;
const MAX_GOAL_CHARS = 6_000;
/** No text is shortened further than this. */
const MIN_TEXT_CHARS = 100;

/**
 * A checkpoint that takes at most `targetTokens` when rendered: lists lose their oldest entries, which are
 * counted, and texts their middle. Constraints go last, the oldest first, and only where there is no other way.
 * The beginning of the goal, open requests, pins and processes stay: a target below their size is not met.
 */
export function fitCheckpoint(
  checkpoint: CodingSessionCheckpoint,
  targetTokens: number,
  counter: TokenCounter,
): CodingSessionCheckpoint {
  const fits = (candidate: CodingSessionCheckpoint) =>
    counter.countText(formatCheckpointMarkdown(candidate)) <= targetTokens;
  if (fits(checkpoint)) return checkpoint;
  let smaller = checkpoint;
  for (const share of shares) {
    smaller = reduced(checkpoint, share);
    if (fits(smaller)) return smaller;
  }
  for (let kept = checkpoint.constraints.length; ; kept = Math.floor(kept / 2)) {
    const candidate = withConstraints(smaller, kept);
    if (kept === 0 || fits(candidate)) return candidate;
  }
}

function reduced(checkpoint: CodingSessionCheckpoint, share: number): CodingSessionCheckpoint {
  const maxChars = Math.max(MIN_TEXT_CHARS, Math.floor(MAX_ENTRY_CHARS * share));
  const unlisted = { ...checkpoint.extensions.unlisted };
  const keep = (name: BoundedListName | 'inferred', entries: readonly string[]) => {
    const count = Math.floor(maxEntries[name] * share);
    const kept = count === 0 ? [] : entries.slice(-count);
    const lost = entries.length - kept.length;
    if (lost > 0) unlisted[name] = (unlisted[name] ?? 0) + lost;
    return kept.map((entry) => shorten(entry, maxChars));
  };
  const lists = Object.fromEntries(
    boundedListNames.map((name) => [name, keep(name, checkpoint[name])]),
  ) as Record<BoundedListName, string[]>;
  const inferred = keep('inferred', checkpoint.extensions.inferred);
  const { ledger } = checkpoint.extensions;
  return {
    ...checkpoint,
    ...lists,
    goal: shorten(checkpoint.goal, Math.max(MIN_TEXT_CHARS, Math.floor(MAX_GOAL_CHARS * share))),
    processSnapshots: checkpoint.processSnapshots.map((process) => ({
      ...process,
      command: shorten(process.command, maxChars),
      lastLogPreview: share < 0.5 ? '' : process.lastLogPreview,
    })),
    extensions: {
      ...checkpoint.extensions,
      ledger: (share < 0.5 ? openRequests(ledger) : ledger).map((request) => ({
        ...request,
        text: shorten(request.text, maxChars),
      })),
      inferred,
      unlisted,
    },
  };
}

/** The newest `count` constraints. */
function withConstraints(checkpoint: CodingSessionCheckpoint, count: number): CodingSessionCheckpoint {
  const constraints = count === 0 ? [] : checkpoint.constraints.slice(-count);
  const lost = checkpoint.constraints.length - constraints.length;
  const { extensions } = checkpoint;
  if (lost === 0) return checkpoint;
  const unlisted = { ...extensions.unlisted, constraints: (extensions.unlisted.constraints ?? 0) + lost };
  return { ...checkpoint, constraints, extensions: { ...extensions, unlisted } };
}
