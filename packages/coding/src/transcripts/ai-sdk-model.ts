import type { Content, ContentPart, OutputOutcome } from '@ai4j/agent';
import { aiSdkContentPart, aiSdkProviderData } from './ai-sdk-parts.ts';
import { contentOf } from './content-of.ts';
import { documentImporter, messageList } from './document-importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { argumentsText, type JsonObject, objectOf, resultText, textOf } from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import type { SessionBuilder } from './session-builder.ts';

/** AI SDK `ModelMessage`s (and the `CoreMessage`s of version 4): an array, or an object with `messages`. */
export function aiSdkModelImporter(context: ImportContext): Importer {
  return documentImporter(context, messageList, (session, request, line) => {
    const system = textOf(request.system);
    if (system) session.addSystem('system', system, line);
    return (message, index) => {
      const id = `message-${index}`;
      switch (message.role) {
        case 'system':
          return session.addSystem(id, textOf(message.content) ?? '', line);
        case 'user':
          return addUserMessage(session, message, id, line);
        case 'assistant':
        case 'tool':
          return addParts(session, message, id, line);
        default:
          return context.problem(`message ${index} has no known role`, line);
      }
    };
  });

  async function addUserMessage(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const said: ContentPart[] = [];
    for (const part of partsOf(message.content, line)) {
      const read = await aiSdkContentPart(part, context, line);
      if (read) said.push(read);
      else context.ignore(`part ${textOf(part.type) ?? 'without type'}`);
    }
    if (said.length === 0) return context.ignore('user without content');
    session.add({ type: 'message', id, role: 'user', content: contentOf(said) }, line);
  }

  async function addParts(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    for (const [index, part] of partsOf(message.content, line).entries()) {
      const partId = index === 0 ? id : `${id}:${index}`;
      const side = { id: partId, responseId: id, ...aiSdkProviderData(part) };
      const callId = textOf(part.toolCallId);
      if (part.type === 'reasoning')
        session.add({ type: 'reasoning', ...side, text: textOf(part.text) ?? '' }, line);
      else if (part.type === 'tool-call') {
        session.addCall(
          {
            type: 'function_call',
            ...side,
            callId,
            name: textOf(part.toolName) ?? '',
            arguments: argumentsText(part.input ?? part.args),
            kind: 'json',
            ...(part.providerExecuted === true ? { providerExecuted: true } : {}),
          },
          line,
        );
      } else if (part.type === 'tool-result') {
        const result = await toolResult(part, line);
        const output = { type: 'function_call_output', id: partId, callId, ...result } as const;
        const added = session.addOutput(output, line, textOf(part.toolName));
        if (added.match === 'repeated') context.problem(`a second result for call ${callId}`, line);
      } else {
        const said = message.role === 'assistant' ? await aiSdkContentPart(part, context, line) : undefined;
        if (said)
          session.add({ type: 'message', ...side, role: 'assistant', content: contentOf([said]) }, line);
        else context.ignore(`part ${textOf(part.type) ?? 'without type'}`);
      }
    }
  }

  async function toolResult(
    part: JsonObject,
    line: number | undefined,
  ): Promise<{ readonly output: Content; readonly outcome: OutputOutcome }> {
    const output = objectOf(part.output);
    switch (output.type) {
      case 'text':
      case 'json':
        return { output: resultText(output.value), outcome: 'ok' };
      case 'error-text':
      case 'error-json':
        return { output: resultText(output.value), outcome: 'error' };
      case 'execution-denied':
        return { output: textOf(output.reason) ?? 'Tool execution was denied.', outcome: 'rejected' };
      case 'content': {
        const parts: ContentPart[] = [];
        for (const element of recordedObjects(output.value, 'an output part', context, line)) {
          parts.push(
            (await aiSdkContentPart(element, context, line)) ?? { type: 'text', text: resultText(element) },
          );
        }
        return { output: contentOf(parts), outcome: 'ok' };
      }
      default:
        return {
          output: resultText(part.output ?? part.result),
          outcome: part.isError === true ? 'error' : 'ok',
        };
    }
  }

  function partsOf(content: unknown, line: number | undefined): readonly JsonObject[] {
    return typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : recordedObjects(content, 'a part', context, line);
  }
}
