import type { FunctionCallOutputItem, ReasoningItem } from '../items/agent-item.ts';

/** What a cleared tool result reads as; the name comes from its call, and is left out where there is none. */
export function clearedToolResultText(callId: string, toolName: string | undefined): string {
  return toolName ? `[tool result cleared: ${toolName}(${callId})]` : `[tool result cleared: ${callId}]`;
}

/** What cleared reasoning reads as to a person; adapters leave the item out. */
export const CLEARED_REASONING_TEXT = '[reasoning cleared]';

/** The tool result without its text: same id, call and outcome. */
export function clearToolResult(
  item: FunctionCallOutputItem,
  toolName: string | undefined,
): FunctionCallOutputItem {
  const { type, id, callId, outcome } = item;
  return { type, id, callId, output: clearedToolResultText(callId, toolName), outcome, cleared: true };
}

/** The reasoning without its payload: type and id stay, so that the order of items does. */
export function clearReasoning({ type, id, responseId }: ReasoningItem): ReasoningItem {
  return { type, id, responseId, text: CLEARED_REASONING_TEXT, cleared: true };
}
