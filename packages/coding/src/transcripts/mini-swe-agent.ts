import { addChatMessage } from './chat-message.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { chatUsage } from './openai-usage.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** mini-swe-agent trajectories: Chat messages whose `extra` has the usage; the rest of `extra` repeats the message. */
export function miniSweAgentImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const document = objectOf(value);
      if (!Array.isArray(document.messages)) return context.problem('a document without messages', line);
      const session = new SessionBuilder(textOf(document.instance_id) ?? `session-${sessions.length + 1}`, {
        hiddenPrefix: false,
      });
      let isTask = true;
      for (const [index, message] of document.messages.entries()) {
        if (!isObject(message)) context.problem(`message ${index} is not an object`, line);
        else if (message.role === 'exit') context.ignore('exit');
        else {
          await addMessage(session, message, `message-${index}`, isTask, line);
          if (message.role === 'user') isTask = false;
        }
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };

  async function addMessage(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    isTask: boolean,
    line: number | undefined,
  ): Promise<void> {
    const extra = objectOf(message.extra);
    const failed = typeof extra.returncode === 'number' && extra.returncode !== 0;
    await addChatMessage(message, {
      context,
      session,
      id,
      line,
      // The first version has no tools: what a command printed comes as a user message.
      origin: isTask ? undefined : 'injected',
      outcome: failed ? 'error' : 'ok',
    });
    const response = objectOf(extra.response);
    const usage = message.role === 'assistant' ? chatUsage(response.usage) : undefined;
    if (!usage) return;
    const model = textOf(response.model);
    session.model ??= model;
    session.setUsage(id, usage, { model, line });
  }
}
