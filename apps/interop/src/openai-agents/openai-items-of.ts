import { type Content, contentParts, type MemoryItem } from '@ai4j/agent';
import type { AgentInputItem } from '@openai/agents-core';
import { type OpenAIPart, putTexts } from './content-parts.ts';
import { PROVIDER, type Remainder } from './memory-item-of.ts';

/**
 * Items as OpenAI Agents has them, each with the one of memory that it stands for: what `memoryItemOf` took; for items
 * that memory has in another form since (cleared, redacted), and for items of ours, one that says the same. Left out is
 * what no model takes back: reasoning whose payload was cleared, and opaque items of others.
 */
export function openAIItemsOf(
  items: readonly MemoryItem[],
): { readonly item: AgentInputItem; readonly of: MemoryItem }[] {
  const toolNames = new Map<string, string>();
  return items.flatMap((of) => {
    if (of.type === 'function_call') toolNames.set(of.callId, of.name);
    const item = openAIItemOf(of, toolNames) as AgentInputItem | undefined;
    return item ? [{ item, of }] : [];
  });
}

function openAIItemOf(item: MemoryItem, toolNames: ReadonlyMap<string, string>): object | undefined {
  const kept = (item.providerData?.[PROVIDER] ?? {}) as Remainder;
  switch (item.type) {
    case 'message': {
      const { role, content } = item;
      const parts = partsOf(content, kept);
      if (role !== 'assistant') return { ...kept.fields, role, content: parts ?? textOf(content) };
      const fields = kept.fields ?? { type: 'message', status: 'completed' };
      return { ...fields, role, content: parts ?? [{ type: 'output_text', text: textOf(content) }] };
    }
    case 'function_call': {
      const { type, callId, name, arguments: args } = item;
      return carriedIn(args, kept) ?? { ...kept.fields, type, callId, name, arguments: args };
    }
    case 'function_call_output': {
      const { callId, output } = item;
      const parts = partsOf(output, kept);
      const fields = kept.fields ?? { name: toolNames.get(callId) ?? '', status: 'completed' };
      const said = (kept.single ? parts?.[0] : parts) ?? textOf(output);
      return carriedIn(output, kept) ?? { ...fields, type: 'function_call_result', callId, output: said };
    }
    case 'reasoning': {
      const { type, text, cleared } = item;
      const shapes = kept.shapes ?? [{ type: 'input_text' }];
      return cleared
        ? undefined
        : { ...kept.fields, type, content: shapes.map((shape) => ({ ...shape, text })) };
    }
    case 'opaque':
      return item.provider === PROVIDER ? kept.fields : undefined;
    default:
      return item satisfies never;
  }
}

function partsOf(content: Content, { shapes }: Remainder): OpenAIPart[] | undefined {
  return shapes && putTexts(content, shapes);
}

/** Media that this adapter did not bring are named: their bytes are in the log's blobs. */
function textOf(content: Content): string {
  return contentParts(content)
    .map((part) => (part.type === 'text' ? part.text : `[${part.type}: ${part.mediaType}]`))
    .join('\n');
}

/** The item that is carried as JSON; undefined when it is none, or its text is another one now. */
function carriedIn(content: Content, { carried }: Remainder): object | undefined {
  if (!carried || typeof content !== 'string') return undefined;
  try {
    const item: unknown = JSON.parse(content);
    return typeof item === 'object' && item !== null ? item : undefined;
  } catch {
    return undefined; // Cleared or redacted: it is answered as a function call with that text.
  }
}
