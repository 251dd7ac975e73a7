import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textArbitrary } from '../../test/histories.ts';
import { cutOutput } from './cut-output.ts';

const textsArbitrary = fc
  .tuple(textArbitrary, fc.integer({ min: 1, max: 40 }))
  .map(([text, times]) => text.repeat(times));

test('a cut keeps head and tail, halves no character, and says exactly how much is missing', () => {
  fc.assert(
    fc.property(textsArbitrary, fc.integer({ min: 1, max: 200 }), (text, maxChars) => {
      const cut = cutOutput(text, maxChars, 'item-1') as string | undefined;
      expect(cut === undefined).toBe(text.length <= maxChars);
      if (cut === undefined) return;
      const note =
        /\n\[… (\d+) of (\d+) chars cut here; the whole output is kept as item "item-1" …\]\n/.exec(cut);
      const [head, tail] = [
        cut.slice(0, note?.index),
        cut.slice((note?.index ?? 0) + (note?.[0].length ?? 0)),
      ];
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + tail.length + Number(note?.[1])).toBe(text.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(maxChars);
      expect(cut.isWellFormed() || !text.isWellFormed()).toBe(true);
    }),
    { numRuns: 500 },
  );
});
