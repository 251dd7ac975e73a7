import type { MemoryItem, SessionEvent } from '@ai4j/agent';

/** Why the content of items is gone: removed on purpose, or by retention. */
export type Burial = Pick<Extract<SessionEvent, { type: 'redacted' | 'pruned' }>, 'type' | 'reason'>;

/** How an item reads without its content: what it is and where it belongs stays, a text says why the rest is gone. */
export function tombstone(item: MemoryItem, { type, reason }: Burial): MemoryItem {
  const { providerData: _removed, ...kept } = item;
  const text = `[${type}: ${reason}]`;
  switch (kept.type) {
    case 'message':
      return { ...kept, content: text };
    case 'function_call':
      return { ...kept, arguments: kept.kind === 'json' ? JSON.stringify({ [type]: reason }) : text };
    case 'function_call_output': {
      const { cleared: _cleared, ...output } = kept;
      return { ...output, output: text };
    }
    case 'reasoning':
      return { ...kept, text, cleared: true };
    case 'opaque':
      return kept;
    default:
      return kept satisfies never;
  }
}
