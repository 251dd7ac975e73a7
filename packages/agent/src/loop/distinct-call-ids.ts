import type { MemoryItem } from '../items/agent-item.ts';

/**
 * The items of a response with call ids that are its own: a call whose id is blank, or was used before in
 * the session, gets one made from its item id. Some servers send no ids, or begin anew with each response.
 */
export function withDistinctCallIds(
  items: readonly MemoryItem[],
  isUsed: (callId: string) => boolean,
): readonly MemoryItem[] {
  const taken = new Set<string>();
  return items.map((item) => {
    if (item.type !== 'function_call' || item.providerExecuted) return item;
    const usable = item.callId.trim() !== '' && !taken.has(item.callId) && !isUsed(item.callId);
    const callId = usable ? item.callId : `call_${item.id}`;
    taken.add(callId);
    return usable ? item : { ...item, callId };
  });
}
