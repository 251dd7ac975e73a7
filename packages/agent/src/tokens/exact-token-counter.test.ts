import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { exactTokenCounter, MAX_SLICE_CHARS } from './exact-token-counter.ts';

const encodeAnyText = (text: string): number[] => encode(text, { disallowedSpecial: new Set() });
const counter = exactTokenCounter({ name: 'o200k', encode: encodeAnyText });

/** A counter whose tokenizer notes what it is fed. */
function recordingCounter() {
  const slices: string[] = [];
  const recording = exactTokenCounter({
    encode: (text) => {
      slices.push(text);
      return encodeAnyText(text);
    },
  });
  return { counter: recording, slices };
}

describe('exactTokenCounter', () => {
  test('is named after its vocabulary', () => {
    expect(counter.name).toBe('exact:o200k');
    expect(exactTokenCounter({ encode: encodeAnyText }).name).toBe('exact:tokenizer');
  });

  test('counts short texts as the tokenizer does', () => {
    const text = 'The quick brown fox jumps over the lazy dog.';
    expect(counter.countText(text)).toBe(encodeAnyText(text).length);
    expect(counter.countText('')).toBe(0);
  });

  test('frames items like the estimator', () => {
    const bare = counter.countText('hello');
    const framed = counter.countItem({ type: 'message', id: 'm', role: 'user', content: 'hello' });
    expect(framed).toBeGreaterThan(bare);
    expect(framed).toBeLessThan(bare + 10);
  });

  test('text that spells a special token is text, not an error', () => {
    expect(counter.countText('{"stop":"<|endoftext|>","start":"<|im_start|>"}')).toBeGreaterThan(5);
  });

  test.each([
    ['one letter without end', 'a'.repeat(100_000)],
    ['spaces', ' '.repeat(100_000)],
    ['dashes', '-'.repeat(50_000)],
    ['Chinese without spaces', '今天天气很好我们一起去公园散步'.repeat(1_600)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(4_000)],
  ])('feeds the tokenizer in slices: %s', (_, text) => {
    const { counter: recording, slices } = recordingCounter();
    expect(recording.countText(text)).toBeGreaterThan(0);
    expect(slices.join('')).toBe(text);
    expect(Math.max(...slices.map((slice) => slice.length))).toBeLessThanOrEqual(MAX_SLICE_CHARS);
    expect(slices.length).toBeLessThanOrEqual(Math.ceil(text.length / (MAX_SLICE_CHARS - 1)));
  });

  test('never cuts an emoji in half', () => {
    const { counter: recording, slices } = recordingCounter();
    recording.countText(`a${'🙂'.repeat(3_000)}`);
    expect(slices.filter((slice) => !slice.isWellFormed())).toEqual([]);
  });

  test('takes lone surrogates as they come', () => {
    expect(counter.countText('\ud83d'.repeat(3_000))).toBeGreaterThan(0);
  });

  test('is within 0.1 % of the unsliced count on ordinary text', () => {
    const paragraph = (n: number): string =>
      `## Step ${n}\nThe ${n}th worker reads \`src/module-${n}/index.ts\`, finds ${n * 7} uses of parseConfig(), and writes:\n` +
      `  const value${n} = await loadValue({ id: ${n * 31}, retries: 3 });\n`;
    const text = Array.from({ length: 1_000 }, (_, n) => paragraph(n)).join('\n');
    const whole = encodeAnyText(text).length;
    expect(Math.abs(counter.countText(text) - whole) / whole).toBeLessThanOrEqual(0.001);
  });
});
