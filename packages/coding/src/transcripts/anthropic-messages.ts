import { addAnthropicInput, addAnthropicResponse, anthropicBlocks } from './anthropic-blocks.ts';
import { anthropicUsage } from './anthropic-usage.ts';
import { documentImporter, messageList } from './document-importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { textOf } from './json-value.ts';

/** Anthropic Messages: an array of messages, or a request body with `system` and `messages`. */
export function anthropicMessagesImporter(context: ImportContext): Importer {
  return documentImporter(context, messageList, (session, request, line) => {
    session.model = textOf(request.model);
    const system = anthropicBlocks(request.system).flatMap((block) => textOf(block.text) ?? []);
    if (system.length > 0) session.addSystem('system', system.join('\n\n'), line);
    return async (message, index) => {
      const id = textOf(message.id) ?? `message-${index}`;
      switch (message.role) {
        case 'assistant': {
          await addAnthropicResponse(message.content, id, { context, session, id, line });
          const usage = anthropicUsage(message.usage);
          if (usage) session.setUsage(id, usage, { model: textOf(message.model), line });
          return;
        }
        case 'user':
          await addAnthropicInput(message.content, { context, session, id, line });
          return;
        case 'system':
          return session.addSystem(id, textOf(message.content) ?? '', line);
        default:
          return context.problem(`message ${index} has no known role`, line);
      }
    };
  });
}
