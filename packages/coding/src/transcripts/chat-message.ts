import type { MessageOrigin, OutputOutcome } from '@ai4j/agent';
import { type contentOf, isEmptyContent } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import { argumentsText, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';
import { openAiContent } from './openai-content.ts';
import { recordedObjects } from './recorded-objects.ts';
import type { SessionBuilder } from './session-builder.ts';

/** Where a Chat message goes, and what only the recording's format can say about it. */
export interface ChatPlace {
  readonly context: ImportContext;
  readonly session: SessionBuilder;
  readonly id: string;
  readonly line?: number | undefined;
  /** Default: the message's id. */
  readonly responseId?: string | undefined;
  readonly origin?: MessageOrigin | undefined;
  readonly outcome?: OutputOutcome | undefined;
  /** Default: the message's `tool_call_id`. */
  readonly callId?: string | undefined;
}

/** Adds one OpenAI Chat message: for an assistant its reasoning, its text and each of its calls. */
export async function addChatMessage(message: JsonObject, place: ChatPlace): Promise<void> {
  const { context, session, id, line, origin } = place;
  const content = await openAiContent(message.content, context, line);
  switch (message.role) {
    case 'system':
    case 'developer':
      if (typeof content === 'string' && content !== '') session.addSystem(id, content, line);
      else if (!isEmptyContent(content)) session.add({ type: 'message', id, role: 'system', content }, line);
      return;
    case 'user':
      if (isEmptyContent(content)) return context.ignore('user without content');
      session.add({ type: 'message', id, role: 'user', content, ...(origin ? { origin } : {}) }, line);
      return;
    case 'assistant':
      return addResponse(message, content, place);
    case 'tool':
    case 'function': {
      const callId = place.callId ?? textOf(message.tool_call_id);
      const output = {
        type: 'function_call_output',
        id,
        callId,
        output: content,
        outcome: place.outcome ?? 'ok',
      } as const;
      const added = session.addOutput(output, line, textOf(message.name));
      if (added.match === 'repeated') context.problem(`a second result for call ${callId}`, line);
      return;
    }
    default:
      context.problem(`a message with the role ${JSON.stringify(message.role) ?? 'missing'}`, line);
  }
}

function addResponse(message: JsonObject, content: ReturnType<typeof contentOf>, place: ChatPlace): void {
  const { session, id, line } = place;
  const responseId = place.responseId ?? id;
  const reasoning = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  if (reasoning) session.add({ type: 'reasoning', id: `${id}:reasoning`, responseId, text: reasoning }, line);
  for (const [index, block] of objectsOf(message.thinking_blocks).entries()) {
    const signature = textOf(block.signature);
    const providerData = signature ? { providerData: { anthropic: { signature } } } : {};
    const text = textOf(block.thinking) ?? '';
    session.add(
      { type: 'reasoning', id: `${id}:thinking-${index}`, responseId, text, ...providerData },
      line,
    );
  }
  const refusal = textOf(message.refusal);
  const said = isEmptyContent(content) && refusal ? refusal : content;
  if (!isEmptyContent(said))
    session.add({ type: 'message', id, responseId, role: 'assistant', content: said }, line);
  for (const [index, call] of callsOf(message, place).entries()) {
    const isText = call.type === 'custom';
    const called = objectOf(isText ? call.custom : call.function);
    session.addCall(
      {
        type: 'function_call',
        id: `${id}:call-${index}`,
        responseId,
        callId: textOf(call.id),
        name: textOf(called.name) ?? '',
        arguments: argumentsText(isText ? called.input : called.arguments),
        kind: isText ? 'text' : 'json',
      },
      line,
    );
  }
}

/** Tool calls, or the one function call of the first function API. */
function callsOf(message: JsonObject, { context, line }: ChatPlace): readonly JsonObject[] {
  const old = objectOf(message.function_call);
  return [
    ...recordedObjects(message.tool_calls, 'a tool call', context, line),
    ...(textOf(old.name) ? [{ function: old }] : []),
  ];
}
