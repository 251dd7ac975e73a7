import type { MemoryItem } from '../items/agent-item.ts';

/** Why the content of an item is gone for good: removed on purpose, or by retention. */
export interface Tombstone {
  readonly type: 'redacted' | 'pruned';
  readonly reason: string;
}

/**
 * What is left of an item whose content was removed: the same id, type, response and pair, so that
 * every request built with it stays legal, and a text that says what became of the rest.
 */
export function tombstoneOf(item: MemoryItem, { type, reason }: Tombstone): MemoryItem {
  const text = `[${type}: ${reason}]`;
  const { id } = item;
  const group = 'responseId' in item && item.responseId !== undefined ? { responseId: item.responseId } : {};
  switch (item.type) {
    case 'message': {
      const origin = item.origin === undefined ? {} : { origin: item.origin };
      return { type: 'message', id, ...group, role: item.role, content: text, ...origin };
    }
    case 'function_call': {
      const { callId, name, kind } = item;
      const ran = item.providerExecuted === undefined ? {} : { providerExecuted: item.providerExecuted };
      const args = kind === 'json' ? JSON.stringify({ [type]: reason }) : text;
      return { type: 'function_call', id, ...group, callId, name, arguments: args, kind, ...ran };
    }
    case 'function_call_output':
      return { type: 'function_call_output', id, callId: item.callId, output: text, outcome: item.outcome };
    case 'reasoning':
      return { type: 'reasoning', id, ...group, text, cleared: true };
    case 'opaque':
      return { type: 'opaque', id, ...group, provider: item.provider };
    default:
      return item satisfies never;
  }
}
