import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipMiddle, headOf, tailOf } from './clip-text.ts';

describe('head and tail', () => {
  test.each<[name: string, text: string, chars: number, head: string, tail: string]>([
    ['a text that fits is left as it is', 'abc', 3, 'abc', 'abc'],
    ['a longer one is cut', 'abcd', 2, 'ab', 'cd'],
    ['nothing of it', 'abc', 0, '', ''],
    ['an emoji at the cut is left out whole', 'a🧠b', 2, 'a', 'b'],
    ['half an emoji that stands alone is a Char like any other', 'a\ud83db', 2, 'a\ud83d', '\ud83db'],
  ])('%s', (_, text, chars, head, tail) => {
    expect([headOf(text, chars), tailOf(text, chars)]).toEqual([head, tail]);
  });

  test('never split a character, and lack at most one Char of what was asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, chars) => {
        for (const part of [headOf(text, chars), tailOf(text, chars)]) {
          expect(part.isWellFormed()).toBe(true);
          expect(part.length).toBeLessThanOrEqual(chars);
          expect(part.length).toBeGreaterThanOrEqual(Math.min(text.length, chars - 1));
        }
      }),
    );
  });
});

describe('clipMiddle', () => {
  test('keeps two thirds of the head and one third of the tail, and says what is left out', () => {
    expect(clipMiddle('abcdefghij', 6)).toBe('abcd\n[… 4 chars left out …]\nij');
  });
  test('leaves a text that fits as it is', () => {
    expect(clipMiddle('abcdef', 6)).toBe('abcdef');
  });
});
