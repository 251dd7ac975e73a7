import type { AgentItem, FunctionCallItem } from './agent-item.ts';
import { indexItems } from './item-index.ts';

/**
 * The calls of the last response that have no output yet, in order. A call of an earlier response can no
 * longer be answered: the model has gone on without it.
 */
export function waitingCalls(items: readonly AgentItem[]): readonly FunctionCallItem[] {
  const index = indexItems(items);
  const newest = index.lastUnitStart();
  return [...index.unanswered]
    .filter((position) => position >= newest)
    .map((position) => items[position] as FunctionCallItem);
}
