import { describe, expect, test } from 'vitest';
import type { AgentItem } from '../items/agent-item.ts';
import { ContextTokenMeter } from './context-token-meter.ts';
import type { TokenCounter } from './token-counter.ts';
import type { TokenUsage } from './token-usage.ts';

/** Ten Tokens a character, so that figures are easy to follow; notes how often it was asked. */
function tenPerChar() {
  const asked = { items: 0 };
  const counter: TokenCounter = {
    name: 'ten',
    countText: (text) => 10 * text.length,
    countItem(item) {
      asked.items++;
      return item.type === 'message' && typeof item.content === 'string' ? 10 * item.content.length : 10;
    },
  };
  return { counter, asked };
}

const message = (id: string, chars = 1): AgentItem => ({
  type: 'message',
  id,
  role: 'user',
  content: 'x'.repeat(chars),
});
const answer = (id: string): AgentItem => ({
  type: 'message',
  id,
  role: 'assistant',
  content: 'x',
  responseId: id,
});
const prompt = (inputTokens: number, outputTokens = 10): TokenUsage => ({
  inputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens,
});

function meterOf(fixedTokens = 0) {
  const { counter, asked } = tenPerChar();
  return { meter: new ContextTokenMeter({ counter, fixedTokens }), asked };
}

describe('ContextTokenMeter', () => {
  const [q1, a1, q2, a2, q3] = [
    message('q1', 5),
    answer('a1'),
    message('q2', 3),
    answer('a2'),
    message('q3', 2),
  ];

  test('before the first usage: the fixed part and the estimate', () => {
    const { meter } = meterOf(1_000);
    expect(meter.measure([q1])).toEqual({ tokens: 1_050, anchoredItems: 0 });
  });

  test('after it: real usage and the estimate of what came after, the fixed part within', () => {
    const { meter } = meterOf(1_000);
    meter.measure([q1]);
    expect(meter.anchor(prompt(1_234, 16), [a1])).toBe('anchored');
    expect(meter.measure([q1, a1])).toEqual({ tokens: 1_250, anchoredItems: 2 });
    expect(meter.measure([q1, a1, q2])).toEqual({ tokens: 1_280, anchoredItems: 2 });
  });

  test('items added since the last usage count: a large tool result triggers at once', () => {
    const { meter } = meterOf();
    meter.measure([q1]);
    meter.anchor(prompt(50), [a1]);
    expect(meter.measure([q1, a1, message('huge', 60_000)]).tokens).toBe(600_060);
  });

  test('where output was not reported, the response is estimated', () => {
    const { meter } = meterOf();
    meter.measure([q1]);
    meter.anchor(prompt(70, 0), [a1]);
    expect(meter.measure([q1, a1])).toEqual({ tokens: 80, anchoredItems: 1 });
  });

  test.each([
    ['undefined', undefined],
    ['0', prompt(0, 0)],
    ['NaN', prompt(Number.NaN)],
    ['negative', prompt(-1)],
    ['infinite', prompt(Number.POSITIVE_INFINITY)],
  ])('usage that is no figure keeps the anchor before it: %s', (_, usage) => {
    const { meter } = meterOf();
    meter.measure([q1]);
    meter.anchor(prompt(70), [a1]);
    meter.measure([q1, a1, q2]);
    expect(meter.anchor(usage, [a2])).toBe('unusable');
    expect(meter.measure([q1, a1, q2, a2, q3])).toEqual({ tokens: 80 + 30 + 10 + 20, anchoredItems: 2 });
  });

  test('after a compaction the old usage is forgotten: two checks in a row do not compact twice', () => {
    const { meter } = meterOf();
    const long = message('long', 9_000);
    meter.measure([long]);
    meter.anchor(prompt(90_000), [a1]);
    const compacted = [{ type: 'summary', id: 's', text: 'short' } as const, q2];
    expect(meter.measure(compacted)).toEqual({ tokens: 40, anchoredItems: 0 });
    expect(meter.measure(compacted)).toEqual({ tokens: 40, anchoredItems: 0 });
  });

  test('an anchor ends when an item before it changes, and not when one after it does', () => {
    const { meter } = meterOf();
    meter.measure([q1, q2]);
    meter.anchor(prompt(90), [a1]);
    expect(meter.measure([q1, q2, a1, q3]).anchoredItems).toBe(3);
    expect(meter.measure([q1, q2, a1, message('q3', 7)])).toEqual({ tokens: 170, anchoredItems: 3 });
    expect(meter.measure([q1, message('q2', 1), a1, q3])).toEqual({ tokens: 90, anchoredItems: 0 });
  });

  test('goes by items, never by time: an equal copy of an item is the item', () => {
    const { meter } = meterOf();
    meter.measure([q1]);
    meter.anchor(prompt(70), [a1]);
    expect(meter.measure(structuredClone([q1, a1, q2])).anchoredItems).toBe(2);
  });

  test('a response that is not sent as it came ends the anchor', () => {
    const { meter } = meterOf();
    meter.measure([q1]);
    meter.anchor(prompt(70), [a1]);
    expect(meter.measure([q1, q2])).toEqual({ tokens: 80, anchoredItems: 0 });
  });
});

describe('one absurd usage report', () => {
  const conversation = Array.from({ length: 40 }, (_, n) => message(`m${n}`, 100));
  const request = (length: number): AgentItem[] => conversation.slice(0, length);

  function anchoredMeter() {
    const { meter } = meterOf();
    meter.measure(request(10));
    expect(meter.anchor(prompt(12_000, 0), [])).toBe('anchored');
    return meter;
  }

  test.each([10, 0.1])('%d times off changes nothing', (factor) => {
    const meter = anchoredMeter();
    meter.measure(request(11));
    expect(meter.anchor(prompt(13_000 * factor, 0), [])).toBe('implausible');
    expect(meter.measure(request(12))).toEqual({ tokens: 14_000, anchoredItems: 10 });
    expect(meter.anchor(prompt(14_100, 0), [])).toBe('anchored');
    expect(meter.measure(request(13))).toEqual({ tokens: 15_100, anchoredItems: 12 });
  });

  test('said twice it is no slip: the second is believed', () => {
    const meter = anchoredMeter();
    meter.measure(request(11));
    meter.anchor(prompt(130_000, 0), []);
    meter.measure(request(12));
    expect(meter.anchor(prompt(131_000, 0), [])).toBe('anchored');
    expect(meter.measure(request(12)).tokens).toBe(131_000);
  });

  test('the first report may tell of a system prompt and tools that we do not see', () => {
    const { meter } = meterOf();
    meter.measure([message('hi', 2)]);
    expect(meter.anchor(prompt(42_000, 0), [])).toBe('anchored');
  });

  test('but not of millions of tokens', () => {
    const { meter } = meterOf();
    meter.measure([message('hi', 2)]);
    expect(meter.anchor(prompt(5_000_000, 0), [])).toBe('implausible');
    expect(meter.measure([message('hi', 2)])).toEqual({ tokens: 20, anchoredItems: 0 });
  });
});

test('a step costs what is new: 1,000 steps of 3 items count 3,000 items', () => {
  const { meter, asked } = meterOf();
  const items: AgentItem[] = [];
  for (let step = 0; step < 1_000; step++) {
    const known = items.length;
    items.push(message(`q${step}`), message(`o${step}`));
    meter.measure(items, known);
    const response = [answer(`a${step}`)];
    meter.anchor(prompt(10 * items.length), response);
    items.push(...response);
  }
  expect(asked.items).toBe(3_000);
});
