import { noFindings } from '@ai4j/agent';
import type { ReplayReport } from '../replay/replay-report.ts';
import {
  type ItemKind,
  type ItemRecord,
  itemKinds,
  type StepRecord,
  type TokensByKind,
} from '../replay/timeline.ts';
import type { SessionView } from './terminal-report.ts';

/** A made-up replay of `steps` model calls that compacts whenever 24,000 Tokens are passed: reports are tested on it. */
export function fixtureView(steps = 60): SessionView {
  const timelineSteps: StepRecord[] = [];
  const items: ItemRecord[] = [];
  const compactions: SessionView['timeline']['compactions'][number][] = [];
  let byKind = tokensByKind({ other: 1_500 });
  let itemCount = 0;
  let before = 0;
  for (let step = 1; step <= steps; step++) {
    const kinds: ItemKind[] =
      step % 12 === 1 ? ['user', 'reasoning', 'call', 'output'] : ['reasoning', 'call', 'output'];
    for (const kind of kinds) {
      const tokens = kind === 'output' ? 500 + ((step * 37) % 900) : kind === 'user' ? 120 : 60;
      byKind = { ...byKind, [kind]: byKind[kind] + tokens };
      itemCount += 1;
      items.push(fixtureItem(items.length + 1, kind, tokens, step));
    }
    const total = sumKinds(byKind);
    if (total > 24_000) {
      const kept = 6;
      for (const [index, item] of items.entries()) {
        if (item.fate === 'kept' && index < items.length - kept) {
          items[index] = {
            ...item,
            lastStep: step - 1,
            fate: 'compacted',
            reason: `compaction ${compactions.length + 1} before step ${step}`,
          };
        }
      }
      byKind = tokensByKind({ other: 1_500, summary: 1_800, call: 300, output: 2_600 });
      compactions.push({
        number: compactions.length + 1,
        step,
        summarizer: compactions.length === 1 ? 'recorded' : 'deterministic',
        removedByKind: { output: 17, call: 17, reasoning: 17, user: 2 },
        result: {
          policy: 'structured-summary',
          summary: 'AI4J_COMPACT_SUMMARY\n# Goal\n修复解析器 </script> and go on',
          ...noFindings,
          tokensBefore: total,
          tokensAfter: sumKinds(byKind),
          itemsBefore: itemCount,
          itemsAfter: kept,
        },
      });
      itemCount = kept;
    }
    timelineSteps.push({
      step,
      tokens: sumKinds(byKind),
      anchored: compactions.length === 0,
      byKind,
      items: itemCount,
      clearedItems: 0,
      droppedItems: 0,
      cachedTokens: before,
    });
    before = sumKinds(byKind);
  }
  const sentTokens = timelineSteps.reduce((sum, step) => sum + step.tokens, 0);
  const cachedTokens = timelineSteps.reduce((sum, step) => sum + step.cachedTokens, 0);
  const lost = items.filter((item) => item.fate === 'compacted').length;
  const report: ReplayReport = {
    source: {
      format: 'claude-code',
      file: '/home/someone/sessions/修复解析器-session.jsonl',
      session: 'a3c1',
      items: items.length,
      userTurns: items.filter((item) => item.kind === 'user').length,
      toolCalls: steps,
      toolOutputs: steps,
      usagePoints: steps,
      recordedCompactions: 1,
    },
    settings: {
      windowTokens: 32_000,
      reserveTokens: 8_000,
      summarizer: 'recorded',
      maxTokens: 24_000,
      tokenCounter: 'estimate:anthropic',
    },
    steps,
    compactions: compactions.map(({ step, summarizer, result }) => ({
      ...result,
      session: 'a3c1',
      step,
      summarizer,
    })),
    final: { contextTokens: before, memoryItems: itemCount, logEvents: items.length + compactions.length },
    estimate: {
      points: steps,
      promptMedianAbsErrorPct: 0.42,
      promptP95AbsErrorPct: 2.7,
      growthMedianAbsErrorPct: 14.2,
    },
    cache: { sentTokens, cachedTokens, rewrittenPrefixes: compactions.length },
    loss: { records: compactions.length, factsLost: lost, factsRecallable: lost },
    violations: [],
    counters: { itemsVisited: items.length, bytesMeasured: 1_000_000 },
    timings: { importMs: 12, replayMs: 80 },
  };
  return { report, timeline: { steps: timelineSteps, items, compactions } };
}

function fixtureItem(seq: number, kind: ItemKind, tokens: number, step: number): ItemRecord {
  const label = kind === 'call' || kind === 'output' ? (['read', 'bash', 'edit'][step % 3] ?? 'read') : kind;
  return {
    seq,
    kind,
    label,
    tokens,
    chars: tokens * 4,
    preview:
      kind === 'user'
        ? '请修复解析器，然后运行测试 🙂'
        : `${label} of step ${step}: </script><b>&amp; "quoted" \u2028 text`,
    firstStep: step,
    lastStep: step,
    fate: 'kept',
    reason: '',
  };
}

function tokensByKind(some: Partial<TokensByKind>): TokensByKind {
  return { ...(Object.fromEntries(itemKinds.map((kind) => [kind, 0])) as Record<ItemKind, number>), ...some };
}

function sumKinds(byKind: TokensByKind): number {
  return itemKinds.reduce((sum, kind) => sum + byKind[kind], 0);
}
