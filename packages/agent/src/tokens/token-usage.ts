import { z } from 'zod/v4';

/**
 * What a provider billed for one model call, in Tokens. The whole prompt is
 * `inputTokens + cacheReadTokens + cacheWriteTokens`: the three never overlap.
 */
export const tokenUsageSchema = z
  .object({
    /** Prompt tokens neither read from nor written to a cache. */
    inputTokens: z.number().nonnegative(),
    cacheReadTokens: z.number().nonnegative().default(0),
    cacheWriteTokens: z.number().nonnegative().default(0),
    /** Generated tokens, reasoning included. */
    outputTokens: z.number().nonnegative(),
    reasoningTokens: z.number().nonnegative().optional(),
  })
  .readonly();
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

/** Tokens of the whole prompt: uncached, read from cache and written to cache, each once. */
export function promptTokens(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}
