import { describe, expect, test } from 'vitest';
import { type TextFeature, textFeatures, textShape } from './text-shape.ts';

function featuresOf(text: string): Partial<Record<TextFeature, number>> {
  const shape = textShape(text);
  return Object.fromEntries(
    textFeatures.flatMap((feature, index) => (shape[index] === 0 ? [] : [[feature, shape[index]]])),
  );
}

describe('textShape', () => {
  const table: readonly (readonly [
    name: string,
    text: string,
    features: Partial<Record<TextFeature, number>>,
  ])[] = [
    ['nothing', '', {}],
    ['a word', 'word', { words: 1 }],
    ['a long word', 'international', { words: 1, wordTailChars: 9 }],
    ['camel case is two words', 'parseJson', { words: 2, wordTailChars: 1 }],
    ['capitals and the word after them are one', 'HTTPServer', { words: 1, wordTailChars: 6 }],
    ['single spaces are free', 'to be or not', { words: 4 }],
    ['digits in groups of three', '1234567', { digitGroups: 3 }],
    ['digits between letters', 'a1b22', { words: 2, digitGroups: 2 }],
    ['punctuation that differs', '"],', { punctuationRuns: 1, punctuationChars: 2 }],
    ['a rule', '-----', { punctuationRuns: 1, repeatedPunctuation: 4 }],
    ['line breaks and an indent', 'a\n\n    b', { words: 2, lineBreaks: 1, spaceRuns: 1 }],
    ['Windows line breaks', 'a\r\nb', { words: 2, lineBreaks: 1 }],
    ['an escape sequence', '\u001b[31m', { controls: 1, punctuationRuns: 1, digitGroups: 1, words: 1 }],
    ['accents', 'café', { words: 1, latinExtended: 1 }],
    ['Cyrillic', 'мир', { otherAlphabets: 3 }],
    ['Greek', 'λόγος', { otherAlphabets: 5 }],
    ['Arabic', 'سلام', { otherAlphabets: 4 }],
    ['Chinese with its punctuation', '你好，世界。', { han: 6 }],
    ['Japanese', '日本の', { han: 2, kana: 1 }],
    ['Korean', '안녕', { hangul: 2 }],
    ['an emoji is two code units', '🙂', { surrogates: 2 }],
    ['a lone surrogate', '\ud83d', { surrogates: 1 }],
    ['a frame', '┌──┐', { boxDrawing: 4 }],
    ['a spinner', '⠋⠙', { boxDrawing: 2 }],
    ['typographic signs', '“a” → b…', { words: 2, symbols: 4 }],
    ['a no-break space', 'a\u00a0b', { words: 2, symbols: 1 }],
  ];
  test.each(table)('%s', (_, text, features) => {
    expect(featuresOf(text)).toEqual(features);
  });

  test('runs without an end keep growing', () => {
    expect(featuresOf(' '.repeat(640))).toEqual({ spaceRuns: 10 });
    expect(featuresOf('\n'.repeat(160))).toEqual({ lineBreaks: 10 });
  });
});
