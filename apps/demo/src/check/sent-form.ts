import type {
  AgentItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  MemoryItem,
  ReasoningItem,
} from '@ai4j/agent';
import { isSameValue } from './same-value.ts';

/** How an item of memory was sent; `altered` is what a projection must never do. */
export type SentForm = 'unchanged' | 'cleared' | 'renamed' | 'cleared-and-renamed' | 'told' | 'altered';

/** Compares an item as it was sent with the item as memory holds it. */
export function sentForm(sent: AgentItem, held: MemoryItem): SentForm {
  if (isSameValue(sent, held)) return 'unchanged';
  if (sent.id !== held.id) return 'altered';
  if (sent.type === 'function_call_output' && held.type === 'function_call_output') {
    if (isClearedOutput({ ...sent, callId: held.callId }, held)) {
      return sent.callId === held.callId ? 'cleared' : 'cleared-and-renamed';
    }
    return isRenamed(sent, held) ? 'renamed' : 'altered';
  }
  if (sent.type === 'reasoning' && held.type === 'reasoning') {
    return isClearedReasoning(sent, held) ? 'cleared' : 'altered';
  }
  if (sent.type === 'function_call' && held.type === 'function_call') {
    return isRenamed(sent, held) ? 'renamed' : 'altered';
  }
  return isToldOutput(sent, held) ? 'told' : 'altered';
}

/** Cleared: a bracketed text that names the call stands for the output, the rest is as it was, only provider data may go. */
function isClearedOutput(sent: FunctionCallOutputItem, held: FunctionCallOutputItem): boolean {
  const { output, cleared, providerData, ...rest } = sent;
  const { output: _heldOutput, cleared: heldCleared, providerData: heldData, ...heldRest } = held;
  return (
    cleared === true &&
    heldCleared !== true &&
    (providerData === undefined || isSameValue(providerData, heldData)) &&
    typeof output === 'string' &&
    isBracketed(output) &&
    output.includes(held.callId) &&
    output !== held.output &&
    isSameValue(rest, heldRest)
  );
}

/** Cleared: nothing of the payload is left, neither the text nor what the provider signed or encrypted. */
function isClearedReasoning(sent: ReasoningItem, held: ReasoningItem): boolean {
  const { text, cleared, ...rest } = sent;
  const { text: heldText, cleared: heldCleared, providerData: _removed, ...heldRest } = held;
  return (
    cleared === true &&
    heldCleared !== true &&
    (text === '' || (isBracketed(text) && text !== heldText)) &&
    isSameValue(rest, heldRest)
  );
}

/** Nothing but the call id is another: what a repair does to an id that occurs twice. */
function isRenamed<Item extends FunctionCallItem | FunctionCallOutputItem>(sent: Item, held: Item): boolean {
  return isSameValue({ ...sent, callId: held.callId }, held);
}

/** The last resort for an output without its call: its content, told in an injected user message that names the call. */
function isToldOutput(sent: AgentItem, held: MemoryItem): boolean {
  if (held.type !== 'function_call_output') return false;
  if (sent.type !== 'message' || sent.role !== 'user' || sent.origin !== 'injected') return false;
  if (typeof sent.content === 'string') return false;
  const [lead, ...told] = sent.content;
  if (lead?.type !== 'text' || !isBracketed(lead.text) || !lead.text.includes(held.callId)) return false;
  if (typeof held.output !== 'string') return isSameValue(told, held.output);
  return isSameValue(told, held.output === '' ? [] : [{ type: 'text', text: held.output }]);
}

/** How a text says that it is no content but stands for one. */
export function isBracketed(text: string): boolean {
  return text.length > 2 && text.startsWith('[') && text.endsWith(']');
}
