import type { FunctionCallOutputItem, MemoryItem } from '@ai4j/agent';
import type { TranscriptCompaction, TranscriptSession, TranscriptUsage } from './transcript.ts';

/** What stands in place of a result that the recorded agent cleared. */
export const CLEARED_RESULT = '[Old tool result content cleared]';

/** The recorded prompt of one billed call. */
export interface RecordedPrompt {
  readonly usage: TranscriptUsage;
  /** The text of the last recorded compaction, which comes before the items. */
  readonly summary?: string | undefined;
  /** Every item of the prompt, in order. A view: valid until the next step of the iteration. */
  readonly items: readonly MemoryItem[];
  /** The items at the end of `items` that the prompt before did not have. After a restart: all of them. */
  readonly added: readonly MemoryItem[];
  /** A compaction or clearing lies between: what came before `added` is not what it was. */
  readonly restarted: boolean;
}

/**
 * The prompts behind the usage points of `session`, in order: what was recorded before the response, as the recorded
 * compactions and clearings left it. The work of a step is what the step added, but for restarts.
 */
export function* recordedPrompts(session: TranscriptSession): Generator<RecordedPrompt> {
  const items: MemoryItem[] = [];
  const known = new Map<string, MemoryItem>();
  /** The newest response: no part of its own prompt, but of the next. */
  let response: MemoryItem[] = [];
  let summary: string | undefined;
  let restarted = true;
  let seen = 0;

  const settle = () => {
    for (const item of response) items.push(item);
    response = [];
  };
  for (const entry of session.entries) {
    switch (entry.type) {
      case 'item': {
        const { item } = entry;
        known.set(item.id, item);
        const responseId = 'responseId' in item ? item.responseId : undefined;
        if (responseId === undefined || responseId !== responseIdOf(response)) settle();
        if (responseId === undefined) items.push(item);
        else response.push(item);
        break;
      }
      case 'compaction': {
        settle();
        if (entry.kind === 'clearing' && !entry.clearedCallIds?.length) break;
        const left = entry.kind === 'clearing' ? withCleared(items, entry) : keptItems(known, entry);
        items.splice(0, items.length, ...left);
        for (const item of left) known.set(item.id, item);
        if (entry.kind === 'summary') summary = entry.summary;
        restarted = true;
        break;
      }
      case 'usage': {
        if (responseIdOf(response) !== entry.responseId) settle();
        yield { usage: entry, summary, items, added: restarted ? [...items] : items.slice(seen), restarted };
        restarted = false;
        seen = items.length;
        break;
      }
      default:
        entry satisfies never;
    }
  }
}

function responseIdOf([first]: readonly MemoryItem[]): string | undefined {
  return first && 'responseId' in first ? first.responseId : undefined;
}

function keptItems(
  known: ReadonlyMap<string, MemoryItem>,
  { keptItemIds = [] }: TranscriptCompaction,
): readonly MemoryItem[] {
  return keptItemIds.flatMap((id) => known.get(id) ?? []);
}

function withCleared(
  items: readonly MemoryItem[],
  { clearedCallIds = [] }: TranscriptCompaction,
): readonly MemoryItem[] {
  const cleared = new Set(clearedCallIds);
  return items.map((item) =>
    item.type === 'function_call_output' && cleared.has(item.callId) ? clearedOutput(item) : item,
  );
}

function clearedOutput(item: FunctionCallOutputItem): FunctionCallOutputItem {
  return { ...item, output: CLEARED_RESULT, cleared: true };
}
