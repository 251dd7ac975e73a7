import type { TokenUsage } from '@ai4j/agent';
import { countOf, type JsonObject, objectOf, objectsOf } from './json-value.ts';

/**
 * What Anthropic billed for one message: the three prompt counts never overlap.
 * With server-side sub-calls (`iterations`) the sums are larger than any prompt was: the last one's own count is taken
 * for the prompt side, the sum for the output side.
 */
export function anthropicUsage(value: unknown): TokenUsage | undefined {
  const total = objectOf(value);
  const prompt = lastMessageIteration(total) ?? total;
  const inputTokens = countOf(prompt.input_tokens);
  if (inputTokens === undefined) return undefined;
  const reasoningTokens = countOf(objectOf(total.output_tokens_details).thinking_tokens);
  return {
    inputTokens,
    cacheReadTokens: countOf(prompt.cache_read_input_tokens) ?? 0,
    cacheWriteTokens: countOf(prompt.cache_creation_input_tokens) ?? 0,
    outputTokens: countOf(total.output_tokens) ?? 0,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

function lastMessageIteration(usage: JsonObject): JsonObject | undefined {
  return objectsOf(usage.iterations).findLast((iteration) => iteration.type === 'message');
}
