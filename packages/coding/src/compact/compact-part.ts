import { z } from 'zod/v4';

/** A part of a context that stands out by its size: named, so that a person can do something about it. */
export const compactPartSchema = z
  .object({
    /** `system prompt and tools`, `user message`, `result of bash`, … */
    name: z.string(),
    /** The item, where the part is one. */
    itemId: z.string().optional(),
    tokens: z.number().int().nonnegative(),
  })
  .readonly();
export type CompactPart = z.infer<typeof compactPartSchema>;

/** `result of bash 12,000 tokens, user message 300 tokens`. */
export function describeParts(parts: readonly CompactPart[]): string {
  return parts.map(({ name, tokens }) => `${name} ${tokens.toLocaleString('en-US')} tokens`).join(', ');
}
