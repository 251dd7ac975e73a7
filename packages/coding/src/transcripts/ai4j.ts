import { type MemoryItem, type MemoryRef, type SessionEvent, sessionEventSchema } from '@ai4j/agent';
import { inlined } from './blob-reference.ts';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';

/** What was in memory: the ids of its items and its summary. */
interface MemoryState {
  readonly itemIds: readonly string[];
  readonly summary?: string | undefined;
}

/** Our own session log: a header line, then an event a line. */
export function ai4jImporter(context: ImportContext): Importer {
  let session = new SessionBuilder('session', { hiddenPrefix: false });
  const itemIdBySeq = new Map<number, string>();
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
      const parsed = sessionEventSchema.safeParse(inlined(value, (reason) => context.problem(reason, line)));
      if (!parsed.success)
        return context.problem(`no event of a known version: ${parsed.error.issues[0]?.message}`, line);
      applyEvent(parsed.data, line);
    },
    async finish() {
      const built = session.build();
      return built.entries.length > 0 ? [built] : [];
    },
  };

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

  function itemIdsOf(ref: MemoryRef): readonly string[] {
    if ('item' in ref) return [itemIdBySeq.get(ref.seq) ?? []].flat();
    const ids: string[] = [];
    for (let seq = ref[0]; seq <= ref[1]; seq++) {
      const id = itemIdBySeq.get(seq);
      if (id !== undefined) ids.push(id);
    }
    return ids;
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
