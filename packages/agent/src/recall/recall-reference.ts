import type { MemoryItem } from '../items/agent-item.ts';
import { type SeqRange, toSeqRanges } from '../log/seq-range.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';

/**
 * What is to be recalled: seq ranges (of a loss record, of `covered`), item ids, or a text as memory shows
 * it: the placeholder of a cleared result, the note of a cut output, a call id, an item id, `seq 12-40`.
 */
export type RecallReference = string | readonly SeqRange[] | { readonly itemIds: readonly string[] };

/**
 * The seqs that a reference means, of items that the log has; none where nothing matches.
 * @throws SessionStoreError `unreadable`
 */
export async function resolveReference(
  log: SessionEventLog,
  reference: RecallReference,
): Promise<readonly SeqRange[]> {
  if (isRanges(reference)) return reference;
  if (typeof reference !== 'string') {
    const ids = new Set(reference.itemIds);
    return findItems(log, ({ id }) => ids.has(id));
  }
  const text = reference.trim();
  const id = CUT_NOTE.exec(text)?.[1] ?? PLACEHOLDER.exec(text)?.[1] ?? text;
  const named = await findItems(log, (item) => item.id === id || ('callId' in item && item.callId === id));
  const range = seqRangeIn(text);
  // Some providers count their calls: what is an id comes before what may be a seq.
  return named.length === 0 && range ? [range] : named;
}

/** `[tool result cleared: read(call-3)]`, and the same where the tool is not known. */
const PLACEHOLDER = /\[tool result cleared: (?:[^\]]*\()?([^()\]]+)\)?\]/;
/** The line between head and tail of a cut output. */
const CUT_NOTE = /kept as item "([^"]+)"/;
const SEQS = /^\[?(?:seqs?\s+)?(\d{1,15})(?:\s*[-–]\s*(\d{1,15}))?\]?$/;

function seqRangeIn(text: string): SeqRange | undefined {
  const [, from, to = from] = SEQS.exec(text) ?? [];
  if (from === undefined) return undefined;
  const range = [Number(from), Number(to)] as const;
  return range[0] >= 1 && range[1] >= range[0] ? range : undefined;
}

async function findItems(
  log: SessionEventLog,
  isWanted: (item: MemoryItem) => boolean,
): Promise<readonly SeqRange[]> {
  const seqs: number[] = [];
  for await (const event of log.read()) {
    if (event.type !== 'items-appended') continue;
    event.items.forEach((item, index) => {
      if (isWanted(item)) seqs.push(event.seq + index);
    });
  }
  return toSeqRanges(seqs);
}

function isRanges(reference: RecallReference): reference is readonly SeqRange[] {
  return Array.isArray(reference);
}
