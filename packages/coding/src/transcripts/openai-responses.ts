import type { ImportContext, Importer } from './importer.ts';
import { isObject, objectOf, textOf } from './json-value.ts';
import { OpenAiItems } from './openai-items.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** OpenAI Responses: an array of input items, or a request body with `instructions` and `input`. */
export function openAiResponsesImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const request = objectOf(value);
      const input = Array.isArray(value) ? value : request.input;
      if (!Array.isArray(input)) return context.problem('a document without input items', line);
      const session = new SessionBuilder(textOf(request.id) ?? `session-${sessions.length + 1}`, {
        hiddenPrefix: false,
      });
      session.model = textOf(request.model);
      const instructions = textOf(request.instructions);
      if (instructions) session.addSystem('instructions', instructions, line);
      const items = new OpenAiItems(context, session);
      for (const [index, item] of input.entries()) {
        const id = `item-${index}`;
        if (!isObject(item)) context.problem(`item ${index} is not an object`, line);
        else if (session.isEmpty && typeof item.content === 'string' && isSystem(item.role)) {
          session.addSystem(id, item.content, line);
        } else await items.add(item, id, line);
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };
}

function isSystem(role: unknown): boolean {
  return role === 'system' || role === 'developer';
}
