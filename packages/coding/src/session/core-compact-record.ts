import type { CompactRecord, MemoryItem } from '@ai4j/agent';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import { failingCommands } from '../facts/command-runs.ts';
import { factsOf } from '../facts/facts-accumulator.ts';
import { CODING_NAMESPACE } from './coding-log-record.ts';

/**
 * A coding compaction as the core keeps it. Files accumulate over compactions; what was confirmed and what
 * runs is read from the checkpoint.
 */
export function coreCompactRecord(
  result: CodingSessionCompactResult,
  items: readonly MemoryItem[],
  previous: CompactRecord | undefined,
): CompactRecord {
  const { checkpoint, summaryUsage, lossRecord, summary } = result;
  const facts = factsOf(items, checkpoint?.extensions.ledger);
  const modifiedFiles = union(previous?.modifiedFiles, facts.modifiedPaths);
  return {
    policy: CODING_NAMESPACE,
    ...(summary !== undefined && { summary }),
    completed: checkpoint?.doneItems ?? [],
    pending: union(checkpoint?.inProgressItems, checkpoint?.nextSteps ?? []),
    decisions: checkpoint?.keyDecisions ?? [],
    changedArtifacts: modifiedFiles,
    failedCommands: failingCommands(facts.commands).map(({ command }) => command),
    testResults: [],
    userConfirmations: facts.requests
      .filter(({ inReplyTo }) => inReplyTo !== undefined)
      .map(({ text, inReplyTo }) => `${inReplyTo} → ${text}`),
    sandboxState: (checkpoint?.processSnapshots ?? []).map(
      ({ processId, status, command }) => `${processId} [${status}] ${command}`,
    ),
    openQuestions: checkpoint?.blockedItems ?? [],
    readFiles: union(previous?.readFiles, facts.readPaths),
    modifiedFiles,
    tokensBefore: result.estimatedTokensBefore,
    tokensAfter: result.estimatedTokensAfter,
    itemsBefore: result.beforeItemCount,
    itemsAfter: result.afterItemCount,
    ...(summaryUsage && { usage: summaryUsage }),
    ...(lossRecord && { lossRecord }),
  };
}

function union(earlier: readonly string[] = [], later: readonly string[]): readonly string[] {
  return [...new Set([...earlier, ...later])];
}
