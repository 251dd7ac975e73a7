import { isAssistantSide, type MemoryItem, type TokenUsage } from '@ai4j/agent';
import type { TranscriptEntry, TranscriptUsage } from '@ai4j/coding/transcripts';

/** What a recording does next, seen from the loop. */
export type PlaybackAction =
  /** Items reach memory from outside: what a person or a tool said. */
  | { readonly type: 'input'; readonly items: readonly MemoryItem[] }
  /** One model call: everything that came back, together, and what it was billed. */
  | { readonly type: 'response'; readonly items: readonly MemoryItem[]; readonly usage?: RecordedUsage }
  /** The recorded agent compacted its own context here. */
  | { readonly type: 'compaction'; readonly kind: 'summary' | 'clearing'; readonly summary?: string };

export interface RecordedUsage {
  readonly usage: TokenUsage;
  /** False where the output side is a placeholder. */
  readonly outputReliable: boolean;
  readonly model?: string | undefined;
}

/**
 * The entries of a recording as model calls and what lies between them. All items of a response come together
 * where its first one is, even if outputs were recorded between them; consecutive inputs are one action.
 */
export function* playback(entries: readonly TranscriptEntry[]): Generator<PlaybackAction> {
  const responses = collectResponses(entries);
  const played = new Set<string>();
  let inputs: MemoryItem[] = [];
  for (const entry of entries) {
    if (entry.type === 'item' && !isAssistantSide(entry.item)) {
      inputs.push(entry.item);
      continue;
    }
    const action = next(entry, responses, played);
    if (action === undefined) continue;
    if (inputs.length > 0) yield { type: 'input', items: inputs };
    inputs = [];
    yield action;
  }
  if (inputs.length > 0) yield { type: 'input', items: inputs };
}

function next(
  entry: TranscriptEntry,
  responses: ReadonlyMap<string, Response>,
  played: Set<string>,
): PlaybackAction | undefined {
  switch (entry.type) {
    case 'item': {
      const responseId = responseIdOf(entry.item);
      if (played.has(responseId)) return undefined;
      played.add(responseId);
      const { items, usage } = responses.get(responseId) ?? { items: [entry.item] };
      return { type: 'response', items, ...(usage && { usage }) };
    }
    case 'compaction':
      return {
        type: 'compaction',
        kind: entry.kind,
        ...(entry.summary !== undefined && { summary: entry.summary }),
      };
    case 'usage':
      return undefined;
    default:
      return entry satisfies never;
  }
}

interface Response {
  readonly items: MemoryItem[];
  usage?: RecordedUsage;
}

function collectResponses(entries: readonly TranscriptEntry[]): ReadonlyMap<string, Response> {
  const responses = new Map<string, Response>();
  for (const entry of entries) {
    if (entry.type === 'item' && isAssistantSide(entry.item)) {
      const responseId = responseIdOf(entry.item);
      const response = responses.get(responseId);
      if (response) response.items.push(entry.item);
      else responses.set(responseId, { items: [entry.item] });
    } else if (entry.type === 'usage') {
      const response = responses.get(entry.responseId);
      if (response) response.usage = recordedUsage(entry);
    }
  }
  return responses;
}

function recordedUsage({ usage, outputReliable, model }: TranscriptUsage): RecordedUsage {
  return { usage, outputReliable, ...(model !== undefined && { model }) };
}

/** An assistant-side item that names no response is one of its own. */
function responseIdOf(item: MemoryItem): string {
  return (item.type === 'function_call_output' ? undefined : item.responseId) ?? `item:${item.id}`;
}
