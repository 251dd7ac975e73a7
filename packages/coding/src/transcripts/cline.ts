import { addAnthropicInput, addAnthropicResponse, anthropicBlocks } from './anthropic-blocks.ts';
import type { ImportContext, Importer } from './importer.ts';
import { countOf, isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

const NOTICE = /^\s*<SYSTEM_NOTICE>/;

/** Cline sessions: Anthropic blocks with usage beside each answer; `inputTokens` is the whole prompt, cached included. */
export function clineImporter(context: ImportContext): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const document = objectOf(value);
      if (!Array.isArray(document.messages)) return context.problem('a document without messages', line);
      const session = new SessionBuilder(textOf(document.sessionId) ?? `session-${sessions.length + 1}`, {
        hiddenPrefix: true,
      });
      const systemPrompt = textOf(document.system_prompt);
      if (systemPrompt) session.addSystem('system', systemPrompt, line);
      for (const [index, message] of document.messages.entries()) {
        if (!isObject(message)) context.problem(`message ${index} is not an object`, line);
        else await addMessage(session, message, textOf(message.id) ?? `message-${index}`, line);
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };

  async function addMessage(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const place = { context, session, id, line };
    if (message.role === 'assistant') {
      await addAnthropicResponse(message.content, id, place);
      addUsage(session, message, id);
      return;
    }
    if (message.role !== 'user') return context.problem(`message ${id} has no known role`, line);
    const metadata = objectOf(message.metadata);
    if (metadata.kind === 'compaction_summary') {
      const summary = textOf(metadata.summary) ?? textOf(anthropicBlocks(message.content)[0]?.text);
      const tokensBefore = countOf(metadata.tokensBefore);
      session.addCompaction({
        kind: 'summary',
        ...(summary ? { summary } : {}),
        ...(tokensBefore === undefined ? {} : { tokensBefore }),
      });
      return;
    }
    if (metadata.kind === 'compaction') session.addCompaction({ kind: 'summary' });
    // What Cline adds about a compaction stands among the person's own words: a message of its own.
    const blocks =
      typeof message.content === 'string'
        ? anthropicBlocks(message.content)
        : recordedObjects(message.content, 'a content block', context, line);
    const notices = blocks.filter((block) => NOTICE.test(textOf(block.text) ?? ''));
    await addAnthropicInput(
      blocks.filter((block) => !notices.includes(block)),
      place,
    );
    if (notices.length > 0) await addAnthropicInput(notices, { ...place, originOf: () => 'injected' });
  }
}

function addUsage(session: SessionBuilder, message: JsonObject, responseId: string): void {
  const metrics = objectOf(message.metrics);
  const model = textOf(objectOf(message.modelInfo).id);
  session.model ??= model;
  const prompt = countOf(metrics.inputTokens);
  if (!prompt) return;
  const cacheReadTokens = countOf(metrics.cacheReadTokens) ?? 0;
  const cacheWriteTokens = countOf(metrics.cacheWriteTokens) ?? 0;
  const usage = {
    inputTokens: Math.max(0, prompt - cacheReadTokens - cacheWriteTokens),
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: countOf(metrics.outputTokens) ?? 0,
  };
  session.setUsage(responseId, usage, { model });
}
