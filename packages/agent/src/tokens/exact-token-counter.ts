import { splitsSurrogatePair } from '../items/surrogate-pair.ts';
import { itemTokens } from './item-tokens.ts';
import type { ModelFamily } from './model-family.ts';
import type { TokenCounter } from './token-counter.ts';
import { tokenFactors } from './token-factors.ts';

/** Tokenizers take quadratic time on long runs without a break (100,000 times the same letter: seconds). */
export const MAX_SLICE_CHARS = 1_024;
/** How far back from the end of a slice a break between words is looked for. */
const BREAK_SEARCH_CHARS = 128;

export interface ExactTokenCounterOptions {
  /** Says which vocabulary: the counter is named `exact:<name>`. Default `tokenizer`. */
  readonly name?: string;
  /**
   * The Tokens of a text: only how many is used. It must take any text for text, special tokens such
   * as `<|endoftext|>` included (they occur in tool output). With gpt-tokenizer:
   * `(text) => encode(text, { disallowedSpecial: new Set() })`.
   */
  readonly encode: (text: string) => ArrayLike<unknown>;
  /** Whose framing per item and whose media rules apply. Default `openai`. */
  readonly family?: ModelFamily;
}

/**
 * Counts text with a real tokenizer, and frames items like the estimator. The tokenizer is fed slices
 * of at most 1,024 chars, which keeps it linear; a slice ends before white space where there is some,
 * and never inside a surrogate pair. What `encode` throws comes through.
 */
export function exactTokenCounter({
  name = 'tokenizer',
  encode,
  family = 'openai',
}: ExactTokenCounterOptions): TokenCounter {
  const countText = (text: string): number => {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      const end = sliceEnd(text, start);
      tokens += encode(text.slice(start, end)).length;
      start = end;
    }
    return tokens;
  };
  const measure = { family, framing: tokenFactors[family].framing, textTokens: countText };
  return {
    name: `exact:${name}`,
    countText,
    countItem: (item) => Math.ceil(itemTokens(item, measure)),
  };
}

function sliceEnd(text: string, start: number): number {
  const limit = start + MAX_SLICE_CHARS;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > limit - BREAK_SEARCH_CHARS; end--) {
    if (isWhiteSpace(text.charCodeAt(end)) && !isWhiteSpace(text.charCodeAt(end - 1))) return end;
  }
  return splitsSurrogatePair(text, limit) ? limit - 1 : limit;
}

function isWhiteSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
