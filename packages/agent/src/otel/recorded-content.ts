import type { Attributes } from '@opentelemetry/api';
import type { AgentItem, FunctionCallItem, FunctionCallOutputItem } from '../items/agent-item.ts';
import { contentText } from '../items/content.ts';
import type { FinishReason, ModelRequest, ModelResponse } from '../model/model-client.ts';
import type { Redactor } from '../redactor.ts';
import { genAi } from './semantic-names.ts';

/** What is said, as the conventions write it; for those who asked for it. */
export interface RecordedContent {
  ofRequest(request: ModelRequest): Attributes;
  ofResponse(response: ModelResponse): Attributes;
  ofCall(call: FunctionCallItem): Attributes;
  ofOutput(output: FunctionCallOutputItem): Attributes;
}

const nothing = () => ({});

export const noContent: RecordedContent = {
  ofRequest: nothing,
  ofResponse: nothing,
  ofCall: nothing,
  ofOutput: nothing,
};

/** Everything, each text through the redactor. */
export function allContent(redact: Redactor): RecordedContent {
  const messages = (items: readonly AgentItem[]) => items.map((item) => messageOf(item, redact));
  return {
    ofRequest: ({ instructions, items }) => ({
      ...(instructions !== undefined && {
        [genAi.systemInstructions]: JSON.stringify([textPart(redact(instructions))]),
      }),
      [genAi.inputMessages]: JSON.stringify(messages(items)),
    }),
    ofResponse: ({ items, finishReason }) => ({
      [genAi.outputMessages]: JSON.stringify([
        {
          role: 'assistant',
          parts: messages(items).flatMap(({ parts }) => parts),
          finish_reason: semanticFinishReason(finishReason),
        },
      ]),
    }),
    ofCall: (call) => ({ [genAi.toolCallArguments]: redact(call.arguments) }),
    ofOutput: ({ output }) => ({ [genAi.toolCallResult]: redact(contentText(output)) }),
  };
}

/** A finish reason in the words of the conventions, as far as they have one. */
export function semanticFinishReason(reason: FinishReason): string {
  if (reason === 'tool-calls') return 'tool_call';
  return reason === 'refusal' ? 'content_filter' : reason;
}

interface SemanticMessage {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly parts: readonly Readonly<Record<string, unknown>>[];
}

function messageOf(item: AgentItem, redact: Redactor): SemanticMessage {
  switch (item.type) {
    case 'message':
      return { role: item.role, parts: [textPart(redact(contentText(item.content)))] };
    case 'summary':
      return { role: 'system', parts: [textPart(redact(item.text))] };
    case 'reasoning':
      return { role: 'assistant', parts: [{ type: 'reasoning', content: redact(item.text) }] };
    case 'opaque':
      return { role: 'assistant', parts: [{ type: 'opaque', provider: item.provider }] };
    case 'function_call': {
      const { callId, name } = item;
      const call = { type: 'tool_call', id: callId, name, arguments: redact(item.arguments) };
      return { role: 'assistant', parts: [call] };
    }
    case 'function_call_output': {
      const response = redact(contentText(item.output));
      return { role: 'tool', parts: [{ type: 'tool_call_response', id: item.callId, response }] };
    }
    default:
      return item satisfies never;
  }
}

function textPart(content: string) {
  return { type: 'text', content };
}
