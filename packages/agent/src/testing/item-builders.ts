import type {
  FunctionCallItem,
  FunctionCallOutputItem,
  MemoryItem,
  MessageItem,
  ReasoningItem,
} from '../items/agent-item.ts';
import type { Content } from '../items/content.ts';

/** Short names for items in tests; ids default to what the item says, so keep texts apart or give an id. */
export function user(content: Content, extra: Partial<MessageItem> = {}): MessageItem {
  return { type: 'message', id: `user:${idOf(content)}`, role: 'user', content, ...extra };
}

/** A user message that no person typed. */
export function injected(content: Content, extra: Partial<MessageItem> = {}): MessageItem {
  return { ...user(content), id: `injected:${idOf(content)}`, origin: 'injected', ...extra };
}

export function assistant(content: Content, extra: Partial<MessageItem> = {}): MessageItem {
  return { type: 'message', id: `assistant:${idOf(content)}`, role: 'assistant', content, ...extra };
}

export function call(callId: string, name = 'read', extra: Partial<FunctionCallItem> = {}): FunctionCallItem {
  return {
    type: 'function_call',
    id: `call:${callId}`,
    callId,
    name,
    arguments: '{}',
    kind: 'json',
    ...extra,
  };
}

export function output(
  callId: string,
  content: Content = 'done',
  extra: Partial<FunctionCallOutputItem> = {},
): FunctionCallOutputItem {
  return {
    type: 'function_call_output',
    id: `output:${callId}`,
    callId,
    output: content,
    outcome: 'ok',
    ...extra,
  };
}

export function reasoning(text: string, extra: Partial<ReasoningItem> = {}): ReasoningItem {
  return { type: 'reasoning', id: `reasoning:${text}`, text, ...extra };
}

/** One call and its output. */
export function pair(callId: string, name = 'read', content: Content = 'done'): MemoryItem[] {
  return [call(callId, name), output(callId, content)];
}

function idOf(content: Content): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
