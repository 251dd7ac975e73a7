import { describe, expect, test } from 'vitest';
import { fileTokens, imageTokens } from './media-tokens.ts';
import { modelFamilies } from './model-family.ts';

const blob = (sizeBytes: number) => ({ type: 'blob', hash: 'sha256:0', sizeBytes }) as const;
const image = (widthPx: number, heightPx: number) =>
  ({ type: 'image', mediaType: 'image/png', source: blob(1), widthPx, heightPx }) as const;

describe('imageTokens', () => {
  test.each([
    [200, 200, 'anthropic', 54],
    [1_000, 1_000, 'anthropic', 1_334],
    [1_568, 400, 'anthropic', 837],
    [8_000, 8_000, 'anthropic', 1_600],
    [512, 512, 'openai', 255],
    [1_024, 1_024, 'openai', 765],
    [2_048, 4_096, 'openai', 1_105],
    [384, 384, 'gemini', 258],
    [1_920, 1_080, 'gemini', 1_548],
    [1_000, 1_000, 'deepseek', 1_200],
    [1_000, 1_000, 'default', 1_200],
  ] as const)('%i × %i px, %s: %i', (widthPx, heightPx, family, tokens) => {
    expect(imageTokens(image(widthPx, heightPx), family)).toBe(tokens);
  });

  test.each(modelFamilies)('of unknown size, %s: the 4,800 chars of the original', (family) => {
    const unknown = { type: 'image', mediaType: 'image/png', source: blob(1) } as const;
    expect(imageTokens(unknown, family)).toBe(1_200);
  });
});

describe('fileTokens', () => {
  test.each([
    ['text/csv', 4_000, 1_000],
    ['application/json', 10, 3],
    ['application/ld+json', 4, 1],
    ['text/plain', 0, 0],
    ['application/pdf', 1, 1_200],
    ['application/pdf', 200_000, 4_800],
  ])('%s of %i bytes: %i', (mediaType, sizeBytes, tokens) => {
    expect(fileTokens({ type: 'file', mediaType, source: blob(sizeBytes) })).toBe(tokens);
  });

  test('a file at a URL is of unknown size', () => {
    const source = { type: 'url', url: 'https://example.com/report.pdf' } as const;
    expect(fileTokens({ type: 'file', mediaType: 'application/pdf', source })).toBe(1_200);
  });
});
