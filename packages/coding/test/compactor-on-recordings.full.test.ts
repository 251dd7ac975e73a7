import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildModelContext,
  ContextIndex,
  indexItems,
  isAssistantSide,
  type MemoryItem,
  type MemorySnapshot,
} from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import type { CodingSessionCompactResult } from '../src/compact/coding-session-compact-result.ts';
import { emergencyProjection } from '../src/compact/emergency-projection.ts';
import { readTranscript } from '../src/transcripts/index.ts';
import { compactorOf, counter } from './compactor-setup.ts';

const corpus = process.env.AI4J_CORPUS ?? '';
const folder = join(corpus, 'sessions');
const recordings = corpus !== '' && existsSync(folder) ? readdirSync(folder).sort() : [];

const FIXED_TOKENS = 1_000;

interface Run {
  readonly results: readonly CodingSessionCompactResult[];
  readonly violations: readonly string[];
  /** Requests that were too big even on the last rung. */
  readonly floors: number;
  readonly checkpointChars: readonly number[];
}

async function itemsOf(recording: string): Promise<readonly MemoryItem[]> {
  const { sessions } = await readTranscript(readFileSync(join(folder, recording)));
  const main = sessions.find(({ kind }) => kind === 'main') ?? sessions[0];
  return (main?.entries ?? []).flatMap((entry) => (entry.type === 'item' ? [entry.item] : []));
}

/** The recorded agent answers before each of its responses: there the context is compacted, projected and checked. */
async function drive(items: readonly MemoryItem[], window: number): Promise<Run> {
  const compactor = compactorOf(
    undefined,
    {
      compactContextWindowTokens: window,
      compactReserveTokens: undefined,
      compactKeepRecentTokens: undefined,
      compactSummaryMaxOutputTokens: undefined,
      toolResultMicroCompactMaxTokens: undefined,
      compactSummarizer: 'deterministic',
    },
    { index: new ContextIndex() },
  );
  const target = window - Math.min(16_384, Math.floor(window / 4));
  const projector = emergencyProjection({ targetTokens: target, fixedTokens: () => FIXED_TOKENS, counter });
  const results: CodingSessionCompactResult[] = [];
  const violations: string[] = [];
  const checkpointChars: number[] = [];
  let floors = 0;
  let memory: MemorySnapshot = { items: [] };
  let history: readonly MemoryItem[] = [];
  for (const [at, item] of items.entries()) {
    const startsResponse = isAssistantSide(item) && at > 0 && !isAssistantSide(items[at - 1] as MemoryItem);
    if (startsResponse) {
      memory = { ...memory, items: history };
      const compaction = await compactor.compact({
        snapshot: memory,
        automatic: true,
        fixedTokens: FIXED_TOKENS,
      });
      memory = compaction.memory;
      history = memory.items;
      const { result } = compaction;
      if (!(result.outcome === 'skipped' && result.skipReason === 'fits')) results.push(result);
      if (result.outcome === 'compacted') {
        checkpointChars.push(result.summary?.length ?? 0);
        if (result.estimatedTokensAfter > target)
          violations.push(`L6 at ${at}: ${result.estimatedTokensAfter} > ${target}`);
      }
      const { items: sent, report } = buildModelContext({ snapshot: memory, projector, counter });
      const tokens = FIXED_TOKENS + sent.reduce((sum, it) => sum + counter.countItem(it), 0);
      if (report.notes.some((note) => note.startsWith('last rung: still'))) floors += 1;
      else if (tokens > target) violations.push(`over at ${at}: ${tokens} > ${target}`);
      const index = indexItems(sent);
      if (index.defects.size + index.unanswered.size > 0) violations.push(`L1 at ${at}`);
    }
    history = [...history, item];
  }
  return { results, violations, floors, checkpointChars };
}

describe.skipIf(recordings.length === 0)('every recording in every window', () => {
  for (const window of [16_000, 32_000, 64_000, 128_000]) {
    test(`${window} tokens: no request is over the target, every cut is legal`, async () => {
      const table: string[] = [];
      for (const recording of recordings) {
        const items = await itemsOf(recording);
        const { results, violations, floors, checkpointChars } = await drive(items, window);
        const strategies = results.map((result) =>
          result.outcome === 'compacted' ? result.strategy : result.outcome,
        );
        const counts = [...new Set(strategies)].map(
          (name) => `${name} ${strategies.filter((it) => it === name).length}`,
        );
        table.push(
          `${recording} ${items.length} items: ${counts.join(', ') || '–'}; floors ${floors}; largest summary ${Math.max(0, ...checkpointChars)} chars`,
        );
        expect(violations).toEqual([]);
        expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      }
      console.log(table.join('\n'));
    });
  }
});

test.skipIf(recordings.length > 0)('recordings absent: set AI4J_CORPUS', () => {});
