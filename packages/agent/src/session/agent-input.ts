import type { MemoryItem } from '../items/agent-item.ts';

/** What a run is given: a text that a person typed, or items as they are to be stored. */
export type AgentInput = string | MemoryItem | readonly MemoryItem[];

/** The input as items; a text becomes a typed user message. */
export function inputItems(input: AgentInput | undefined, newId: () => string): readonly MemoryItem[] {
  if (input === undefined) return [];
  if (typeof input === 'string') return [{ type: 'message', id: newId(), role: 'user', content: input }];
  return isItems(input) ? input : [input];
}

function isItems(input: MemoryItem | readonly MemoryItem[]): input is readonly MemoryItem[] {
  return Array.isArray(input);
}
