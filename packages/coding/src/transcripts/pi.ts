import type { ContentPart } from '@ai4j/agent';
import { contentOf, isEmptyContent, textPart } from './content-of.ts';
import type { ImportContext, Importer } from './importer.ts';
import {
  argumentsText,
  countOf,
  isObject,
  type JsonObject,
  objectOf,
  resultText,
  textOf,
} from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import { SessionBuilder } from './session-builder.ts';

interface Entry {
  readonly value: JsonObject;
  readonly line: number | undefined;
  /** The id of the entry, or its line where the version has none. */
  readonly id: string;
}

/**
 * pi sessions. Version 1 is a list; later ones are a tree, of which the last entry and what leads to it is the session.
 */
export function piImporter(context: ImportContext): Importer {
  const entries: Entry[] = [];
  return {
    async record(value, line) {
      if (!isObject(value)) return context.problem('not a JSON object', line);
      entries.push({ value, line, id: textOf(value.id) ?? `line-${line ?? entries.length + 1}` });
    },
    async finish() {
      const header = entries.find(({ value }) => value.type === 'session');
      const path = header?.value.version === undefined ? entries : pathToLast(entries, context);
      const session = new SessionBuilder(textOf(header?.value.id) ?? 'session', { hiddenPrefix: true });
      session.model = textOf(header?.value.modelId);
      const itemIdsByEntry = new Map<Entry, readonly string[]>();
      for (const entry of path) itemIdsByEntry.set(entry, await addEntry(session, entry, itemIdsByEntry));
      const built = session.build();
      return built.entries.length > 0 ? [built] : [];
    },
  };

  async function addEntry(
    session: SessionBuilder,
    entry: Entry,
    before: ReadonlyMap<Entry, readonly string[]>,
  ): Promise<readonly string[]> {
    const { value, line, id } = entry;
    switch (value.type) {
      case 'message':
        return addMessage(session, objectOf(value.message), id, line);
      case 'compaction': {
        const first = firstKept(value, entries);
        const kept = first
          ? [...before].slice([...before.keys()].indexOf(first)).flatMap(([, ids]) => ids)
          : [];
        const summary = textOf(value.summary);
        const tokensBefore = countOf(value.tokensBefore);
        session.addCompaction({
          kind: 'summary',
          ...(summary ? { summary } : {}),
          ...(kept.length > 0 && first && before.has(first) ? { keptItemIds: kept } : {}),
          ...(tokensBefore === undefined ? {} : { tokensBefore }),
          ...(line === undefined ? {} : { line }),
        });
        return [];
      }
      case 'branch_summary':
        return addInjected(session, value.summary, id, line);
      case 'custom_message':
        return addInjected(session, value.content, id, line);
      default:
        context.ignore(textOf(value.type) ?? 'without type');
        return [];
    }
  }

  async function addMessage(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<readonly string[]> {
    switch (message.role) {
      case 'user': {
        const content = contentOf(await partsOf(message.content, line));
        if (isEmptyContent(content)) {
          context.ignore('user without content');
          return [];
        }
        return [session.add({ type: 'message', id, role: 'user', content }, line)];
      }
      case 'assistant':
        return addResponse(session, message, id, line);
      case 'toolResult': {
        const callId = textOf(message.toolCallId);
        const output = contentOf(await partsOf(message.content, line));
        const outcome = message.isError === true ? outcomeOfError(output) : 'ok';
        const added = session.addOutput(
          { type: 'function_call_output', id, callId, output, outcome },
          line,
          textOf(message.toolName),
        );
        if (added.match === 'repeated') context.problem(`a second result for call ${callId}`, line);
        return [added.id];
      }
      case 'bashExecution':
        if (message.excludeFromContext === true) {
          context.ignore('bashExecution outside of the context');
          return [];
        }
        return addInjected(session, bashText(message), id, line);
      case 'custom':
      case 'hookMessage':
        return addInjected(session, message.content, id, line);
      case 'branchSummary':
        return addInjected(session, message.summary, id, line);
      case 'compactionSummary':
        session.addCompaction({ kind: 'summary', summary: resultText(message.summary) });
        return [];
      default:
        context.problem(`a message with the role ${JSON.stringify(message.role) ?? 'missing'}`, line);
        return [];
    }
  }

  async function addResponse(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    const blocks =
      typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : recordedObjects(message.content, 'an assistant block', context, line);
    for (const block of blocks) {
      const side = { id: ids.length === 0 ? id : `${id}:${ids.length}`, responseId: id };
      if (block.type === 'text') {
        const text = textOf(block.text);
        if (text) ids.push(session.add({ type: 'message', ...side, role: 'assistant', content: text }, line));
      } else if (block.type === 'thinking') {
        const signature = textOf(block.thinkingSignature);
        const provider = textOf(message.provider) ?? 'pi';
        ids.push(
          session.add(
            {
              type: 'reasoning',
              ...side,
              text: textOf(block.thinking) ?? '',
              ...(signature ? { providerData: { [provider]: { signature } } } : {}),
            },
            line,
          ),
        );
      } else if (block.type === 'toolCall') {
        const name = textOf(block.name) ?? '';
        const call = {
          callId: textOf(block.id),
          name,
          arguments: argumentsText(block.arguments),
          kind: 'json',
        } as const;
        ids.push(session.addCall({ type: 'function_call', ...side, ...call }, line));
      } else context.problem(`an assistant block of type ${JSON.stringify(block.type) ?? 'missing'}`, line);
    }
    const usage = objectOf(message.usage);
    const [input, cacheRead, cacheWrite] = [usage.input, usage.cacheRead, usage.cacheWrite].map(
      (n) => countOf(n) ?? 0,
    );
    // Zeros: the call was aborted or failed, nothing was billed.
    if (input || cacheRead || cacheWrite) {
      const model = textOf(message.model);
      session.model ??= model;
      session.setUsage(
        id,
        {
          inputTokens: input ?? 0,
          cacheReadTokens: cacheRead ?? 0,
          cacheWriteTokens: cacheWrite ?? 0,
          outputTokens: countOf(usage.output) ?? 0,
        },
        // What an aborted call had written by then was counted as far as it came.
        { model, line, outputReliable: message.stopReason !== 'aborted' && message.stopReason !== 'error' },
      );
    }
    if (ids.length === 0) context.ignore('assistant without content');
    return ids;
  }

  async function addInjected(
    session: SessionBuilder,
    content: unknown,
    id: string,
    line: number | undefined,
  ): Promise<readonly string[]> {
    const parts = contentOf(await partsOf(content, line));
    if (isEmptyContent(parts)) {
      context.ignore('injected message without content');
      return [];
    }
    return [session.add({ type: 'message', id, role: 'user', content: parts, origin: 'injected' }, line)];
  }

  async function partsOf(content: unknown, line: number | undefined): Promise<readonly ContentPart[]> {
    if (!Array.isArray(content)) return textOf(content) ? [textPart(resultText(content))] : [];
    const parts: ContentPart[] = [];
    for (const block of recordedObjects(content, 'a content block', context, line)) {
      const text = textOf(block.text);
      if (text) parts.push(textPart(text));
      else if (block.type === 'image') {
        const part = await context.media.part({
          data: textOf(block.data),
          mediaType: textOf(block.mimeType) ?? 'image/*',
        });
        if (!part) context.problem('an image without readable data', line);
        parts.push(part ?? textPart('[unreadable image]'));
      }
    }
    return parts;
  }
}

/** The entries from the root to the last one; those on other branches were left behind. */
function pathToLast(entries: readonly Entry[], context: ImportContext): readonly Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const onPath = new Set<Entry>();
  let entry = entries.at(-1);
  while (entry && !onPath.has(entry)) {
    onPath.add(entry);
    entry = byId.get(textOf(entry.value.parentId) ?? '');
  }
  for (const entry of entries)
    if (!onPath.has(entry)) context.ignore(entry.value.type === 'session' ? 'session' : 'abandoned branch');
  return entries.filter((entry) => onPath.has(entry));
}

/** Version 1 counts the entries of the file, the header being the first; later versions name the entry. */
function firstKept(compaction: JsonObject, entries: readonly Entry[]): Entry | undefined {
  const index = countOf(compaction.firstKeptEntryIndex);
  if (index !== undefined) return entries[index];
  const id = textOf(compaction.firstKeptEntryId);
  return id === undefined ? undefined : entries.find((entry) => entry.id === id);
}

function bashText(message: JsonObject): string {
  const exitCode = countOf(message.exitCode);
  const ending = message.cancelled === true ? '\n(cancelled)' : exitCode ? `\n(exit code ${exitCode})` : '';
  return `Ran \`${resultText(message.command)}\`\n\`\`\`\n${resultText(message.output)}\n\`\`\`${ending}`;
}

function outcomeOfError(output: ReturnType<typeof contentOf>): 'interrupted' | 'error' {
  const text = typeof output === 'string' ? output : '';
  return /^(operation|command|request|tool execution)?\s*(was )?aborted/i.test(text)
    ? 'interrupted'
    : 'error';
}
