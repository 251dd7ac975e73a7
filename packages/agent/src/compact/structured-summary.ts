import { type DroppedItems, nothingDropped } from './dropped-items.ts';

/** The first line of every summary that `structuredSummaryCompactPolicy` writes. */
export const STRUCTURED_SUMMARY_MARKER = 'AI4J_COMPACT_SUMMARY';

/** What a structured summary says. */
export interface StructuredSummary {
  /** A summary that someone else wrote before the first compaction, word for word. */
  readonly existing: string | undefined;
  /** Items that the last compaction found, and how many of them it retained. */
  readonly sourceItems: number;
  readonly retainedItems: number;
  /** Everything dropped by this and earlier compactions. */
  readonly dropped: DroppedItems;
}

/** Tools named one by one; the calls of all others are one figure. */
const NAMED_TOOLS = 8;
const OTHER_TOOLS = 'other tools';
/** Names as providers allow them. Any other name is counted among the others, and cannot pose as summary text. */
const TOOL_NAME = /^[\p{L}\p{N}_.:-]{1,64}$/u;

const EXISTING = 'Existing summary:';
const CLOSING =
  'The retained recent items are authoritative: where they and this summary differ, the items are right.';

const PROJECTION_LINE = /^Context projection: (\d+)\/(\d+) items retained, (\d+) dropped\.$/;
const DROPPED_LINE =
  /^Dropped so far: (\d+) items, among them (\d+) user messages, (\d+) assistant messages and (\d+) tool calls\.$/;
const TOOLS_LINE = /^Calls dropped by tool: (.+)\.$/;

/** The text of a summary: its size depends on `existing` and, within a bound, on nothing else. */
export function formatStructuredSummary({
  existing,
  sourceItems,
  retainedItems,
  dropped,
}: StructuredSummary): string {
  const { items, userMessages, assistantMessages, toolCalls } = dropped;
  return [
    STRUCTURED_SUMMARY_MARKER,
    ...(existing === undefined ? [] : [EXISTING, existing]),
    `Context projection: ${retainedItems}/${sourceItems} items retained, ${sourceItems - retainedItems} dropped.`,
    `Dropped so far: ${items} items, among them ${userMessages} user messages, ${assistantMessages} assistant messages and ${toolCalls} tool calls.`,
    ...(dropped.callsByTool.size === 0
      ? []
      : [`Calls dropped by tool: ${formatTools(dropped.callsByTool)}.`]),
    CLOSING,
  ].join('\n');
}

/** Reads a summary back. Any text that this module did not write is a summary of someone else: all of it is `existing`. */
export function parseStructuredSummary(text: string | undefined): StructuredSummary {
  const lines = text?.split('\n') ?? [];
  const isMarked = lines[0] === STRUCTURED_SUMMARY_MARKER;
  const isClosed = isMarked && lines.at(-1) === CLOSING;
  const tools = isClosed ? TOOLS_LINE.exec(lines.at(-2) ?? '') : null;
  const end = lines.length - (tools ? 3 : 2);
  const counts = isClosed ? DROPPED_LINE.exec(lines[end] ?? '') : null;
  const projection = counts ? PROJECTION_LINE.exec(lines[end - 1] ?? '') : null;
  if (!counts || !projection) return foreign((isMarked ? lines.slice(1) : lines).join('\n'));
  const hasExisting = lines[1] === EXISTING && end - 1 > 2;
  const [items, userMessages, assistantMessages, toolCalls] = numbers(counts);
  const [retainedItems, sourceItems] = numbers(projection);
  return {
    existing: hasExisting ? lines.slice(2, end - 1).join('\n') : undefined,
    sourceItems: sourceItems ?? 0,
    retainedItems: retainedItems ?? 0,
    dropped: {
      items: items ?? 0,
      userMessages: userMessages ?? 0,
      assistantMessages: assistantMessages ?? 0,
      toolCalls: toolCalls ?? 0,
      callsByTool: parseTools(tools?.[1]),
    },
  };
}

function foreign(text: string): StructuredSummary {
  const existing = text.trim();
  return {
    existing: existing === '' ? undefined : existing,
    sourceItems: 0,
    retainedItems: 0,
    dropped: nothingDropped,
  };
}

/** Most calls first, `bash 12, read 9, other tools 3`. */
function formatTools(callsByTool: ReadonlyMap<string, number>): string {
  const named = [...callsByTool].filter(([tool]) => TOOL_NAME.test(tool)).sort(byCallsThenName);
  const shown = named.slice(0, NAMED_TOOLS);
  const sum = (entries: Iterable<readonly [string, number]>) =>
    [...entries].reduce((total, [, n]) => total + n, 0);
  const others = sum(callsByTool) - sum(shown);
  return [...shown, ...(others > 0 ? [[OTHER_TOOLS, others] as const] : [])]
    .map(([tool, calls]) => `${tool} ${calls}`)
    .join(', ');
}

function parseTools(text: string | undefined): ReadonlyMap<string, number> {
  const callsByTool = new Map<string, number>();
  for (const entry of text?.split(', ') ?? []) {
    const space = entry.lastIndexOf(' ');
    callsByTool.set(entry.slice(0, space), Number(entry.slice(space + 1)));
  }
  return callsByTool;
}

function byCallsThenName(
  [a, callsA]: readonly [string, number],
  [b, callsB]: readonly [string, number],
): number {
  return callsB - callsA || (a < b ? -1 : 1);
}

function numbers(match: RegExpExecArray): number[] {
  return match.slice(1).map(Number);
}
