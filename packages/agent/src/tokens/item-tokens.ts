import type { AgentItem, ReasoningItem } from '../items/agent-item.ts';
import type { Content } from '../items/content.ts';
import { fileTokens, imageTokens } from './media-tokens.ts';
import type { ModelFamily } from './model-family.ts';
import { sealedTokens } from './sealed-payload.ts';
import type { TokenFraming } from './token-factors.ts';

/** How one counter measures: its texts, its framing, and whose rules its media follow. */
export interface ItemMeasure {
  readonly family: ModelFamily;
  readonly framing: TokenFraming;
  /** May be a fraction. */
  readonly textTokens: (text: string) => number;
}

/**
 * Tokens of an item, a fraction: its texts, its media by the provider's rule, and the framing of a
 * message, call or output.
 *
 * Reasoning that was cleared is 0. Reasoning with a signature is sent as what the signature seals, of
 * which the text may be a summary or missing: the larger of the two counts. Gemini takes signatures
 * back, but not the text of thoughts. An opaque item counts as its payload, framed like a message.
 */
export function itemTokens(item: AgentItem, measure: ItemMeasure): number {
  const { textTokens, family, framing } = measure;
  switch (item.type) {
    case 'message':
      return framing.perMessage + contentTokens(item.content, measure);
    case 'function_call':
      return framing.perCall + textTokens(item.name) + textTokens(item.arguments);
    case 'function_call_output':
      return framing.perOutput + contentTokens(item.output, measure);
    case 'reasoning':
      return item.cleared ? 0 : reasoningTokens(item, measure);
    case 'opaque':
      return framing.perMessage + sealedTokens(item.providerData, family);
    case 'summary':
      return framing.perMessage + textTokens(item.text);
    default:
      return item satisfies never;
  }
}

function reasoningTokens({ text, providerData }: ReasoningItem, { family, textTokens }: ItemMeasure): number {
  const sealed = sealedTokens(providerData, family);
  return family === 'gemini' ? sealed : Math.max(sealed, textTokens(text));
}

function contentTokens(content: Content, { family, textTokens }: ItemMeasure): number {
  if (typeof content === 'string') return textTokens(content);
  let tokens = 0;
  for (const part of content) {
    switch (part.type) {
      case 'text':
        tokens += textTokens(part.text);
        break;
      case 'image':
        tokens += imageTokens(part, family);
        break;
      case 'file':
        tokens += fileTokens(part);
        break;
      default:
        part satisfies never;
    }
  }
  return tokens;
}
