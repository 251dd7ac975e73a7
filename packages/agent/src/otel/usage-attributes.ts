import type { Attributes } from '@opentelemetry/api';
import { promptTokens, type TokenUsage } from '../tokens/token-usage.ts';
import { genAi } from './semantic-names.ts';

/** What was billed. As the conventions have it, the input includes what a cache gave and took. */
export function usageAttributes(usage: TokenUsage | undefined): Attributes {
  if (!usage) return {};
  return {
    [genAi.usageInputTokens]: promptTokens(usage),
    [genAi.usageCacheReadInputTokens]: usage.cacheReadTokens,
    [genAi.usageCacheCreationInputTokens]: usage.cacheWriteTokens,
    [genAi.usageOutputTokens]: usage.outputTokens,
    [genAi.usageReasoningOutputTokens]: usage.reasoningTokens,
  };
}
