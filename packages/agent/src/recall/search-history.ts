import type { MemoryItem } from '../items/agent-item.ts';
import { holdsSeq } from '../log/seq-range.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { itemText } from './item-text.ts';

export interface SearchOptions {
  /** Hits wanted, the newest first. Default 20. */
  readonly limit?: number | undefined;
}

/** An item that has every word of the query. */
export interface HistoryHit {
  readonly seq: number;
  readonly itemId: string;
  readonly type: MemoryItem['type'];
  /** The text around the first word that was found, on one line, at most `SNIPPET_CHARS` long. */
  readonly snippet: string;
}

const DEFAULT_LIMIT = 20;
/** About two lines of a terminal. */
const SNIPPET_CHARS = 160;

/**
 * Items of the whole history, compacted ones too, that have every word of `query`, in whatever case. Reads the log
 * once, from beginning to end; what was redacted or pruned is not found. Of outputs that were cut, head
 * and tail are searched.
 * @throws SessionStoreError `unreadable`
 */
export async function searchHistory(
  log: SessionEventLog,
  query: string,
  { limit = DEFAULT_LIMIT }: SearchOptions = {},
): Promise<readonly HistoryHit[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 || limit <= 0) return [];
  let hits: HistoryHit[] = [];
  for await (const event of log.read()) {
    switch (event.type) {
      case 'items-appended':
        event.items.forEach((item, index) => {
          const snippet = snippetOf(itemText(item), words);
          if (snippet !== undefined)
            hits.push({ seq: event.seq + index, itemId: item.id, type: item.type, snippet });
        });
        break;
      case 'redacted':
      case 'pruned':
        hits = hits.filter(({ seq }) => !holdsSeq(event.ranges, seq));
        break;
      default: // Other events hold no text of the conversation.
    }
  }
  return hits.reverse().slice(0, limit);
}

function snippetOf(text: string, words: readonly string[]): string | undefined {
  const folded = text.toLowerCase();
  if (!words.every((word) => folded.includes(word))) return undefined;
  // Lower case may be longer than the text it is of: close is good enough for a snippet.
  const at = Math.max(0, folded.indexOf(words[0] as string) - SNIPPET_CHARS / 4);
  return text
    .slice(at, at + SNIPPET_CHARS)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
}
