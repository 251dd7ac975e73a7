import { addChatMessage } from './chat-message.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, objectOf, textOf } from './json-value.ts';
import { chatUsage } from './openai-usage.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** OpenAI Chat: an array of messages, or a request body with `messages`. */
export function openAiChatImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const request = objectOf(value);
      const messages = Array.isArray(value) ? value : request.messages;
      if (!Array.isArray(messages)) return context.problem('a document without messages', line);
      const session = new SessionBuilder(textOf(request.id) ?? `session-${sessions.length + 1}`, {
        hiddenPrefix: false,
      });
      session.model = textOf(request.model);
      for (const [index, message] of messages.entries()) {
        const id = `message-${index}`;
        if (!isObject(message)) {
          context.problem(`message ${index} is not an object`, line);
          continue;
        }
        await addChatMessage(message, { context, session, id, line });
        const usage = message.role === 'assistant' ? chatUsage(message.usage) : undefined;
        if (usage) session.setUsage(id, usage, { model: textOf(message.model), line });
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };
}
