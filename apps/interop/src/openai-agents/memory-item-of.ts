import type { Content, MemoryItem } from '@ai4j/agent';
import type { AgentInputItem } from '@openai/agents-core';
import { type OpenAIPart, type PartShape, takeTexts } from './content-parts.ts';

/** Where in an item's providerData what only OpenAI Agents reads is kept. */
export const PROVIDER = 'openai-agents';

/** What our item does not say: `fields` besides it, and the `shapes` of its parts; or that the item is carried whole, as JSON. */
export interface Remainder {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly shapes?: readonly PartShape[];
  /** A tool's output that was one part, not a list of them. */
  readonly single?: true;
  readonly carried?: true;
}

/** Ids of ours: those of the SDK may be absent, and may come again. */
export interface MemoryItemIds {
  readonly id: string;
  readonly responseId: string;
}

/**
 * An item of OpenAI Agents as one of ours, without loss: texts, names, arguments and ids of calls where our packages
 * read, measure and redact them, and the rest beside them in `providerData`. Calls of built-in tools and their outputs
 * are pairs too, carried as JSON; what has no pair is opaque.
 */
export function memoryItemOf(item: AgentInputItem, ids: MemoryItemIds): MemoryItem {
  const { id, responseId } = ids;
  switch (item.type) {
    case undefined:
    case 'message': {
      const { role, content, ...fields } = item;
      const said = contentOf(content);
      const base = { type: 'message', id, role, content: said.content } as const;
      const providerData = remainder({ fields, ...said.shape });
      return role === 'assistant' ? { ...base, responseId, providerData } : { ...base, providerData };
    }
    case 'function_call': {
      const { type, callId, name, arguments: args, ...fields } = item;
      const providerData = remainder({ fields });
      return { type, id, responseId, callId, name, arguments: args, kind: 'json', providerData };
    }
    case 'function_call_result': {
      const { type: _, callId, output, ...fields } = item;
      const { content, shape } = contentOf(output);
      const providerData = remainder({ fields, ...shape });
      return { type: 'function_call_output', id, callId, output: content, outcome: 'ok', providerData };
    }
    case 'reasoning': {
      const { type, content, ...fields } = item;
      // Reasoning of ours is one text.
      if (content.length > 1) return opaque(item, ids);
      const shapes = content.map(({ text: _, ...shape }) => shape);
      const text = content[0]?.text ?? '';
      return { type, id, responseId, text, providerData: remainder({ fields, shapes }) };
    }
    default:
      return carriedItem(item, ids);
  }
}

function contentOf(content: string | OpenAIPart | readonly OpenAIPart[]): {
  readonly content: Content;
  readonly shape: Remainder;
} {
  if (typeof content === 'string') return { content, shape: {} };
  const isSingle = !isList(content);
  const { texts, shapes } = takeTexts(isSingle ? [content] : content);
  return { content: texts, shape: isSingle ? { shapes, single: true } : { shapes } };
}

function isList(content: OpenAIPart | readonly OpenAIPart[]): content is readonly OpenAIPart[] {
  return Array.isArray(content);
}

function carriedItem(item: AgentInputItem, ids: MemoryItemIds): MemoryItem {
  const { id, responseId } = ids;
  const callId = 'callId' in item ? item.callId : undefined;
  if (item.type === undefined || typeof callId !== 'string' || callId === '') return opaque(item, ids);
  const json = JSON.stringify(item);
  const providerData = remainder({ carried: true });
  return item.type === 'program' || item.type.endsWith('_call')
    ? {
        type: 'function_call',
        id,
        responseId,
        callId,
        name: item.type,
        arguments: json,
        kind: 'json',
        providerData,
      }
    : { type: 'function_call_output', id, callId, output: json, outcome: 'ok', providerData };
}

function opaque(item: AgentInputItem, { id, responseId }: MemoryItemIds): MemoryItem {
  return {
    type: 'opaque',
    id,
    responseId,
    provider: PROVIDER,
    providerData: remainder({ fields: { ...item } }),
  };
}

function remainder(remainder: Remainder): Record<string, unknown> {
  return { [PROVIDER]: remainder };
}
