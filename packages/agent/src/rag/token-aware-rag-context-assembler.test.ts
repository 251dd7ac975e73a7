import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors.ts';
import { exactTokenCounter } from '../tokens/exact-token-counter.ts';
import { scriptAwareTokenEstimator } from '../tokens/script-aware-token-estimator.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { RagHit } from './rag-context.ts';
import { tokenAwareRagContextAssembler } from './token-aware-rag-context-assembler.ts';

const cl100k = exactTokenCounter({ name: 'cl100k', encode: (text) => encodeCl100k(text) });
const o200k = exactTokenCounter({ name: 'o200k', encode: (text) => encodeO200k(text) });

/** One Token a Char: what fits is plain to see. */
function charCounter(): TokenCounter & { countedChars: number; texts: string[] } {
  return {
    name: 'chars',
    countedChars: 0,
    texts: [],
    countText(text) {
      this.countedChars += text.length;
      this.texts.push(text);
      return text.length;
    },
    countItem: () => 0,
  };
}

const plain = { delimiter: '|', includeCitations: false };
const hit = (content: string, source: Partial<RagHit> = {}): RagHit => ({ content, ...source });

describe('as the reference does', () => {
  test('a budget of 16 keeps the first of two hits', () => {
    const assemble = tokenAwareRagContextAssembler({ counter: cl100k, maxTokens: 16 });
    const context = assemble([
      hit('alpha beta gamma', { sourceName: 'a' }),
      hit('delta epsilon zeta eta theta iota kappa', { sourceName: 'b' }),
    ]);
    expect(context.text).toBe('[S1] a\nalpha beta gamma');
    expect(context.citations).toHaveLength(1);
    expect(context.omitted).toEqual([
      { hit: expect.objectContaining({ sourceName: 'b' }), reason: 'budget' },
    ]);
  });

  test('a single long hit is cut to a budget of 6, and the snippet is the text', () => {
    const counter = scriptAwareTokenEstimator({ family: 'default' });
    const assemble = tokenAwareRagContextAssembler({ counter, maxTokens: 6, includeCitations: false });
    const { text, citations, tokens } = assemble([hit('one two three four five six seven eight nine')]);
    expect(text).toMatch(/^one two/);
    expect(text).not.toContain('seven');
    expect(citations).toEqual([expect.objectContaining({ id: 'S1', snippet: text, truncated: true })]);
    expect(tokens).toBeLessThanOrEqual(6);
  });

  test('any tokenizer counts', () => {
    const hits = [hit('今天天气很好我们一起去公园散步')];
    const taken = (counter: TokenCounter) =>
      tokenAwareRagContextAssembler({ counter, maxTokens: 14 })(hits).citations[0]?.snippet.length ?? 0;
    expect(taken(o200k)).toBeGreaterThan(taken(cl100k));
  });

  test.each([0, -1, Number.NaN])('a budget of %s is refused', (maxTokens) => {
    expect(() => tokenAwareRagContextAssembler({ counter: cl100k, maxTokens })).toThrow(ConfigError);
  });

  test.each([
    [{}, '[S1] source\nx'],
    [{ sourceName: 'guide' }, '[S1] guide\nx'],
    [{ sourcePath: 'docs/guide.md' }, '[S1] docs/guide.md\nx'],
    [{ sourceName: 'guide', sourcePath: 'docs/guide.md' }, '[S1] guide\nx'],
    [{ sourceName: 'guide', pageNumber: 3, section: 'Setup' }, '[S1] guide / p.3 / Setup\nx'],
    [{ section: 'Setup' }, '[S1] source / Setup\nx'],
  ])('a source %o reads as %j', (source, text) => {
    expect(tokenAwareRagContextAssembler({ counter: cl100k, maxTokens: 100 })([hit('x', source)]).text).toBe(
      text,
    );
  });

  test('hits stand an empty line apart, or as the delimiter says', () => {
    const hits = [hit('a'), hit('b')];
    const options = { counter: cl100k, maxTokens: 100, includeCitations: false };
    expect(tokenAwareRagContextAssembler(options)(hits).text).toBe('a\n\nb');
    expect(tokenAwareRagContextAssembler({ ...options, delimiter: ' – ' })(hits).text).toBe('a – b');
  });

  test('no hits give no text', () => {
    const assemble = tokenAwareRagContextAssembler({ counter: cl100k, maxTokens: 100 });
    expect(assemble([])).toEqual({ text: '', tokens: 0, citations: [], omitted: [] });
    expect(assemble([hit(' \n')])).toMatchObject({ text: '', omitted: [{ reason: 'blank' }] });
  });
});

