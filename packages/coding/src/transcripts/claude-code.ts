import type { MessageOrigin, OutputOutcome } from '@ai4j/agent';
import { addAnthropicInput, addAnthropicResponse, anthropicBlocks } from './anthropic-blocks.ts';
import { anthropicUsage } from './anthropic-usage.ts';
import { attachmentText } from './claude-attachment.ts';
import type { ImportContext, Importer } from './importer.ts';
import { countOf, isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { type OpenCompaction, SessionBuilder } from './session-builder.ts';
import type { TranscriptCompaction } from './transcript.ts';

const REJECTED = /^The user doesn't want to (proceed with this tool use|take this action)/;
const INTERRUPTED = /^\[Request interrupted by user/;
/** User texts that Claude Code writes itself. */
const INJECTED =
  /^\s*(\[Request interrupted by user|<(local-command-(stdout|stderr|caveat)|bash-(stdout|stderr)|system-reminder|task-notification|user-prompt-submit-hook|ide_[a-z_]+)>|Caveat: The messages below were generated)/;

interface OpenSession {
  readonly builder: SessionBuilder;
  /** Items by the line they came from: compactions name the lines that stayed. */
  readonly itemIdsByLine: Map<string, readonly string[]>;
  /** The boundary that waits for its summary line. */
  boundary?: OpenCompaction | undefined;
}

/**
 * Claude Code sessions: one block of an API message a line, in the order of the file. Lines of subagents are a session
 * of their own; the lines of a rewound branch stay where they were written.
 */
export function claudeCodeImporter(context: ImportContext): Importer {
  const sessions = new Map<string, OpenSession>();
  const seenLines = new Set<string>();

  function sessionOf(record: JsonObject): OpenSession {
    const isSidechain = record.isSidechain === true;
    const name = (isSidechain ? textOf(record.agentId) : undefined) ?? textOf(record.sessionId) ?? 'session';
    const id = isSidechain ? `${name}:sidechain` : 'main';
    let session = sessions.get(id);
    if (!session) {
      const builder = new SessionBuilder(isSidechain ? id : name, {
        kind: isSidechain ? 'sidechain' : 'main',
        hiddenPrefix: true,
      });
      session = { builder, itemIdsByLine: new Map() };
      sessions.set(id, session);
    }
    return session;
  }

  return {
    async record(value, line) {
      if (!isObject(value)) return context.problem('not a JSON object', line);
      const kind = textOf(value.type) ?? 'without type';
      const uuid = textOf(value.uuid);
      if (uuid !== undefined) {
        if (seenLines.has(uuid)) return context.ignore('repeated line');
        seenLines.add(uuid);
      }
      const id = uuid ?? `line-${line ?? seenLines.size}`;
      switch (kind) {
        case 'user':
          return userLine(sessionOf(value), value, id, line);
        case 'assistant':
          return assistantLine(sessionOf(value), value, id, line);
        case 'system':
          return systemLine(sessionOf(value), value, line);
        case 'attachment':
          return attachmentLine(sessionOf(value), value, id, line);
        default:
          return context.ignore(kind);
      }
    },
    async finish() {
      return [...sessions.values()]
        .map(({ builder }) => builder.build())
        .filter(({ entries }) => entries.length > 0);
    },
  };

  async function userLine(
    session: OpenSession,
    record: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const content = objectOf(record.message).content;
    if (typeof content !== 'string' && !Array.isArray(content)) {
      return context.problem('a user line without message content', line);
    }
    if (record.isCompactSummary === true) {
      const boundary =
        session.boundary ?? session.builder.addCompaction({ kind: 'summary', ...lineOf(line) });
      boundary.summary = anthropicBlocks(content)
        .map((block) => textOf(block.text) ?? '')
        .join('\n');
      session.boundary = undefined;
      return;
    }
    const wasInterrupted = objectOf(record.toolUseResult).interrupted === true;
    const ids = await addAnthropicInput(content, {
      context,
      session: session.builder,
      id,
      line,
      originOf: (text) => (record.isMeta === true ? 'injected' : originOf(text)),
      outcomeOf: (isError, text) => outcomeOf(isError, text, wasInterrupted),
    });
    if (ids.length === 0) context.ignore('user without content');
    session.itemIdsByLine.set(id, ids);
  }

  async function assistantLine(
    session: OpenSession,
    record: JsonObject,
    id: string,
    line: number | undefined,
  ): Promise<void> {
    const message = objectOf(record.message);
    if (typeof message.content !== 'string' && !Array.isArray(message.content)) {
      return context.problem('an assistant line without message content', line);
    }
    const responseId = textOf(message.id) ?? id;
    const place = { context, session: session.builder, id, line };
    session.itemIdsByLine.set(id, await addAnthropicResponse(message.content, responseId, place));
    const model = textOf(message.model);
    // Written by the client in the model's place: nothing was billed.
    if (model === '<synthetic>' || record.isApiErrorMessage === true) return;
    session.builder.model ??= model;
    const usage = anthropicUsage(message.usage);
    const outputReliable = textOf(message.stop_reason) !== undefined;
    if (usage) session.builder.setUsage(responseId, usage, { model, outputReliable, line });
  }

  function systemLine(session: OpenSession, record: JsonObject, line: number | undefined): void {
    switch (record.subtype) {
      case 'compact_boundary': {
        const metadata = objectOf(record.compactMetadata);
        const keptItemIds = preservedItemIds(session, metadata);
        session.boundary = session.builder.addCompaction({
          kind: 'summary',
          ...boundaryFacts(metadata, countOf(metadata.postTokens)),
          ...(keptItemIds.length > 0 ? { keptItemIds } : {}),
          ...lineOf(line),
        });
        return;
      }
      case 'microcompact_boundary': {
        const metadata = objectOf(record.microcompactMetadata);
        const before = countOf(metadata.preTokens);
        const saved = countOf(metadata.tokensSaved);
        const after = before === undefined || saved === undefined ? undefined : Math.max(0, before - saved);
        session.builder.addCompaction({
          kind: 'clearing',
          clearedCallIds: session.builder.callIdsOf(strings(metadata.compactedToolIds)),
          ...boundaryFacts(metadata, after),
          ...lineOf(line),
        });
        return;
      }
      default:
        context.ignore(`system/${textOf(record.subtype) ?? 'without subtype'}`);
    }
  }

  function attachmentLine(
    session: OpenSession,
    record: JsonObject,
    id: string,
    line: number | undefined,
  ): void {
    const attachment = objectOf(record.attachment);
    const text = attachmentText(attachment);
    if (text === undefined) {
      context.ignore(`attachment/${textOf(attachment.type) ?? 'without type'}`);
      return;
    }
    const message = { type: 'message', id, role: 'user', content: text, origin: 'injected' } as const;
    session.itemIdsByLine.set(id, [session.builder.add(message, line)]);
  }
}

/** The items of the lines that stayed: named one by one, or as the first and last of a segment. */
function preservedItemIds({ itemIdsByLine }: OpenSession, metadata: JsonObject): readonly string[] {
  const preserved = objectOf(metadata.preservedMessages);
  const named = new Set([...strings(preserved.uuids), ...strings(preserved.allUuids)]);
  if (named.size > 0) return [...named].flatMap((line) => itemIdsByLine.get(line) ?? []);
  const segment = objectOf(metadata.preservedSegment);
  const lines = [...itemIdsByLine.keys()];
  const head = lines.indexOf(String(segment.headUuid));
  const tail = lines.indexOf(String(segment.tailUuid));
  if (head === -1 || tail < head) return [];
  return lines.slice(head, tail + 1).flatMap((line) => itemIdsByLine.get(line) ?? []);
}

function boundaryFacts(
  metadata: JsonObject,
  tokensAfter: number | undefined,
): Pick<TranscriptCompaction, 'trigger' | 'tokensBefore' | 'tokensAfter'> {
  const trigger = metadata.trigger;
  const tokensBefore = countOf(metadata.preTokens);
  return {
    ...(trigger === 'auto' || trigger === 'manual' ? { trigger } : {}),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensAfter === undefined ? {} : { tokensAfter }),
  };
}

function originOf(text: string): MessageOrigin | undefined {
  return INJECTED.test(text) ? 'injected' : undefined;
}

function outcomeOf(isError: boolean, text: string, wasInterrupted: boolean): OutputOutcome {
  if (REJECTED.test(text)) return 'rejected';
  if (wasInterrupted || INTERRUPTED.test(text)) return 'interrupted';
  return isError ? 'error' : 'ok';
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];
}

function lineOf(line: number | undefined): { readonly line?: number } {
  return line === undefined ? {} : { line };
}
