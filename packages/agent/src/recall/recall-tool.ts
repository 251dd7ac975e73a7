import { z } from 'zod/v4';
import { splitsSurrogatePair } from '../items/surrogate-pair.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { type Tool, type ToolSet, tool } from '../model/tool.ts';
import { itemSpeaker, itemText } from './item-text.ts';
import { type RecalledItem, recallItems } from './recall-items.ts';
import { resolveReference } from './recall-reference.ts';
import { searchHistory } from './search-history.ts';

/** Whatever has a log: a session, or an object made of one. */
export interface HistorySource {
  readonly log: SessionEventLog;
}

export interface RecallToolOptions {
  /** Chars of one answer; what is longer comes in parts. Default 20,000. */
  readonly maxChars?: number | undefined;
}

/** About 5,000 Tokens of English: an answer that a context has room for. */
const DEFAULT_RECALL_CHARS = 20_000;

/** Tools whose results are recalled history: clearing them would only bring the next recall. */
const recallTools = new WeakSet<Tool>();

/** The names under which a tool set has tools made here: for `exemptTools` of a budget; a session adds them by itself. */
export function recallToolNames(tools: ToolSet): readonly string[] {
  return Object.keys(tools).filter((name) => recallTools.has(tools[name] as Tool));
}

/**
 * A tool by which the model reads again what it no longer sees: cleared results, cut outputs, what a
 * compaction covered. It gives the originals from the log, within `maxChars`, part by part.
 */
export function recallTool(
  source: HistorySource,
  { maxChars = DEFAULT_RECALL_CHARS }: RecallToolOptions = {},
): Tool {
  return registered(
    tool({
      description:
        'Reads an earlier part of this conversation again, exactly as it was. Use it where a result reads "[tool result cleared: …]", where an output was cut, or for a seq that a history search gave.',
      inputSchema: z.object({
        reference: z
          .string()
          .describe('The placeholder text, a call id, an item id, or seqs such as "12" or "12-40".'),
        offset: z
          .number()
          .int()
          .nonnegative()
          .default(0)
          .describe('Where to go on, as an earlier answer says.'),
      }),
      maxOutputChars: Number.POSITIVE_INFINITY,
      execute: async ({ reference, offset }) => {
        const items = await recallItems(source.log, await resolveReference(source.log, reference));
        if (items.length === 0)
          return { output: `Nothing in this session is known as ${reference}.`, outcome: 'error' };
        return part(items.map(entry).join('\n\n'), offset, maxChars);
      },
    }),
  );
}

/** A tool by which the model finds where something was said: every item of the session, the newest first. */
export function searchHistoryTool(source: HistorySource): Tool {
  return registered(
    tool({
      description:
        'Searches the whole of this conversation, also what is no longer visible, for items that have every word of the query. Gives their seqs, for reading them again.',
      inputSchema: z.object({
        query: z.string().min(1).describe('Words that the item must have, in any case.'),
        limit: z.number().int().min(1).max(50).default(10),
      }),
      execute: async ({ query, limit }) => {
        const hits = await searchHistory(source.log, query, { limit });
        if (hits.length === 0) return 'Nothing found.';
        return hits.map(({ seq, type, snippet }) => `seq ${seq} (${type}): ${snippet}`).join('\n');
      },
    }),
  );
}

function registered<Input>(made: Tool<Input>): Tool {
  // A tool set holds tools of any input: each parses its own.
  const anyInput = made as Tool;
  recallTools.add(anyInput);
  return anyInput;
}

function entry({ seq, item }: RecalledItem): string {
  return `[seq ${seq}, ${itemSpeaker(item)}]\n${itemText(item)}`;
}

function part(text: string, offset: number, maxChars: number): string {
  const limit = offset + maxChars;
  const end = splitsSurrogatePair(text, limit) ? limit + 1 : limit;
  const shown = text.slice(offset, end);
  if (end >= text.length) return shown;
  return `${shown}\n[${text.length - end} chars follow: go on with offset ${end}]`;
}
