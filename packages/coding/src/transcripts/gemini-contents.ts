import type { ContentPart } from '@ai4j/agent';
import { contentOf } from './content-of.ts';
import { geminiContentPart, geminiParts, geminiResponse } from './gemini-parts.ts';
import type { ImportContext, Importer } from './importer.ts';
import { argumentsText, isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

const SNAPSHOT = /^\s*<state_snapshot>/;
const INJECTED = /^\s*(<session_context>|This is the Gemini CLI\.)/;

/** Gemini API history: an array of contents, or a request body with `systemInstruction` and `contents`. */
export function geminiContentsImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const request = objectOf(value);
      const contents = Array.isArray(value) ? value : request.contents;
      if (!Array.isArray(contents)) return context.problem('a document without contents', line);
      const isCli = contents.some((content) => INJECTED.test(firstText(content)));
      const session = new SessionBuilder(`session-${sessions.length + 1}`, { hiddenPrefix: isCli });
      session.model = textOf(request.model);
      const system = geminiParts(objectOf(request.systemInstruction).parts).flatMap(
        (part) => textOf(part.text) ?? [],
      );
      if (system.length > 0) session.addSystem('system', system.join('\n\n'), line);
      for (const [index, content] of contents.entries()) {
        const id = `content-${index}`;
        if (!isObject(content)) context.problem(`content ${index} is not an object`, line);
        else if (content.role === 'model') await addModelContent(session, content, id, line);
        else if (content.role === 'user' || content.role === undefined)
          await addUserContent(session, content, id, line);
        else context.problem(`content ${index} has no known role`, line);
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };

  function partsOf(content: JsonObject, line: number | undefined): readonly JsonObject[] {
    const parts = geminiParts(content.parts);
    const lost = Array.isArray(content.parts) ? content.parts.length - parts.length : 0;
    for (let n = 0; n < lost; n++) context.problem('a part that is not an object', line);
    return parts;
  }

  async function addModelContent(
    session: SessionBuilder,
    content: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    for (const [index, part] of partsOf(content, line).entries()) {
      const signature = textOf(part.thoughtSignature);
      const side = {
        id: index === 0 ? id : `${id}:${index}`,
        responseId: id,
        ...(signature ? { providerData: { google: { thoughtSignature: signature } } } : {}),
      };
      if (isObject(part.functionCall)) {
        const { id: callId, name, args } = part.functionCall;
        const call = {
          callId: textOf(callId),
          name: textOf(name) ?? '',
          arguments: argumentsText(args),
          kind: 'json',
        } as const;
        session.addCall({ type: 'function_call', ...side, ...call }, line);
      } else if (part.thought === true) {
        session.add({ type: 'reasoning', ...side, text: textOf(part.text) ?? '' }, line);
      } else {
        const said = await geminiContentPart(part, context, line);
        if (said)
          session.add({ type: 'message', ...side, role: 'assistant', content: contentOf([said]) }, line);
        else if (signature) session.add({ type: 'reasoning', ...side, text: '' }, line);
        else context.ignore(`part ${Object.keys(part)[0] ?? 'without content'}`);
      }
    }
  }

  async function addUserContent(
    session: SessionBuilder,
    content: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const said: ContentPart[] = [];
    for (const [index, part] of partsOf(content, line).entries()) {
      if (isObject(part.functionResponse)) {
        const response = part.functionResponse;
        const { text, isError } = geminiResponse(response);
        const added = session.addOutput(
          {
            type: 'function_call_output',
            id: `${id}:${index}`,
            callId: textOf(response.id),
            output: text,
            outcome: isError ? 'error' : 'ok',
          },
          line,
          textOf(response.name),
        );
        if (added.match === 'repeated')
          context.problem(`a second response for call ${String(response.id)}`, line);
        continue;
      }
      const media = await geminiContentPart(part, context, line);
      if (media) said.push(media);
      else context.ignore(`part ${Object.keys(part)[0] ?? 'without content'}`);
    }
    if (said.length === 0) return;
    const text = firstText(content);
    // What the compression put in place of the history is a summary, not a message.
    if (SNAPSHOT.test(text) && said.length === 1) {
      const keptItemIds = session.itemIds;
      session.addCompaction({
        kind: 'summary',
        summary: text,
        ...(keptItemIds.length > 0 ? { keptItemIds } : {}),
      });
      return;
    }
    const message = { type: 'message', id, role: 'user', content: contentOf(said) } as const;
    session.add(INJECTED.test(text) ? { ...message, origin: 'injected' } : message, line);
  }
}

function firstText(content: unknown): string {
  for (const part of geminiParts(objectOf(content).parts)) {
    const text = textOf(part.text);
    if (text) return text;
  }
  return '';
}
