import type { MemoryItem } from '../items/agent-item.ts';
import { isAssistantSide } from '../items/agent-item.ts';
import { sameItem } from '../items/same-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import { holdsSeq } from '../log/seq-range.ts';
import type { MemoryReplacedReason } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { Tombstone } from '../log/tombstone.ts';
import { readMemory } from '../memory/fold-memory.ts';

/** How the last model call was sent an item. `absent`: it was not in memory, or came later. */
export type ItemSent = 'whole' | 'cleared' | 'altered' | 'dropped' | 'absent';

/** What happened to an item. */
export interface ItemExplanation {
  readonly itemId: string;
  readonly type: MemoryItem['type'];
  readonly seq: number;
  readonly appendedAtEpochMs: number;
  /** `changed`: memory has it in another form than the log, cleared or shortened by a compaction. */
  readonly memory: 'whole' | 'changed' | 'gone';
  readonly lastRequest: ItemSent;
  /** What the projection before the last request said it did, where it cleared, altered or dropped the item. */
  readonly notes: readonly string[];
  /** The replacement of memory that took it out, where it is gone. */
  readonly coveredBy?:
    | { readonly seq: number; readonly reason: MemoryReplacedReason; readonly policy?: string | undefined }
    | undefined;
  /** Its content was removed on purpose, or by retention. */
  readonly tombstone?: Tombstone | undefined;
  /** `recall` gives it as it was appended. */
  readonly isRecallable: boolean;
}

/**
 * Tells what became of an item, from the log alone; undefined for an id that the session never had.
 * Reads the log up to three times: for people who ask, not for every step.
 * @throws SessionStoreError `unreadable`
 */
export async function explainItem(
  log: SessionEventLog,
  itemId: string,
): Promise<ItemExplanation | undefined> {
  const traces = await readTraces(log, itemId);
  const { appended, tombstone, replacements, lastResponseSeq, report } = traces;
  if (!appended) return undefined;
  const { seq, item, atEpochMs } = appended;
  const now = await readMemory(log);
  const held = holdsSeq(now.seqs, seq) ? now.items.find(({ id }) => id === itemId) : undefined;
  const before = lastResponseSeq > seq ? await readMemory(log, lastResponseSeq - 1) : undefined;
  const lastRequest = before && holdsSeq(before.seqs, seq) ? sentAs(seq, report) : 'absent';
  const isHidden = lastRequest !== 'whole' && lastRequest !== 'absent';
  const coveredBy = held ? undefined : replacements[0];
  return {
    itemId,
    type: item.type,
    seq,
    appendedAtEpochMs: atEpochMs,
    memory: !held ? 'gone' : tombstone || sameItem(held, item) ? 'whole' : 'changed',
    lastRequest,
    notes: isHidden ? (report?.notes ?? []) : [],
    ...(coveredBy && { coveredBy }),
    ...(tombstone && { tombstone }),
    isRecallable: tombstone === undefined,
  };
}

interface Traces {
  appended: { readonly seq: number; readonly item: MemoryItem; readonly atEpochMs: number } | undefined;
  tombstone: Tombstone | undefined;
  /** Replacements that count and leave the item out, since memory last had it; the first one took it out. */
  replacements: NonNullable<ItemExplanation['coveredBy']>[];
  /** Of the last model response: what the request before it was sent had a lower seq. */
  lastResponseSeq: number;
  /** The projection that was in force for it. */
  report: ContextReport | undefined;
}

async function readTraces(log: SessionEventLog, itemId: string): Promise<Traces> {
  const traces: Traces = {
    appended: undefined,
    tombstone: undefined,
    replacements: [],
    lastResponseSeq: 0,
    report: undefined,
  };
  let newestReport: ContextReport | undefined;
  for await (const event of log.read()) {
    switch (event.type) {
      case 'items-appended': {
        const index = event.items.findIndex(({ id }) => id === itemId);
        const item = event.items[index];
        if (item) traces.appended = { seq: event.seq + index, item, atEpochMs: event.atEpochMs };
        if (event.items.some(isAssistantSide)) {
          traces.lastResponseSeq = event.seq;
          traces.report = newestReport;
        }
        break;
      }
      case 'report':
        newestReport = event.report;
        break;
      case 'memory-replaced': {
        const { appended } = traces;
        if (!appended) break;
        const isKept = event.memory.some((ref) =>
          'seq' in ref ? ref.seq === appended.seq : holdsSeq([ref], appended.seq),
        );
        if (isKept) traces.replacements = [];
        else traces.replacements.push({ seq: event.seq, reason: event.reason, policy: event.result?.policy });
        break;
      }
      case 'compaction-undone':
        traces.replacements = traces.replacements.filter(({ seq }) => seq !== event.undoneSeq);
        break;
      case 'redacted':
      case 'pruned':
        if (traces.appended && holdsSeq(event.ranges, traces.appended.seq))
          traces.tombstone = { type: event.type, reason: event.reason };
        break;
      default: // Nothing else touches an item.
    }
  }
  return traces;
}

function sentAs(seq: number, report: ContextReport | undefined): ItemSent {
  const fates = report?.fates;
  if (!fates) return 'whole';
  if (holdsSeq(fates.dropped, seq)) return 'dropped';
  if (holdsSeq(fates.clearedToolResults, seq) || holdsSeq(fates.clearedReasoning, seq)) return 'cleared';
  return holdsSeq(fates.altered, seq) ? 'altered' : 'whole';
}
