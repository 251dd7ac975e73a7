import { addChatMessage } from './chat-message.ts';
import type { ImportContext } from './importer.ts';
import { type JsonObject, objectOf, objectsOf, resultText, textOf } from './json-value.ts';
import type { SessionBuilder } from './session-builder.ts';

interface EventPlace {
  readonly context: ImportContext;
  readonly session: SessionBuilder;
  readonly line: number | undefined;
}

/** Adds one event of the OpenHands SDK; its kinds are classes, of which few reach the model. */
export async function openHandsV1Event(
  event: JsonObject,
  { context, session, line }: EventPlace,
): Promise<void> {
  const id = textOf(event.id) ?? `event-${line ?? 0}`;
  const place = { context, session, id, line };
  switch (event.kind) {
    case 'SystemPromptEvent':
      session.addSystem(id, textOf(objectOf(event.system_prompt).text) ?? '', line);
      return;
    case 'MessageEvent': {
      const message = objectOf(event.llm_message);
      const origin = event.source === 'user' ? undefined : 'injected';
      const role = message.role ?? (event.source === 'user' ? 'user' : 'assistant');
      return addChatMessage(
        { ...message, role },
        { ...place, origin, responseId: textOf(event.llm_response_id) },
      );
    }
    case 'ActionEvent': {
      const call = objectOf(event.tool_call);
      const called =
        call.function === undefined
          ? { name: call.name ?? event.tool_name, arguments: call.arguments }
          : call.function;
      const message = {
        role: 'assistant',
        content: event.thought,
        reasoning_content: event.reasoning_content,
        thinking_blocks: event.thinking_blocks,
        tool_calls: [{ id: event.tool_call_id ?? call.id, function: called }],
      };
      return addChatMessage(message, { ...place, responseId: textOf(event.llm_response_id) });
    }
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent': {
      const observation = objectOf(event.observation);
      const isError = event.kind === 'AgentErrorEvent' || observation.is_error === true;
      const content =
        event.error ?? event.rejection_reason ?? observation.content ?? observation.output ?? '';
      return addChatMessage(
        {
          role: 'tool',
          content: Array.isArray(content) ? objectsOf(content) : resultText(content),
          name: event.tool_name,
        },
        {
          ...place,
          callId: textOf(event.tool_call_id),
          outcome: event.kind === 'UserRejectObservation' ? 'rejected' : isError ? 'error' : 'ok',
        },
      );
    }
    case 'Condensation': {
      const summary = textOf(event.summary);
      const forgotten = new Set(Array.isArray(event.forgotten_event_ids) ? event.forgotten_event_ids : []);
      // Item ids begin with the id of their event.
      const keptItemIds = session.itemIds.filter((itemId) => !forgotten.has(itemId.split(':', 1)[0]));
      session.addCompaction({
        kind: 'summary',
        ...(summary ? { summary } : {}),
        ...(keptItemIds.length > 0 ? { keptItemIds } : {}),
        ...(line === undefined ? {} : { line }),
      });
      return;
    }
    default:
      context.ignore(textOf(event.kind) ?? 'without kind');
  }
}
