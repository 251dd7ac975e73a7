import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailText } from './head-tail-text.ts';

const kept = (maxChars: number, pieces: readonly string[]) => {
  const text = new HeadTailText(maxChars);
  for (const piece of pieces) text.add(piece);
  return text.toString();
};

test.each([
  [10, [], ''],
  [10, ['12345', '67890'], '1234567890'],
  [10, ['12345', '67890', 'a'], '12345\n[… 1 chars left out …]\n7890a'],
  [4, ['😀😀😀😀'], '😀\n[… 4 chars left out …]\n😀'],
  [5, ['a😀😀😀'], 'a😀\n[… 2 chars left out …]\n😀'],
  [0, ['abc'], '\n[… 3 chars left out …]\n'],
])('of at most %d chars: %j', (maxChars, pieces, expected) => {
  expect(kept(maxChars, pieces)).toBe(expected);
});

test('it makes no difference in how many pieces a text comes, even within a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.nat({ max: 20 })),
      fc.nat({ max: 60 }),
      (whole, lengths, maxChars) => {
        const pieces: string[] = [];
        let rest = whole;
        for (const length of lengths) {
          pieces.push(rest.slice(0, length));
          rest = rest.slice(length);
        }
        const text = kept(maxChars, [...pieces, rest]);
        expect(text).toBe(kept(maxChars, [whole]));
        expect(text.isWellFormed()).toBe(true);
        if (whole.length <= maxChars) expect(text).toBe(whole);
      },
    ),
    {
      examples: [
        ['𐀀', [1], 2],
        [' 𐀀𐀀 𐀀𐀀𐀀  ', [3, 3], 14],
        ['𐀀b', [2], 1],
      ],
    },
  );
});
