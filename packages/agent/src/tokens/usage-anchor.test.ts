import { describe, expect, test } from 'vitest';
import type { AgentItem } from '../items/agent-item.ts';
import type { TokenCounter } from './token-counter.ts';
import type { TokenUsage } from './token-usage.ts';
import { anchorOf, estimateContextTokens } from './usage-anchor.ts';

const tenPerItem: TokenCounter = { name: 'ten', countText: () => 10, countItem: () => 10 };
const user = (id: string): AgentItem => ({ type: 'message', id, role: 'user', content: id });
const answer = (id: string): AgentItem => ({
  type: 'message',
  id,
  role: 'assistant',
  content: id,
  responseId: id,
});
const thought = (id: string): AgentItem => ({ type: 'reasoning', id, text: id, responseId: id });
const output = (id: string): AgentItem => ({
  type: 'function_call_output',
  id,
  callId: id,
  output: id,
  outcome: 'ok',
});
const usage = (fields: Partial<TokenUsage>): TokenUsage => ({
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  ...fields,
});

describe('anchorOf', () => {
  test('counts input, cache reads, cache writes and output once each', () => {
    const reported = usage({
      inputTokens: 1,
      cacheReadTokens: 20,
      cacheWriteTokens: 300,
      outputTokens: 4_000,
    });
    const [request, response] = [[user('q')], [answer('a')]];
    expect(anchorOf(reported, request, response)).toEqual({
      items: [...request, ...response],
      tokens: 4_321,
    });
  });

  test('ends with the request where output was not reported', () => {
    const request = [user('q')];
    expect(anchorOf(usage({ inputTokens: 50 }), request, [answer('a')])).toEqual({
      items: request,
      tokens: 50,
    });
  });

  test('leaves out reasoning that is not sent again', () => {
    const reported = usage({ inputTokens: 100, outputTokens: 90, reasoningTokens: 60 });
    expect(anchorOf(reported, [user('q')], [answer('a')])?.tokens).toBe(130);
    expect(anchorOf(reported, [user('q')], [thought('r'), answer('a')])?.tokens).toBe(190);
  });

  test.each([
    ['missing', undefined],
    ['all 0', usage({})],
    ['output only', usage({ outputTokens: 50 })],
    ['NaN', usage({ inputTokens: Number.NaN })],
    ['negative', usage({ inputTokens: -5, cacheReadTokens: 100 })],
    ['infinite', usage({ cacheReadTokens: Number.POSITIVE_INFINITY })],
  ])('usage that is no figure is no anchor: %s', (_, reported) => {
    expect(anchorOf(reported, [user('q')], [answer('a')])).toBeUndefined();
  });
});

describe('estimateContextTokens', () => {
  const [q, a, o] = [user('q'), answer('a'), output('o')];
  const anchor = { items: [q, a], tokens: 33 };

  test('without an anchor: the estimate', () => {
    expect(estimateContextTokens([q, a, o], tenPerItem)).toBe(30);
  });

  test('the last real usage plus the estimate of what came after', () => {
    expect(estimateContextTokens([q, a], tenPerItem, anchor)).toBe(33);
    expect(estimateContextTokens([q, a, o], tenPerItem, anchor)).toBe(43);
  });

  test('the same items read from storage again are the same', () => {
    expect(estimateContextTokens(structuredClone([q, a, o]), tenPerItem, anchor)).toBe(43);
  });

  test.each<[string, readonly AgentItem[]]>([
    ['an item was dropped', [a, o]],
    ['an item was cleared', [{ ...q, content: 'cleared' } as AgentItem, a, o]],
    ['another item stands before', [user('summary'), q, a, o]],
    ['the request ends earlier', [q]],
  ])('an anchor does not speak of a request that is no unchanged extension: %s', (_, items) => {
    expect(estimateContextTokens(items, tenPerItem, anchor)).toBe(10 * items.length);
  });

  test('a report of ten times what a large context can be is not believed', () => {
    const items = Array.from({ length: 3_000 }, (_, n) => user(`${n}`));
    expect(estimateContextTokens([...items, o], tenPerItem, { items, tokens: 300_000 })).toBe(30_010);
    expect(estimateContextTokens([...items, o], tenPerItem, { items, tokens: 3_000 })).toBe(30_010);
    expect(estimateContextTokens([...items, o], tenPerItem, { items, tokens: 45_000 })).toBe(45_010);
  });
});
