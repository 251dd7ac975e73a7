import {
  type MemoryItem,
  type MemoryRef,
  type SeqRange,
  type SessionEvent,
  sessionEventSchema,
  type Tombstone,
  tombstoneOf,
} from '@ai4j/agent';
import { inlined } from './blob-reference.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptEntry } from './transcript.ts';

/** What was in memory: the ids of its items and its summary. */
interface MemoryState {
  readonly itemIds: readonly string[];
  readonly summary?: string | undefined;
}

/** Our own session log: a header line, then an event or a batch of them a line (docs/formats/session-log.md). */
export function ai4jImporter(context: ImportContext): Importer {
  let session = new SessionBuilder('session', { hiddenPrefix: false });
  const itemIdBySeq = new Map<number, string>();
  /** What was removed on purpose, by item id. */
  const tombstones = new Map<string, Tombstone>();
  /** Memory before each replacement, for the day it is undone. */
  const memoryBefore = new Map<number, MemoryState>();
  let memory: { itemIds: string[]; summary?: string | undefined } = { itemIds: [] };

  return {
    async record(value, line) {
      if (!isObject(value)) return context.problem('not a JSON object', line);
      if (value.type === 'ai4j-session-log') {
        session = new SessionBuilder(textOf(value.sessionId) ?? 'session', { hiddenPrefix: false });
        return;
      }
      const events = value.type === 'batch' && Array.isArray(value.events) ? value.events : [value];
      for (const event of events) readEvent(event, line);
    },
    async finish() {
      const built = session.build();
      const entries = built.entries.map((entry) => withTombstone(entry, tombstones));
      return entries.length > 0 ? [{ ...built, entries }] : [];
    },
  };

  function readEvent(value: unknown, line: number | undefined): void {
    const parsed = sessionEventSchema.safeParse(inlined(value, (reason) => context.problem(reason, line)));
    if (parsed.success) {
      applyEvent(parsed.data, line);
      return;
    }
    const [issue] = parsed.error.issues;
    if (isObject(value) && issue?.path[0] === 'type') {
      // A kind of event that this release does not know.
      context.ignore(textOf(value.type) ?? 'without type');
    } else {
      context.problem(`an event of wrong shape at ${issue?.path.join('.') || 'its root'}`, line);
    }
  }

  function applyEvent(event: SessionEvent, line: number | undefined): void {
    switch (event.type) {
      case 'items-appended':
        event.items.forEach((item, index) => {
          const id = addItem(session, item, line);
          itemIdBySeq.set(event.seq + index, id);
          memory.itemIds.push(id);
        });
        addUsage(event, line);
        break;
      case 'memory-replaced':
        memoryBefore.set(event.seq, { ...memory });
        memory = { itemIds: event.memory.flatMap(itemIdsOf), summary: event.summary };
        addReplacement(event.reason, line);
        addClearing(event.memory, line);
        break;
      case 'compaction-undone': {
        const before = memoryBefore.get(event.undoneSeq);
        if (!before) {
          context.problem(`undoes the unknown compaction ${event.undoneSeq}`, line);
          break;
        }
        const after = [...itemIdBySeq].filter(([seq]) => seq > event.undoneSeq).map(([, id]) => id);
        memory = { itemIds: [...before.itemIds, ...after], summary: before.summary };
        addReplacement('restore', line);
        break;
      }
      case 'redacted':
      case 'pruned':
        for (const id of event.ranges.flatMap(itemIdsIn)) tombstones.set(id, event);
        break;
      default:
        context.ignore(event.type);
    }
  }

  function addReplacement(reason: string, line: number | undefined): void {
    if (reason !== 'compact' && reason !== 'compress') context.ignore(`memory-replaced/${reason}`);
    session.addCompaction({
      kind: 'summary',
      ...(memory.summary === undefined ? {} : { summary: memory.summary }),
      ...(memory.itemIds.length > 0 ? { keptItemIds: memory.itemIds } : {}),
      ...(line === undefined ? {} : { line }),
    });
  }

  /** Results that stayed in memory as placeholders. */
  function addClearing(refs: readonly MemoryRef[], line: number | undefined): void {
    const cleared = refs.flatMap((ref) =>
      'item' in ref && ref.item.type === 'function_call_output' && ref.item.cleared ? [ref.item.callId] : [],
    );
    if (cleared.length === 0) return;
    const clearedCallIds = session.callIdsOf(cleared);
    session.addCompaction({ kind: 'clearing', clearedCallIds, ...(line === undefined ? {} : { line }) });
  }

  function addUsage(
    event: SessionEvent & { readonly type: 'items-appended' },
    line: number | undefined,
  ): void {
    if (!event.usage) return;
    const responseIds = event.items.flatMap((item) => ('responseId' in item ? (item.responseId ?? []) : []));
    const responseId = responseIds.at(-1);
    if (responseId === undefined) context.ignore('usage without a response');
    else session.setUsage(responseId, event.usage, { line });
  }

  function itemIdsIn([from, to]: SeqRange): readonly string[] {
    return [...itemIdBySeq].filter(([seq]) => seq >= from && seq <= to).map(([, id]) => id);
  }

  function itemIdsOf(ref: MemoryRef): readonly string[] {
    if (!('item' in ref)) return itemIdsIn(ref);
    const id = itemIdBySeq.get(ref.seq);
    return id === undefined ? [] : [id];
  }
}

function addItem(session: SessionBuilder, item: MemoryItem, line: number | undefined): string {
  switch (item.type) {
    case 'function_call':
      return session.addCall(item, line);
    case 'function_call_output':
      return session.addOutput(item, line).id;
    default:
      return session.add(item, line);
  }
}

/** What was removed reads as a tombstone here too, as long as the file still holds its content. */
function withTombstone(entry: TranscriptEntry, tombstones: ReadonlyMap<string, Tombstone>): TranscriptEntry {
  const tombstone = entry.type === 'item' ? tombstones.get(entry.item.id) : undefined;
  return entry.type === 'item' && tombstone ? { ...entry, item: tombstoneOf(entry.item, tombstone) } : entry;
}
