import type { ModelFamily } from './model-family.ts';

/** Shorter strings in `providerData` are ids, statuses and kinds, not payloads. */
const MIN_PAYLOAD_CHARS = 64;
/**
 * Bytes of a payload beside the reasoning that it seals. Anthropic's was measured on Claude 4.5
 * recordings, which have the reasoning in the clear too; OpenAI's is the figure that Codex subtracts.
 */
const ENVELOPE_BYTES = 180;
const OPENAI_ENVELOPE_BYTES = 650;
/** Bytes of sealed reasoning a Token; 3.2 to 4.0 on Claude 4.6 recordings. */
const BYTES_PER_TOKEN = 3.6;

/**
 * Tokens that the payloads in `providerData` stand for: signatures, encrypted reasoning, items of a
 * provider. A payload is base64, so it is (chars × 3/4 − envelope) / 3.6 Tokens, never below 0. Their
 * size is all that is looked at.
 */
export function sealedTokens(
  providerData: Readonly<Record<string, unknown>> | undefined,
  family: ModelFamily,
): number {
  const bytes = (payloadChars(providerData) * 3) / 4;
  const envelope = family === 'openai' ? OPENAI_ENVELOPE_BYTES : ENVELOPE_BYTES;
  return Math.max(0, bytes - envelope) / BYTES_PER_TOKEN;
}

function payloadChars(value: unknown): number {
  if (typeof value === 'string') return value.length < MIN_PAYLOAD_CHARS ? 0 : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let chars = 0;
  for (const inner of Object.values(value)) chars += payloadChars(inner);
  return chars;
}
