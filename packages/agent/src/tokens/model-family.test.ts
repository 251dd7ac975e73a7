import { expect, test } from 'vitest';
import { familyOfModel } from './model-family.ts';

test.each([
  ['claude-opus-4-5-20251101', 'anthropic'],
  ['anthropic/claude-opus-4.8-fast', 'anthropic'],
  ['us.anthropic.claude-sonnet-4-5-v1:0', 'anthropic'],
  ['gpt-5.5', 'openai'],
  ['gpt-oss-120b', 'openai'],
  ['o3-mini', 'openai'],
  ['openai/o4-mini', 'openai'],
  ['gpt-5.3-codex', 'openai'],
  ['gemini-2.5-flash', 'gemini'],
  ['models/gemini-3-pro', 'gemini'],
  ['deepseek-chat', 'deepseek'],
  ['DeepSeek-V3.2', 'deepseek'],
  ['meta-llama/llama-4-maverick', 'llama'],
  ['deepseek-r1-distill-llama-70b', 'llama'],
  ['mistralai/voxtral-small-24b-2507', 'default'],
  ['qwen3-coder', 'default'],
  ['proto1', 'default'],
  ['', 'default'],
])('%s is of the family %s', (model, family) => {
  expect(familyOfModel(model)).toBe(family);
});
