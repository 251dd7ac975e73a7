import type { AgentItem } from './agent-item.ts';
import { clipMiddle } from './clip-text.ts';
import type { Content } from './content.ts';

/**
 * One item as text for a summariser: who spoke, which tool was called with what, what came back. Long texts
 * keep head and tail, media are named and not included, reasoning and what we cannot read are left out.
 */
export function transcriptEntry(item: AgentItem, maxChars: number): string | undefined {
  switch (item.type) {
    case 'message': {
      const speaker = item.role === 'user' && item.origin === 'injected' ? 'Context' : speakers[item.role];
      return entry(speaker, contentTranscript(item.content), maxChars);
    }
    case 'function_call':
      return entry(`Tool call ${item.name}`, item.arguments, maxChars);
    case 'function_call_output': {
      const outcome = item.outcome === 'ok' ? '' : ` (${item.outcome})`;
      return entry(`Tool result${outcome}`, contentTranscript(item.output), maxChars);
    }
    case 'summary':
      return entry('Summary', item.text, maxChars);
    case 'reasoning':
    case 'opaque':
      return undefined;
    default:
      return item satisfies never;
  }
}

const speakers = { user: 'User', assistant: 'Assistant', system: 'System' } as const;

function entry(speaker: string, text: string, maxChars: number): string | undefined {
  return text.trim() === '' ? undefined : `[${speaker}]\n${clipMiddle(text, maxChars)}`;
}

function contentTranscript(content: Content): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => (part.type === 'text' ? part.text : `[${part.type}: ${part.mediaType}]`))
    .join('\n');
}
