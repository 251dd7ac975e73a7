import { clipMiddle } from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import type { RequestsLedger } from '../facts/requests-ledger.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import type { ContinueReason } from './decide-continuation.ts';

export interface Continuation {
  readonly reason: ContinueReason;
  /** The number of the turn that begins, from 1. */
  readonly turn: number;
  /** The compaction since the last turn, where there was one. */
  readonly compaction?: CodingSessionCompactResult | undefined;
  /** The checkpoint as it is now. */
  readonly checkpoint?: CodingSessionCheckpoint | undefined;
  /** Open, answered and superseded ones alike: only the open ones are named. */
  readonly requests?: RequestsLedger | undefined;
}

const RULES = [
  'This is an internal continuation of the same task, not a message of the user.',
  'Do not restate what was done, and do not ask again for what is known.',
  'If the task is complete, say so in a short summary and stop.',
  'If you need an answer or an approval of the user, say what you need and stop.',
  'Otherwise do the next concrete step.',
];

/** Entries of a list, and Chars of an entry. What is cut here stands in the checkpoint of the summary. */
const MAX_ENTRIES = 5;
const MAX_CONSTRAINTS = 12;
const MAX_ENTRY_CHARS = 300;

/**
 * The hidden prompt that carries a task into its next turn; after a compaction it anchors the model anew.
 * To be stored after the history as a user message of origin `injected`, so that the prefix stays cached
 * and nobody takes it for the user's words. Its size is bounded.
 */
export function codingContinuationPrompt({
  reason,
  turn,
  compaction,
  checkpoint,
  requests = checkpoint?.extensions.ledger ?? [],
}: Continuation): string {
  const open = requests.filter(({ state }) => state === 'open');
  const sections = [
    RULES.join('\n'),
    `Continuation reason: ${reason}.`,
    list(
      'Open requests of the user, all others are settled',
      open.map(({ number, text }) => `#${number} ${text}`),
    ),
    compaction?.outcome === 'compacted' && anchor(compaction, checkpoint ?? compaction.checkpoint),
    `Continuation turn #${turn}.`,
  ];
  return sections.filter((section) => section).join('\n\n');
}

type Compacted = Extract<CodingSessionCompactResult, { readonly outcome: 'compacted' }>;

function anchor(compaction: Compacted, checkpoint: CodingSessionCheckpoint | undefined): string {
  const how = [
    `The context was compacted (strategy: ${compaction.strategy}); the summary at its beginning is your memory of what came before.`,
    compaction.checkpointReused && 'It updates the checkpoint that was there before.',
    compaction.splitTurn &&
      'The cut fell inside the current turn: the summary covers its first part, and the messages after it are the latest part of that same turn.',
  ];
  if (!checkpoint) return how.filter((line) => line).join('\n');
  return [
    ...how,
    checkpoint.goal.trim() !== '' && `Checkpoint goal: ${clip(checkpoint.goal)}`,
    list('Constraints', checkpoint.constraints, MAX_CONSTRAINTS),
    list('Blocked', checkpoint.blockedItems),
    list('Next steps', checkpoint.nextSteps),
    list('Critical context', checkpoint.criticalContext),
    list('In progress', checkpoint.inProgressItems),
    list('Processes', checkpoint.processSnapshots.map(processLine)),
  ]
    .filter((line) => line)
    .join('\n');
}

function list(title: string, entries: readonly string[], max = MAX_ENTRIES): string | undefined {
  if (entries.length === 0) return undefined;
  const more = entries.length > max ? [`- (${entries.length - max} more in the summary)`] : [];
  return [`${title}:`, ...entries.slice(0, max).map((entry) => `- ${clip(entry)}`), ...more].join('\n');
}

function processLine({ processId, status, command, restored }: ProcessSnapshot): string {
  return `${processId} [${status}] ${command}${restored ? ' (restored snapshot)' : ''}`;
}

function clip(entry: string): string {
  return clipMiddle(entry.trim(), MAX_ENTRY_CHARS);
}
