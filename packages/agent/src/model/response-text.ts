import type { AgentItem } from '../items/agent-item.ts';
import { contentText } from '../items/content.ts';

/** What a response says: the text of its messages, one after the other; empty where it only calls tools. */
export function responseText(items: readonly AgentItem[]): string {
  return items.flatMap((item) => (item.type === 'message' ? [contentText(item.content)] : [])).join('\n');
}
