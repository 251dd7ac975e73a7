import type { OutputOutcome } from '@ai4j/agent';
import { addChatMessage } from './chat-message.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';
import { chatUsage } from './openai-usage.ts';
import { openHandsV1Event } from './openhands-v1.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/**
 * OpenHands: eval output with a session a line (`history`), or the event objects of the later SDK, which make one
 * session together.
 */
export function openHandsImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  let events: SessionBuilder | undefined;
  const usedIds = new Set<string>();

  return {
    async record(value, line) {
      const records = Array.isArray(value) ? value : [value];
      for (const record of records) {
        if (!isObject(record)) context.problem('not a JSON object', line);
        else if (Array.isArray(record.history)) await addEvalOutput(record, line);
        else if (textOf(record.kind)) {
          events ??= new SessionBuilder('session', { hiddenPrefix: true });
          await openHandsV1Event(record, { context, session: events, line });
        } else context.problem('neither an eval output nor an event', line);
      }
    },
    async finish() {
      return events ? [...sessions, events.build()] : sessions;
    },
  };

  async function addEvalOutput(record: JsonObject, line: number | undefined): Promise<void> {
    const session = new SessionBuilder(uniqueId(textOf(record.instance_id) ?? 'session'), {
      hiddenPrefix: true,
    });
    const responses = new Set<string>();
    const history = Array.isArray(record.history) ? record.history.flat() : [];
    for (const [index, event] of history.entries()) {
      if (isObject(event)) await addEvent(session, event, index, responses, line);
      else context.problem(`event ${index} is not an object`, line);
    }
    sessions.push(session.build());
  }

  async function addEvent(
    session: SessionBuilder,
    event: JsonObject,
    index: number,
    responses: Set<string>,
    line: number | undefined,
  ): Promise<void> {
    const id = `event-${typeof event.id === 'number' ? event.id : index}`;
    const metadata = objectOf(event.tool_call_metadata);
    const response = objectOf(metadata.model_response);
    const responseId = textOf(response.id);
    const place = { context, session, id, line };
    if (textOf(event.observation)) return addObservation(event, metadata, place);
    // One response may have led to several actions, each of which repeats it.
    if (responseId !== undefined) {
      if (responses.has(responseId)) return;
      responses.add(responseId);
      const message = objectOf(objectOf(objectsOf(response.choices)[0]).message);
      await addChatMessage({ ...message, role: 'assistant' }, { ...place, responseId });
      const model = textOf(response.model);
      session.model ??= model;
      const usage = chatUsage(response.usage);
      if (usage) session.setUsage(responseId, usage, { model, line });
      return;
    }
    const args = objectOf(event.args);
    const content = textOf(args.content) ?? textOf(event.message);
    if (event.action === 'system' && content) session.addSystem(id, content, line);
    else if (event.action === 'message' && content) {
      await addChatMessage({ role: event.source === 'user' ? 'user' : 'assistant', content }, place);
    } else context.ignore(`action/${textOf(event.action) ?? 'without action'}`);
  }

  async function addObservation(
    event: JsonObject,
    metadata: JsonObject,
    place: {
      readonly context: ImportContext;
      readonly session: SessionBuilder;
      readonly id: string;
      readonly line: number | undefined;
    },
  ): Promise<void> {
    const callId = textOf(metadata.tool_call_id);
    const content = event.content ?? '';
    if (callId !== undefined) {
      await addChatMessage({ role: 'tool', content }, { ...place, callId, outcome: outcomeOf(event) });
    } else if (event.observation === 'error') {
      // The model's call could not be read; it is told so in words.
      await addChatMessage({ role: 'user', content }, { ...place, origin: 'injected' });
    } else context.ignore(`observation/${String(event.observation)}`);
  }

  function uniqueId(wanted: string): string {
    let id = wanted;
    for (let n = 2; usedIds.has(id); n++) id = `${wanted}#${n}`;
    usedIds.add(id);
    return id;
  }
}

function outcomeOf(event: JsonObject): OutputOutcome {
  if (event.observation === 'user_rejected') return 'rejected';
  if (event.observation === 'error' || event.success === false) return 'error';
  const exitCode = objectOf(objectOf(event.extras).metadata).exit_code;
  return typeof exitCode === 'number' && exitCode > 0 ? 'error' : 'ok';
}
