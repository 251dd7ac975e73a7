import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userSentences } from './user-sentences.ts';

test.each([
  ['Fix it. Never touch package.json!', ['Fix it.', 'Never touch package.json!']],
  ['- Use tabs\n- No new files\n1. run tests', ['Use tabs', 'No new files', 'run tests']],
  [
    'Never change what a user\nsees on the first page.',
    ['Never change what a user\nsees on the first page.'],
  ],
  ['Look:\n```\nnever do this\n```\nThanks.', ['Look:', 'Thanks.']],
  ['Look:\n```\nnever closed', ['Look:']],
  ['> you must not\nWhy?', ['Why?']],
  ['<log>\nmust not\n</log>\nFix the crash.', ['Fix the crash.']],
  ['Avoid globals, e.g. caches.', ['Avoid globals, e.g. caches.']],
  ['修复错误。不要改 package.json。', ['修复错误。', '不要改 package.json。']],
  ['', []],
])('%j', (text, sentences) => {
  expect(userSentences(text)).toEqual(sentences);
});

test('a pasted log is scanned at both ends only', () => {
  const log = 'You must not read this line of the log.\n'.repeat(2_000);
  expect(userSentences(`Read this.\n${log}\nThat was it.`).length).toBeLessThan(600);
});

test('every sentence stands in the text word for word', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aN .!?。\n`>-<log>/#1)') }), (text) => {
      for (const sentence of userSentences(text)) expect(text).toContain(sentence);
    }),
  );
});
