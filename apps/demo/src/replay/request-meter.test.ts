import type { AgentItem, TokenCounter } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { RequestMeter } from './request-meter.ts';

/** One Token a character; counts how often it was asked. */
function charCounter(): TokenCounter & { asked: number } {
  const counter = {
    name: 'chars',
    asked: 0,
    countText: (text: string) => text.length,
    countItem: (item: AgentItem) => {
      counter.asked += 1;
      return 'text' in item ? item.text.length : item.type === 'message' ? String(item.content).length : 1;
    },
  };
  return counter;
}

const user = (id: string, content: string): AgentItem => ({ type: 'message', id, role: 'user', content });
const none = { summary: 0, user: 0, assistant: 0, reasoning: 0, call: 0, output: 0, other: 0 };

test('an extended request is cached as far as the one before it went', () => {
  const counter = charCounter();
  const meter = new RequestMeter(counter, 10);
  const [first, second] = [user('a', 'aaaa'), user('b', 'bb')];

  expect(meter.measure([first])).toEqual({
    sharedItems: 0,
    cachedTokens: 0,
    byKind: { ...none, other: 10, user: 4 },
    extendsPrevious: true,
  });
  expect(meter.measure([first, second])).toEqual({
    sharedItems: 1,
    cachedTokens: 14,
    byKind: { ...none, other: 10, user: 6 },
    extendsPrevious: true,
  });
  expect(counter.asked).toBe(2);
});

test('a request that was compacted shares only what always stands first', () => {
  const meter = new RequestMeter(charCounter(), 10);
  const [first, second] = [user('a', 'aaaa'), user('b', 'bb')];
  meter.measure([first, second]);

  expect(meter.measure([{ type: 'summary', id: 's', text: 'sss' }, second])).toEqual({
    sharedItems: 0,
    cachedTokens: 10,
    byKind: { ...none, other: 10, summary: 3, user: 2 },
    extendsPrevious: false,
  });
});
