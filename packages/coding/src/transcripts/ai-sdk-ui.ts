import type { ContentPart } from '@ai4j/agent';
import { aiSdkContentPart, aiSdkProviderData } from './ai-sdk-parts.ts';
import { contentOf } from './content-of.ts';
import { documentImporter, messageList } from './document-importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { argumentsText, type JsonObject, objectOf, resultText, textOf } from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import type { SessionBuilder } from './session-builder.ts';

/** AI SDK `UIMessage`s: an array, or a chat with `messages`. A tool part is a call and, once it is there, its output. */
export function aiSdkUiImporter(context: ImportContext): Importer {
  return documentImporter(context, messageList, (session, _chat, line) => (message, index) => {
    const id = textOf(message.id) ?? `message-${index}`;
    switch (message.role) {
      case 'assistant':
        return addResponses(session, recordedObjects(message.parts, 'a part', context, line), id, line);
      case 'user':
      case 'system':
        return addInput(session, message, id, line);
      default:
        return context.problem(`message ${index} has no known role`, line);
    }
  });

  async function addInput(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const said: ContentPart[] = [];
    for (const part of recordedObjects(message.parts, 'a part', context, line)) {
      const read = await aiSdkContentPart(part, context, line);
      if (read) said.push(read);
      else context.ignore(`part ${textOf(part.type) ?? 'without type'}`);
    }
    const content = contentOf(said);
    if (said.length === 0) return context.ignore(`${String(message.role)} without content`);
    if (message.role === 'system' && typeof content === 'string') session.addSystem(id, content, line);
    else
      session.add(
        { type: 'message', id, role: message.role === 'system' ? 'system' : 'user', content },
        line,
      );
  }

  /** The parts of one assistant message: each `step-start` begins another model call. */
  async function addResponses(
    session: SessionBuilder,
    parts: readonly JsonObject[],
    id: string,
    line: number | undefined,
  ): Promise<void> {
    let step = 0;
    for (const [index, part] of parts.entries()) {
      const type = textOf(part.type) ?? 'without type';
      if (type === 'step-start') {
        step++;
        continue;
      }
      const side = { id: `${id}:${index}`, responseId: `${id}:step-${step}`, ...aiSdkProviderData(part) };
      if (type === 'reasoning')
        session.add({ type: 'reasoning', ...side, text: textOf(part.text) ?? '' }, line);
      else if (type.startsWith('tool-') || type === 'dynamic-tool') addTool(session, part, type, side, line);
      else {
        const said = await aiSdkContentPart(part, context, line);
        if (said)
          session.add({ type: 'message', ...side, role: 'assistant', content: contentOf([said]) }, line);
        else context.ignore(`part ${type}`);
      }
    }
  }

  function addTool(
    session: SessionBuilder,
    part: JsonObject,
    type: string,
    side: { readonly id: string; readonly responseId: string },
    line: number | undefined,
  ): void {
    const callId = textOf(part.toolCallId);
    const name = type === 'dynamic-tool' ? (textOf(part.toolName) ?? '') : type.slice('tool-'.length);
    session.addCall(
      {
        type: 'function_call',
        ...side,
        callId,
        name,
        arguments: argumentsText(part.input ?? part.rawInput ?? part.args),
        kind: 'json',
        ...(part.providerExecuted === true ? { providerExecuted: true } : {}),
      },
      line,
    );
    const output = toolOutput(part);
    if (output)
      session.addOutput(
        { type: 'function_call_output', id: `${side.id}:output`, callId, ...output },
        line,
        name,
      );
  }
}

/** Undefined while the call waits: for its input, an approval, or its output. */
function toolOutput(
  part: JsonObject,
): { readonly output: string; readonly outcome: 'ok' | 'error' | 'rejected' } | undefined {
  switch (part.state) {
    case 'output-available':
    case 'result':
      return { output: resultText(part.output ?? part.result), outcome: 'ok' };
    case 'output-error':
      return { output: resultText(part.errorText), outcome: 'error' };
    case 'output-denied':
      return {
        output: textOf(objectOf(part.approval).reason) ?? 'Tool execution was denied.',
        outcome: 'rejected',
      };
    default:
      return undefined;
  }
}
