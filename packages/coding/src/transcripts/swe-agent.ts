import { addChatMessage } from './chat-message.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** SWE-agent trajectories: `history` is the conversation, `trajectory` repeats it; each further agent is a sidechain. */
export function sweAgentImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const document = objectOf(value);
      if (!Array.isArray(document.history)) return context.problem('a document without history', line);
      const name = textOf(document.environment) ?? 'session';
      const agents = new Map<string, { readonly session: SessionBuilder; hasTask: boolean }>();
      for (const [index, message] of document.history.entries()) {
        if (!isObject(message)) {
          context.problem(`history item ${index} is not an object`, line);
          continue;
        }
        const agent = textOf(message.agent) ?? 'main';
        const isFirst = agents.size === 0;
        const id = [
          name,
          ...(sessions.length > 0 ? [sessions.length + 1] : []),
          ...(isFirst ? [] : [agent]),
        ].join(':');
        const open = agents.get(agent) ?? {
          session: new SessionBuilder(id, { kind: isFirst ? 'main' : 'sidechain', hiddenPrefix: false }),
          hasTask: false,
        };
        agents.set(agent, open);
        const isDemo = message.is_demo === true || message.message_type === 'demonstration';
        // Observations of versions without tools come as user messages, after the task.
        const isInjected = isDemo || (open.hasTask && message.message_type === 'observation');
        await addChatMessage(message, {
          context,
          session: open.session,
          id: `history-${index}`,
          line,
          origin: isInjected ? 'injected' : undefined,
          callId: firstCallId(message),
        });
        if (message.role === 'user' && !isInjected) open.hasTask = true;
      }
      for (const { session } of agents.values()) sessions.push(session.build());
    },
    finish: async () => sessions,
  };
}

function firstCallId(message: JsonObject): string | undefined {
  return Array.isArray(message.tool_call_ids) ? textOf(message.tool_call_ids[0]) : undefined;
}
