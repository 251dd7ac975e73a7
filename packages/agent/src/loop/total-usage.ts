import { promptTokens, type TokenUsage } from '../tokens/token-usage.ts';

export const noUsage: TokenUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};

/** The sum of two bills. Figures that are no count (absent, negative, NaN) add nothing. */
export function addUsage(a: TokenUsage, b: TokenUsage | undefined): TokenUsage {
  if (b === undefined) return a;
  const reasoning = count(a.reasoningTokens) + count(b.reasoningTokens);
  return {
    inputTokens: count(a.inputTokens) + count(b.inputTokens),
    cacheReadTokens: count(a.cacheReadTokens) + count(b.cacheReadTokens),
    cacheWriteTokens: count(a.cacheWriteTokens) + count(b.cacheWriteTokens),
    outputTokens: count(a.outputTokens) + count(b.outputTokens),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}

/** Everything that was billed, prompts and outputs. */
export function totalTokens(usage: TokenUsage): number {
  return promptTokens(usage) + usage.outputTokens;
}

function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}
