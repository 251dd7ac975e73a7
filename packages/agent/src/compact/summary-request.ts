import type { MemoryItem, MessageItem } from '../items/agent-item.ts';
import { transcriptEntry } from '../items/transcript.ts';
import type { ModelRequest } from '../model/model-client.ts';
import type { Redactor } from '../redactor.ts';
import { PREVIOUS_SUMMARY_INSTRUCTIONS, SUMMARY_INSTRUCTIONS } from './summary-prompt.ts';
import type { TrackedFiles } from './tracked-files.ts';

export interface SummaryMaterial {
  readonly items: readonly MemoryItem[];
  readonly previousSummary: string | undefined;
  readonly files: TrackedFiles;
  /** What the user asked the summary to focus on. */
  readonly focus: string | undefined;
}

export interface SummaryLimits {
  readonly maxItemChars: number;
  /** Chars of the whole user message. */
  readonly maxRequestChars: number;
  readonly maxOutputTokens: number;
}

/** A summary request, and how many of the oldest items had no room in it. */
export interface SummaryRequest {
  readonly request: ModelRequest;
  readonly chars: number;
  readonly leftOutItems: number;
}

/**
 * Writes the request for a summary: no tools, no media, newest items first to be given room. Everything
 * passes through the redactor.
 */
export function summaryRequest(
  { items, previousSummary, files, focus }: SummaryMaterial,
  limits: SummaryLimits,
  redact: Redactor = (text) => text,
): SummaryRequest {
  const lead = [
    previousSummary
      ? section('Previous summary', `${previousSummary}\n\n${PREVIOUS_SUMMARY_INSTRUCTIONS}`)
      : undefined,
    files.read.length > 0 ? `Files read: ${files.read.join(', ')}` : undefined,
    files.modified.length > 0 ? `Files modified: ${files.modified.join(', ')}` : undefined,
    focus ? section('Focus asked for by the user', focus) : undefined,
  ].filter((part) => part !== undefined);
  const room = limits.maxRequestChars - lead.join('\n\n').length;
  const { entries, leftOutItems } = newestEntries(items, limits.maxItemChars, room);
  const gap = leftOutItems > 0 ? [`[${leftOutItems} earlier item(s) had no room here]`] : [];
  const conversation = section('Conversation to summarize', [...gap, ...entries].join('\n\n'));
  const text = redact([...lead, conversation].join('\n\n'));
  const message: MessageItem = {
    type: 'message',
    id: 'summary-request',
    role: 'user',
    content: text,
    origin: 'injected',
  };
  const request = {
    instructions: SUMMARY_INSTRUCTIONS,
    items: [message],
    maxOutputTokens: limits.maxOutputTokens,
  };
  return { request, chars: text.length, leftOutItems };
}

function newestEntries(
  items: readonly MemoryItem[],
  maxItemChars: number,
  room: number,
): { readonly entries: readonly string[]; readonly leftOutItems: number } {
  const entries: string[] = [];
  let used = 0;
  for (let at = items.length - 1; at >= 0; at--) {
    const entry = transcriptEntry(items[at] as MemoryItem, maxItemChars);
    if (entry === undefined) continue;
    used += entry.length + 2;
    if (used > room && entries.length > 0) return { entries: entries.reverse(), leftOutItems: at + 1 };
    entries.push(entry);
  }
  return { entries: entries.reverse(), leftOutItems: 0 };
}

function section(title: string, body: string): string {
  return `${title}:\n${body}`;
}
