import { addAnthropicInput, addAnthropicResponse, anthropicBlocks } from './anthropic-blocks.ts';
import { anthropicUsage } from './anthropic-usage.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, objectOf, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** Anthropic Messages: an array of messages, or a request body with `system` and `messages`. */
export function anthropicMessagesImporter(context: ImportContext): Importer {
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
      const system = anthropicBlocks(request.system).flatMap((block) => textOf(block.text) ?? []);
      if (system.length > 0) session.addSystem('system', system.join('\n\n'), line);
      for (const [index, message] of messages.entries()) {
        const id = textOf(objectOf(message).id) ?? `message-${index}`;
        if (!isObject(message)) context.problem(`message ${index} is not an object`, line);
        else if (message.role === 'assistant') {
          await addAnthropicResponse(message.content, id, { context, session, id, line });
          const usage = anthropicUsage(message.usage);
          if (usage) session.setUsage(id, usage, { model: textOf(message.model), line });
        } else if (message.role === 'user')
          await addAnthropicInput(message.content, { context, session, id, line });
        else if (message.role === 'system') session.addSystem(id, textOf(message.content) ?? '', line);
        else context.problem(`message ${index} has no known role`, line);
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };
}
