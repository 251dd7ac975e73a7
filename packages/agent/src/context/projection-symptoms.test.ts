import { describe, expect, test } from 'vitest';
import type { AgentItem, MemoryItem } from '../items/agent-item.ts';
import { assistant, call, output, pair, reasoning, user } from '../testing/item-builders.ts';
import type { ContextBudget } from './context-budget.ts';
import { ContextIndex } from './context-index.ts';
import { buildModelContext } from './model-context.ts';

/** What users of other tools have met, each with the smallest input that would show it here. */
const contextOf = (items: readonly MemoryItem[], budget: ContextBudget, summary?: string) =>
  buildModelContext({ snapshot: { items, ...(summary !== undefined && { summary }) }, budget });
const ids = (items: readonly AgentItem[]) => items.map((item) => item.id);

describe('tool calls and results', () => {
  test('400 after a cut: a result without its call (#50), or a call whose result was left out (#51)', () => {
    const items = [user('go'), ...pair('1'), ...pair('2'), ...pair('3')];
    for (let maxItems = 1; maxItems <= items.length; maxItems++) {
      const sent = contextOf(items, { maxItems }).items;
      const calls = sent.flatMap((item) => (item.type === 'function_call' ? [item.callId] : []));
      const outputs = sent.flatMap((item) => (item.type === 'function_call_output' ? [item.callId] : []));
      expect(outputs).toEqual(calls);
    }
  });

  test('in-flight calls dropped: one of three parallel calls has answered (#54)', () => {
    const items = [user('go'), ...pair('0'), call('1'), call('2'), call('3'), output('2')];
    const { items: sent, report } = contextOf(items, { maxItems: 2 });
    expect(ids(sent)).toEqual([
      'call:1',
      'call:2',
      'call:3',
      'call:1:unanswered',
      'output:2',
      'call:3:unanswered',
    ]);
    expect(report.notes).toContain('pair repair: answered 2 call(s) that have no output');
  });

  test('mismatch after truncation: an odd limit, and a pinned prefix that ends on a call (#57)', () => {
    const items = [user('go'), ...pair('1'), ...pair('2'), ...pair('3')];
    expect(ids(contextOf(items, { maxItems: 5, pinnedPrefixItems: 2 }).items)).toEqual([
      'user:go',
      'call:2',
      'output:2',
      'call:3',
      'output:3',
    ]);
  });

  test('a thinking block without its partner: no cut lies between reasoning and its call (#60)', () => {
    const items = [user('go'), reasoning('think'), ...pair('1'), user('more'), assistant('done')];
    for (let maxItems = 1; maxItems <= items.length; maxItems++) {
      const sent = ids(contextOf(items, { maxItems }).items);
      expect(sent.includes('reasoning:think')).toBe(sent.includes('call:1'));
    }
  });

  test('trimmed reasoning in the turn still running (#60)', () => {
    const items = [user('go'), reasoning('a'), ...pair('1'), reasoning('b'), ...pair('2')];
    expect(contextOf(items, { trimOldReasoning: true }).items).toEqual(items);
  });

  test('a memory tool result is cleared: exempt tools and failures stay (#83)', () => {
    const failure = output('2', 'exit 1', { outcome: 'error' });
    const items = [...pair('1', 'memory', 'noted'), call('2'), failure, ...pair('3'), ...pair('4')];
    const { items: sent } = contextOf(items, { maxRecentToolResults: 0, exemptTools: ['memory'] });
    const read = sent.flatMap((item) => (item.type === 'function_call_output' ? [item.output] : []));
    expect(read).toEqual([
      'noted',
      'exit 1',
      '[tool result cleared: read(3)]',
      '[tool result cleared: read(4)]',
    ]);
  });
});

test('230 tokens but megabytes on the wire: images are few tokens and many bytes (#47)', () => {
  const image = (n: number): MemoryItem =>
    user(
      [
        {
          type: 'image',
          mediaType: 'image/png',
          source: { type: 'blob', hash: `sha256:${n}`, sizeBytes: 2_000_000 },
        },
      ],
      {
        id: `image ${n}`,
      },
    );
  const items = Array.from({ length: 20 }, (_, n) => image(n));
  const { items: sent, report } = contextOf(items, { maxTokens: 100_000, maxBytes: 20_000_000 });
  expect(report.tokenLimitApplied).toBe(false);
  expect(report.byteLimitApplied).toBe(true);
  expect(sent).toHaveLength(7);
  expect(report.notes).toContain('maxBytes applied: 20000000');
});

test('prune toggles around the threshold and rewrites the prefix at each step (#109)', () => {
  const budget = { maxRecentToolResults: 5, minClearTokens: 400 };
  const index = new ContextIndex();
  const items: MemoryItem[] = [user('go')];
  let sent: readonly AgentItem[] = [];
  let rewrites = 0;
  for (let step = 0; step < 20; step++) {
    items.push(...pair(`${step}`, 'read', 'some words of a file '.repeat(10)));
    const next = buildModelContext({ snapshot: { items: [...items] }, budget, index }).items;
    if (sent.some((item, at) => item !== next[at])) rewrites += 1;
    sent = next;
  }
  // Each step would rewrite one result; batches of 400 tokens do so a few times in all.
  expect(rewrites).toBeGreaterThan(0);
  expect(rewrites).toBeLessThanOrEqual(4);
});

test('the compaction summary silently disappears when a projector cuts the head (W-C5)', () => {
  const items = Array.from({ length: 10 }, (_, n) => user(`m${n}`));
  const { items: sent, report } = contextOf(items, { maxItems: 2, maxApproxChars: 12 }, 'so far');
  expect(ids(sent)).toEqual(['summary', 'user:m8', 'user:m9']);
  expect(report.sourceItemCount).toBe(10);
});

test('the report hides savings: the source is measured before anything was cleared (W-T4)', () => {
  const items = [...pair('1', 'read', 'x'.repeat(1_000)), ...pair('2', 'read', 'y')];
  const { report } = contextOf(items, { maxRecentToolResults: 1 });
  expect(report.sourceApproxChars - report.projectedApproxChars).toBeGreaterThan(900);
  expect(report.clearedItemCount).toBe(1);
});
