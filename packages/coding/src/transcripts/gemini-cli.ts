import type { ContentPart, OutputOutcome } from '@ai4j/agent';
import { contentOf } from './content-of.ts';
import { geminiContentPart, geminiParts, geminiResponse } from './gemini-parts.ts';
import type { ImportContext, Importer } from './importer.ts';
import {
  argumentsText,
  countOf,
  isObject,
  type JsonObject,
  objectOf,
  objectsOf,
  resultText,
  textOf,
} from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

interface Message {
  readonly value: JsonObject;
  readonly id: string;
  readonly line: number | undefined;
}

/**
 * Gemini CLI sessions: one document, or since 2026 a header line and a message a line, where a later line with the same
 * id replaces the earlier one and `$rewindTo` takes a message and all after it away.
 */
export function geminiCliImporter(context: ImportContext): Importer {
  const headers: { readonly value: JsonObject; readonly messages: Map<string, Message> }[] = [];

  function addMessage(value: unknown, line: number | undefined): void {
    if (headers.length === 0) headers.push({ value: {}, messages: new Map() });
    const messages = headers.at(-1)?.messages ?? new Map<string, Message>();
    if (!isObject(value)) {
      context.problem('a message that is not an object', line);
      return;
    }
    const id = textOf(value.id) ?? `message-${messages.size}`;
    messages.set(id, { value, id, line });
  }

  return {
    async record(value, line) {
      if (!isObject(value)) return context.problem('not a JSON object', line);
      if (textOf(value.sessionId) && value.type === undefined) {
        headers.push({ value, messages: new Map() });
        if (Array.isArray(value.messages)) for (const message of value.messages) addMessage(message, line);
        return;
      }
      const rewindTo = textOf(value.$rewindTo);
      if (rewindTo !== undefined) {
        const messages = headers.at(-1)?.messages ?? new Map<string, Message>();
        const ids = [...messages.keys()];
        const first = ids.indexOf(rewindTo);
        if (first === -1) return context.problem(`a rewind to the unknown message ${rewindTo}`, line);
        for (const id of ids.slice(first)) {
          messages.delete(id);
          context.ignore('rewound message');
        }
        return;
      }
      if (value.$set !== undefined) return context.ignore('$set');
      addMessage(value, line);
    },
    async finish() {
      const sessions: TranscriptSession[] = [];
      for (const { value, messages } of headers) {
        const kind = value.kind === 'subagent' ? 'sidechain' : 'main';
        const id = textOf(value.sessionId) ?? `session-${sessions.length + 1}`;
        const session = new SessionBuilder(id, { kind, hiddenPrefix: true });
        for (const message of messages.values()) await addToSession(session, message);
        sessions.push(session.build());
      }
      return sessions;
    },
  };

  async function addToSession(session: SessionBuilder, { value, id, line }: Message): Promise<void> {
    if (value.type !== 'user' && value.type !== 'gemini')
      return context.ignore(textOf(value.type) ?? 'without type');
    const said: ContentPart[] = [];
    for (const part of geminiParts(value.content)) {
      const read = await geminiContentPart(part, context, line);
      if (read) said.push(read);
    }
    if (value.type === 'user') {
      if (said.length === 0) return context.ignore('user without content');
      session.add({ type: 'message', id, role: 'user', content: contentOf(said) }, line);
      return;
    }
    const thoughts = objectsOf(value.thoughts).map(({ subject, description }) =>
      [textOf(subject), textOf(description)].filter(Boolean).join('\n'),
    );
    if (thoughts.length > 0) {
      session.add(
        { type: 'reasoning', id: `${id}:thoughts`, responseId: id, text: thoughts.join('\n\n') },
        line,
      );
    }
    if (said.length > 0) {
      session.add({ type: 'message', id, responseId: id, role: 'assistant', content: contentOf(said) }, line);
    }
    addToolCalls(session, recordedObjects(value.toolCalls, 'a tool call', context, line), id, line);
    addUsage(session, value, id, line);
  }

  function addToolCalls(
    session: SessionBuilder,
    toolCalls: readonly JsonObject[],
    responseId: string,
    line: number | undefined,
  ): void {
    const names = new Map<JsonObject, string>();
    for (const [index, call] of toolCalls.entries()) {
      const name = textOf(call.name) ?? '';
      names.set(call, name);
      session.addCall(
        {
          type: 'function_call',
          id: `${responseId}:call-${index}`,
          responseId,
          callId: textOf(call.id),
          name,
          arguments: argumentsText(call.args),
          kind: 'json',
        },
        line,
      );
    }
    for (const [index, call] of toolCalls.entries()) {
      const responses = geminiParts(call.result).flatMap((part) =>
        isObject(part.functionResponse) ? [part.functionResponse] : [],
      );
      const texts = responses.map(geminiResponse);
      // A call without any result was still running.
      if (texts.length === 0 && call.result === undefined) continue;
      const text =
        texts.length > 0 ? texts.map((response) => response.text).join('\n') : resultText(call.result);
      const isError = call.status === 'error' || texts.some((response) => response.isError);
      session.addOutput(
        {
          type: 'function_call_output',
          id: `${responseId}:output-${index}`,
          callId: textOf(call.id),
          output: text,
          outcome: outcomeOf(call.status, text, isError),
        },
        line,
        names.get(call),
      );
    }
  }
}

/** `input` is the whole prompt, cached included; thoughts are billed as output beside it. */
function addUsage(
  session: SessionBuilder,
  message: JsonObject,
  responseId: string,
  line: number | undefined,
): void {
  const tokens = objectOf(message.tokens);
  const model = textOf(message.model);
  session.model ??= model;
  const prompt = countOf(tokens.input);
  // Zeros: the record of a call that was not billed.
  if (!prompt) return;
  const cacheReadTokens = countOf(tokens.cached) ?? 0;
  const reasoningTokens = countOf(tokens.thoughts) ?? 0;
  session.setUsage(
    responseId,
    {
      inputTokens: Math.max(0, prompt - cacheReadTokens),
      cacheReadTokens,
      cacheWriteTokens: 0,
      outputTokens: (countOf(tokens.output) ?? 0) + reasoningTokens,
      reasoningTokens,
    },
    { model, line },
  );
}

function outcomeOf(status: unknown, text: string, isError: boolean): OutputOutcome {
  if (status === 'cancelled')
    return /did not allow|user denied|rejected/i.test(text) ? 'rejected' : 'interrupted';
  return isError ? 'error' : 'ok';
}
