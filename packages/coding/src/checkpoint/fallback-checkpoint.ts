import { contentText, type MemoryItem, type TokenCounter } from '@ai4j/agent';
import { failingCommands } from '../facts/command-runs.ts';
import type { Facts } from '../facts/facts.ts';
import { openRequests, type UserRequest } from '../facts/requests-ledger.ts';
import { shorten } from '../facts/shorten.ts';
import { isInFlight, type ProcessSnapshot } from '../process/process-snapshot.ts';
import { type CodingSessionCheckpoint, emptyCheckpoint } from './coding-session-checkpoint.ts';
import { fitCheckpoint } from './fit-checkpoint.ts';
import { mergeCheckpoints } from './merge-checkpoints.ts';

export interface FallbackMaterial {
  /** What is to be summarised. */
  readonly items: readonly MemoryItem[];
  /** The facts of these items, or of the session so far. */
  readonly facts: Facts;
  /** What earlier compactions left. */
  readonly previous?: CodingSessionCheckpoint | undefined;
  readonly processes?: readonly ProcessSnapshot[] | undefined;
  readonly counter: TokenCounter;
  /** Tokens the rendered checkpoint may take. */
  readonly targetTokens: number;
  readonly generatedAtEpochMs: number;
  readonly sourceItemCount: number;
  readonly splitTurn: boolean;
}

/** Conclusions of the assistant that are kept, the newest. */
const MAX_CONCLUSIONS = 6;
const MAX_CONCLUSION_CHARS = 500;
const MAX_COMMAND_CHARS = 200;

const FAILING = 'Failing: ';
const RUNNING = 'Running: ';
const REQUESTED = 'Requested: ';

/**
 * A checkpoint without a model: facts, the ledger and the assistant's last words, on top of the checkpoint before.
 * The same material always gives the same text. Rendered it takes at most `targetTokens`: see `fitCheckpoint`.
 */
export function fallbackCheckpoint(material: FallbackMaterial): CodingSessionCheckpoint {
  const { facts, previous, counter, targetTokens } = material;
  const latest = latestCheckpoint(material);
  const merged = previous ? mergeCheckpoints(withoutResolved(previous, latest, facts), latest) : latest;
  return fitCheckpoint(merged, targetTokens, counter);
}

function latestCheckpoint(material: FallbackMaterial): CodingSessionCheckpoint {
  const { items, facts, processes = [], generatedAtEpochMs, sourceItemCount, splitTurn } = material;
  const open = openRequests(facts.requests);
  return {
    ...emptyCheckpoint,
    goal: goalOf(open.at(-1), facts),
    constraints: facts.constraints.map(({ text }) => text),
    doneItems: [
      ...facts.commands
        .filter(({ outcome }) => outcome === 'ok')
        .map(({ command }) => `Ran: ${commandText(command)}`),
      ...facts.modifiedPaths.map((path) => `Modified: ${path}`),
    ],
    inProgressItems: [
      ...open.map(({ text }) => `${REQUESTED}${text}`),
      ...facts.runningWork.map(({ description }) => `${RUNNING}${description}`),
    ],
    blockedItems: [
      ...failingCommands(facts.commands).map(({ command, error }) => failingText(command, error)),
      ...facts.rejectedCalls.map(({ toolName, reason }) => `Rejected: ${toolName}${reason && `: ${reason}`}`),
    ],
    nextSteps: nextStepsOf(open, facts),
    criticalContext: conclusionsOf(items),
    processSnapshots: processes,
    generatedAtEpochMs,
    sourceItemCount,
    splitTurn,
    extensions: { ...emptyCheckpoint.extensions, ledger: facts.requests },
  };
}

/** The latest open request; a reply alone is no goal, so it stands with the question and what that was about. */
function goalOf(request: UserRequest | undefined, { requests }: Facts): string {
  if (!request) return requests.at(-1)?.text ?? '';
  if (request.inReplyTo === undefined) return request.text;
  const about = requests.find(({ number }) => number === request.number - 1);
  return [about?.text, `Asked: ${request.inReplyTo}`, `Answered: ${request.text}`]
    .filter((line) => line !== undefined)
    .join('\n');
}

function nextStepsOf(open: readonly UserRequest[], facts: Facts): string[] {
  const failing = failingCommands(facts.commands).map(
    ({ command }) => `Make this command pass: ${commandText(command)}`,
  );
  return open.length > 0 ? ['Go on with the open request.', ...failing] : [];
}

/** What the assistant said without calling a tool right after: the newest, in order. */
function conclusionsOf(items: readonly MemoryItem[]): string[] {
  const conclusions: string[] = [];
  for (let at = items.length - 1; at >= 0 && conclusions.length < MAX_CONCLUSIONS; at--) {
    const item = items[at];
    if (item?.type !== 'message' || item.role !== 'assistant') continue;
    if (items[at + 1]?.type === 'function_call') continue;
    const text = contentText(item.content).trim();
    if (text !== '') conclusions.unshift(`Assistant: ${shorten(text, MAX_CONCLUSION_CHARS)}`);
  }
  return conclusions;
}

/** What an earlier checkpoint calls open, and the facts now know to be over or to have changed, is dropped from it. */
function withoutResolved(
  previous: CodingSessionCheckpoint,
  latest: CodingSessionCheckpoint,
  facts: Facts,
): CodingSessionCheckpoint {
  const runAgain = facts.commands.map(({ command }) => failingText(command, undefined));
  const isOver = (entry: string) =>
    !latest.blockedItems.includes(entry) &&
    runAgain.some((text) => entry === text || entry.startsWith(`${text} — `));
  const isMechanical = (entry: string) => entry.startsWith(REQUESTED) || entry.startsWith(RUNNING);
  return {
    ...previous,
    inProgressItems: previous.inProgressItems.filter((entry) => !isMechanical(entry)),
    blockedItems: previous.blockedItems.filter((entry) => !isOver(entry)),
    nextSteps: [],
    processSnapshots: previous.processSnapshots.filter(isInFlight),
  };
}

function failingText(command: string, error: string | undefined): string {
  return `${FAILING}${commandText(command)}${error ? ` — ${error}` : ''}`;
}

function commandText(command: string): string {
  return shorten(command, MAX_COMMAND_CHARS);
}
