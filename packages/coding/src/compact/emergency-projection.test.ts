import { type AgentItem, buildModelContext, type MemoryItem } from '@ai4j/agent';
import { call, output, pair, user } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import { counter, turns, words } from '../../test/compactor-setup.ts';
import { emergencyProjection } from './emergency-projection.ts';

const projector = emergencyProjection({ targetTokens: 6_000, fixedTokens: () => 500, counter });
const project = (items: readonly MemoryItem[]) =>
  buildModelContext({ snapshot: { items }, projector, counter });
const tokensOf = (items: readonly AgentItem[]) =>
  500 + items.reduce((sum, item) => sum + counter.countItem(item), 0);
const isPrefix = (before: readonly AgentItem[], after: readonly AgentItem[]) =>
  before.every((item, at) => item === after[at]);

describe('the last rung', () => {
  test('what fits is sent as it is', () => {
    const items = turns(3, 300);
    expect(project(items).items.every((item, at) => item === items[at])).toBe(true);
  });

  test('a 1.68 MB tool result keeps head and tail, and counts as cleared (crush#3733)', () => {
    const text = `FIRST LINE\n${'x '.repeat(840_000)}\nLAST LINE`;
    const items = [user('go'), ...pair('big', 'bash', text)];
    const { items: sent, report } = project(items);
    expect(tokensOf(sent)).toBeLessThanOrEqual(6_000);
    const cut = sent[2];
    expect(cut).toMatchObject({ id: 'output:big', callId: 'big', cleared: true });
    expect(cut?.type === 'function_call_output' && cut.output).toMatch(
      /^\[tool result cut to fit the context: big, 1680021 chars\. Head and tail:\nFIRST LINE[\s\S]*LAST LINE\n\]$/,
    );
    expect(report).toMatchObject({
      clearedItemCount: 1,
      notes: ['last rung: cut giant outputs to fit the context'],
    });
    expect(items[2]).toMatchObject({ output: text });
  });

  test('arguments of answered calls become valid JSON that says so; those of open calls stay', () => {
    const content = JSON.stringify({ path: 'a.ts', content: words(9_000) });
    const items = [
      user('go'),
      call('w', 'write_file', { arguments: content }),
      output('w', 'ok'),
      call('open', 'write_file', { arguments: '{"path":"b.ts"}' }),
    ];
    const { items: sent } = project(items);
    expect(sent[1]).toMatchObject({
      id: 'call:w',
      arguments: `{"cleared":"${content.length} chars cleared to fit the context"}`,
    });
    expect(sent[3]).toBe(items[3]);
  });

  test('what cannot be cut is sent, and the report says by how much it is too big', () => {
    const { items, report } = project([user(words(9_000))]);
    expect(items).toHaveLength(1);
    expect(report.notes).toEqual([
      expect.stringMatching(/^last rung: still \d+ tokens over the target of 6000$/),
    ]);
  });

  test('while it holds, what was sent stays a prefix of what is sent next (L7)', () => {
    let items: readonly MemoryItem[] = [user('go'), ...pair('big', 'bash', words(9_000))];
    let before = project(items).items;
    let rewrites = 0;
    for (let step = 0; step < 20; step++) {
      items = [...items, ...pair(`s${step}`, 'bash', words(60))];
      const { items: sent } = project(items);
      if (!isPrefix(before, sent)) rewrites += 1;
      expect(tokensOf(sent)).toBeLessThanOrEqual(6_000);
      before = sent;
    }
    expect(rewrites).toBe(0);
  });
});