describe('symptoms', () => {
  test('one oversized hit hides all smaller ones after it', () => {
    const assemble = tokenAwareRagContextAssembler({ counter: charCounter(), maxTokens: 10, ...plain });
    const { text, omitted } = assemble([hit('aaaa'), hit('b'.repeat(50)), hit('ccc')]);
    expect(text).toBe('aaaa|ccc');
    expect(omitted).toEqual([{ hit: hit('b'.repeat(50)), reason: 'budget' }]);
  });

  test('an oversized best hit is lost to small ones, or they to it', () => {
    const assemble = tokenAwareRagContextAssembler({ counter: charCounter(), maxTokens: 20, ...plain });
    const { text, citations } = assemble([hit('a'.repeat(50)), hit('bbb'), hit('ccc'), hit('ddd')]);
    expect(text).toBe('aaaaaaaaaaaa|bbb|ccc');
    expect(citations.map(({ id, truncated }) => [id, truncated])).toEqual([
      ['S1', true],
      ['S2', false],
      ['S3', false],
    ]);
  });

  test('without cutting, an oversized best hit is left out alone', () => {
    const assemble = tokenAwareRagContextAssembler({
      counter: charCounter(),
      maxTokens: 20,
      truncateOversizedHit: false,
      ...plain,
    });
    expect(assemble([hit('a'.repeat(50)), hit('bbb')]).text).toBe('bbb');
  });

  test('the cut splits an emoji', () => {
    const assemble = tokenAwareRagContextAssembler({ counter: charCounter(), maxTokens: 6, ...plain });
    expect(assemble([hit('a😀😀😀😀')]).text).toBe('a😀😀');
  });

  test('one source crowds out all others', () => {
    const assemble = tokenAwareRagContextAssembler({
      counter: charCounter(),
      maxTokens: 100,
      maxHitsPerSource: 1,
      ...plain,
    });
    const { text, omitted } = assemble([
      hit('a1', { sourcePath: 'a' }),
      hit('a2', { sourcePath: 'a' }),
      hit('b1', { sourcePath: 'b' }),
      hit('x'),
      hit('y'),
    ]);
    expect(text).toBe('a1|b1|x|y');
    expect(omitted).toEqual([{ hit: hit('a2', { sourcePath: 'a' }), reason: 'source-share' }]);
  });

  test('a hit that was too large takes the place of its source', () => {
    const options = { counter: charCounter(), maxTokens: 10, maxHitsPerSource: 1, ...plain };
    const [first, large, small] = [
      hit('x'),
      hit('a'.repeat(50), { sourcePath: 'a' }),
      hit('a', { sourcePath: 'a' }),
    ];
    expect(tokenAwareRagContextAssembler(options)([first, large, small]).text).toBe('x|a');
  });

  test('the whole text is counted again for each hit', () => {
    const counter = charCounter();
    const hits = Array.from({ length: 1_000 }, (_, at) => hit(`hit ${at} ${'.'.repeat(100)}`));
    const { text, citations } = tokenAwareRagContextAssembler({ counter, maxTokens: 1e9, ...plain })(hits);
    expect(citations).toHaveLength(1_000);
    for (const { content } of hits) expect(counter.texts.filter((it) => it === content)).toHaveLength(1);
    expect(counter.countedChars).toBeLessThanOrEqual(2 * text.length + 1);
  });
});

describe('the budget is what the window leaves', () => {
  const options = { counter: charCounter(), windowTokens: 100, reserveTokens: 30, ...plain };
  const hits = [hit('a'.repeat(40)), hit('b'.repeat(20))];

  test('the same hits, as the request grows', () => {
    let requestTokens = 0;
    const assemble = tokenAwareRagContextAssembler({ ...options, requestTokens: () => requestTokens });
    const sizes = [0, 20, 69, 70, 500].map((tokens) => {
      requestTokens = tokens;
      return assemble(hits).citations.map(({ snippet }) => snippet.length);
    });
    expect(sizes).toEqual([[40, 20], [40], [1], [], []]);
  });

  test.each([
    { windowTokens: 0, reserveTokens: 0 },
    { windowTokens: 10, reserveTokens: 10 },
    { windowTokens: 10, reserveTokens: -1 },
    { windowTokens: 10, reserveTokens: 0, maxHitsPerSource: 0 },
  ])('%o is refused', (numbers) => {
    expect(() => tokenAwareRagContextAssembler({ ...options, ...numbers, requestTokens: () => 0 })).toThrow(
      ConfigError,
    );
  });
});

test('whatever the hits: within the budget, in their order, whole or a beginning, and none without a word', () => {
  const content = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('', ' ', '今天天气很好'.repeat(40), '😀'.repeat(80), 'word '.repeat(200)),
  );
  const hits: fc.Arbitrary<RagHit[]> = fc.array(
    fc.record({ content, sourcePath: fc.constantFrom<string | undefined>('a', 'b', undefined) }),
    { maxLength: 8 },
  );
  const settings = fc.record({
    maxTokens: fc.integer({ min: 1, max: 300 }),
    includeCitations: fc.boolean(),
    truncateOversizedHit: fc.boolean(),
    maxHitsPerSource: fc.constantFrom(1, 2, 100),
  });
  fc.assert(
    fc.property(hits, settings, fc.constantFrom(cl100k, o200k), (given, options, counter) => {
      const context = tokenAwareRagContextAssembler({ counter, ...options })(given);
      expect(context.tokens).toBeLessThanOrEqual(options.maxTokens);
      expect(counter.countText(context.text)).toBe(context.tokens);
      expect(context.text.isWellFormed()).toBe(true);
      for (const { hit: cited, snippet } of context.citations) {
        expect(cited.content.startsWith(snippet)).toBe(true);
        expect(context.text).toContain(snippet);
      }
      const ranks = context.citations.map((citation) => given.indexOf(citation.hit));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      const all = [...context.citations, ...context.omitted].map(({ hit: it }) => it);
      expect(new Set(all)).toEqual(new Set(given));
      expect(all).toHaveLength(given.length);
    }),
  );
});
