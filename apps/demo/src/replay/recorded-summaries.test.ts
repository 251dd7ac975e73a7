import type { CompactResult, TokenCounter } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { RecordedSummaries, withSummary } from './recorded-summaries.ts';

const counter: TokenCounter = { name: 'chars', countText: (text) => text.length, countItem: () => 0 };

test('the newest text of the range is used, and used once', () => {
  const recorded = new RecordedSummaries();
  expect(recorded.take()).toBeUndefined();
  recorded.note('first');
  recorded.note('second');
  recorded.note(undefined);
  expect(recorded.take()).toBe('second');
  expect(recorded.take()).toBeUndefined();
});

test('another summary changes the text and its size, nothing else', () => {
  const result = {
    policy: 'p',
    summary: 'four',
    tokensAfter: 104,
    itemsAfter: 2,
    memory: { items: [], summary: 'four' },
  };
  expect(withSummary(result as unknown as CompactResult, 'sixteen letters!', counter)).toEqual({
    ...result,
    summary: 'sixteen letters!',
    tokensAfter: 116,
    memory: { items: [], summary: 'sixteen letters!' },
  });
});
