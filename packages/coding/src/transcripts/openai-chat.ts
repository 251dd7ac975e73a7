import { addChatMessage } from './chat-message.ts';
import { documentImporter, messageList } from './document-importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { textOf } from './json-value.ts';
import { chatUsage } from './openai-usage.ts';

/** OpenAI Chat: an array of messages, or a request body with `messages`. */
export function openAiChatImporter(context: ImportContext): Importer {
  return documentImporter(context, messageList, (session, request, line) => {
    session.model = textOf(request.model);
    return async (message, index) => {
      const id = `message-${index}`;
      await addChatMessage(message, { context, session, id, line });
      const usage = message.role === 'assistant' ? chatUsage(message.usage) : undefined;
      if (usage) session.setUsage(id, usage, { model: textOf(message.model), line });
    };
  });
}
