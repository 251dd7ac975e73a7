import { isTypedUserMessage, type MemoryItem } from '../items/agent-item.ts';

/** How many items of each kind were dropped, and by how many calls which tool was used in them. */
export interface DroppedItems {
  readonly items: number;
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly toolCalls: number;
  /** Calls by tool name; the map's order says nothing. */
  readonly callsByTool: ReadonlyMap<string, number>;
}

export const nothingDropped: DroppedItems = {
  items: 0,
  userMessages: 0,
  assistantMessages: 0,
  toolCalls: 0,
  callsByTool: new Map(),
};

export function countDropped(items: readonly MemoryItem[]): DroppedItems {
  let userMessages = 0;
  let assistantMessages = 0;
  const callsByTool = new Map<string, number>();
  for (const item of items) {
    if (item.type === 'function_call') addTo(callsByTool, item.name, 1);
    else if (item.type === 'message' && item.role === 'assistant') assistantMessages += 1;
    else if (isTypedUserMessage(item)) userMessages += 1;
  }
  const toolCalls = [...callsByTool.values()].reduce((sum, calls) => sum + calls, 0);
  return { items: items.length, userMessages, assistantMessages, toolCalls, callsByTool };
}

export function addDropped(a: DroppedItems, b: DroppedItems): DroppedItems {
  const callsByTool = new Map(a.callsByTool);
  for (const [tool, calls] of b.callsByTool) addTo(callsByTool, tool, calls);
  return {
    items: a.items + b.items,
    userMessages: a.userMessages + b.userMessages,
    assistantMessages: a.assistantMessages + b.assistantMessages,
    toolCalls: a.toolCalls + b.toolCalls,
    callsByTool,
  };
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
