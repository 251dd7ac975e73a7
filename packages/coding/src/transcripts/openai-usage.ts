import type { TokenUsage } from '@ai4j/agent';
import { countOf, type JsonObject, objectOf } from './json-value.ts';

/** Usage of a Chat completion: `prompt_tokens` includes what was cached. Undefined where nothing was billed. */
export function chatUsage(value: unknown): TokenUsage | undefined {
  const usage = objectOf(value);
  const cached =
    countOf(objectOf(usage.prompt_tokens_details).cached_tokens) ?? countOf(usage.prompt_cache_hit_tokens);
  const reasoning = countOf(objectOf(usage.completion_tokens_details).reasoning_tokens);
  return fromWholePrompt(countOf(usage.prompt_tokens), cached, countOf(usage.completion_tokens), reasoning);
}

/** Usage of Codex: `input_tokens` includes what was cached, `output_tokens` the reasoning. */
export function codexUsage(usage: JsonObject): TokenUsage | undefined {
  return fromWholePrompt(
    countOf(usage.input_tokens),
    countOf(usage.cached_input_tokens),
    countOf(usage.output_tokens),
    countOf(usage.reasoning_output_tokens),
  );
}

function fromWholePrompt(
  promptTokens: number | undefined,
  cachedTokens = 0,
  outputTokens = 0,
  reasoningTokens?: number,
): TokenUsage | undefined {
  if (!promptTokens) return undefined;
  return {
    inputTokens: Math.max(0, promptTokens - cachedTokens),
    cacheReadTokens: cachedTokens,
    cacheWriteTokens: 0,
    outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
