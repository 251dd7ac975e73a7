/** Models that share a tokenizer and a chat format, nearly enough to share factors. */
export const modelFamilies = ['anthropic', 'openai', 'gemini', 'deepseek', 'llama', 'default'] as const;
export type ModelFamily = (typeof modelFamilies)[number];

const familyPatterns: readonly (readonly [RegExp, ModelFamily])[] = [
  [/claude|anthropic|\b(opus|sonnet|haiku)\b/, 'anthropic'],
  [/gemini|gemma/, 'gemini'],
  // Before llama: distilled models are named after both, and keep the tokenizer of the smaller one.
  [/distill-llama|llama/, 'llama'],
  [/deepseek/, 'deepseek'],
  [/gpt|codex|openai|\bo[134]\b|davinci|text-embedding/, 'openai'],
];

/**
 * The family of a model name as providers and gateways write it (`anthropic/claude-opus-4.5`,
 * `us.meta.llama4-maverick`, `gpt-5.5`); `default` for names we do not know.
 */
export function familyOfModel(model: string): ModelFamily {
  const name = model.toLowerCase();
  return familyPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'default';
}
