import type { FunctionCallItem, FunctionCallOutputItem, MemoryItem, TokenUsage } from '@ai4j/agent';
import { CallIds, type OutputMatch } from './call-ids.ts';
import type {
  TranscriptCompaction,
  TranscriptEntry,
  TranscriptSession,
  TranscriptUsage,
} from './transcript.ts';
import { UniqueIds } from './unique-ids.ts';

/** A recorded compaction whose details may follow in later lines. */
export type OpenCompaction = { -readonly [Key in keyof TranscriptCompaction]: TranscriptCompaction[Key] };

/** Entries that stay together: the items of one response and its usage, or what came between two responses. */
interface Segment {
  readonly entries: (TranscriptEntry & { readonly type: 'item' | 'compaction' })[];
  usage?: TranscriptUsage;
}

/** A call or output as recorded: its id may be missing or in use already. */
type Recorded<Item extends { readonly callId: string }> = Omit<Item, 'callId'> & {
  readonly callId: string | undefined;
};

/**
 * Puts the records of one session in order: ids become unique, the items of a response come out contiguous wherever
 * their lines were, and its usage follows them.
 */
export class SessionBuilder {
  readonly id: string;
  readonly #kind: TranscriptSession['kind'];
  readonly #hiddenPrefix: boolean;
  readonly #segments: Segment[] = [];
  readonly #responses = new Map<string, Segment>();
  readonly #itemIds = new UniqueIds();
  readonly #callIds = new CallIds();
  /** The id in use for each recorded call id, the newest where it repeats. */
  readonly #callIdByRecorded = new Map<string, string>();
  model: string | undefined;
  #systemPrompt: string | undefined;

  constructor(
    id: string,
    options: { readonly kind?: TranscriptSession['kind']; readonly hiddenPrefix: boolean },
  ) {
    this.id = id;
    this.#kind = options.kind ?? 'main';
    this.#hiddenPrefix = options.hiddenPrefix;
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0 && this.#systemPrompt === undefined;
  }

  /** The ids in use so far, in the order in which they were added. */
  get itemIds(): readonly string[] {
    return this.#itemIds.all;
  }

  /** Adds an item under its id, or a numbered one where that is taken; returns the id. */
  add(item: Exclude<MemoryItem, FunctionCallItem | FunctionCallOutputItem>, line?: number): string {
    const id = this.#itemIds.take(item.id);
    this.#push({ ...item, id }, item.responseId, line);
    return id;
  }

  addCall(call: Recorded<FunctionCallItem>, line?: number): string {
    const id = this.#itemIds.take(call.id);
    const callId = this.#callIds.open(call.callId, call.name, call.responseId);
    if (call.callId !== undefined) this.#callIdByRecorded.set(call.callId, callId);
    this.#push({ ...call, id, callId }, call.responseId, line);
    return id;
  }

  /** @param toolName finds the call where the recording links by name only */
  addOutput(
    output: Recorded<FunctionCallOutputItem>,
    line?: number,
    toolName?: string,
  ): { readonly id: string; readonly match: OutputMatch } {
    const id = this.#itemIds.take(output.id);
    const { callId, match } = this.#callIds.close(output.callId, toolName);
    this.#push({ ...output, id, callId }, undefined, line);
    return { id, match };
  }

  /** The first system text before any item is the session's system prompt, later ones are messages. */
  addSystem(id: string, text: string, line?: number): void {
    if (text === '') return;
    if (this.isEmpty) this.#systemPrompt = text;
    else this.add({ type: 'message', id, role: 'system', content: text }, line);
  }

  /** Sets what the response was billed; a later call for the same response counts. */
  setUsage(
    responseId: string,
    usage: TokenUsage,
    details: {
      readonly model?: string | undefined;
      readonly outputReliable?: boolean;
      readonly line?: number | undefined;
    } = {},
  ): void {
    this.#response(responseId).usage = {
      type: 'usage',
      responseId,
      usage,
      ...(details.model === undefined ? {} : { model: details.model }),
      outputReliable: details.outputReliable ?? true,
      ...(details.line === undefined ? {} : { line: details.line }),
    };
  }

  hasUsage(responseId: string): boolean {
    return this.#responses.get(responseId)?.usage !== undefined;
  }

  /** Adds a compaction; the returned object may be completed until `build`. */
  addCompaction(compaction: Omit<TranscriptCompaction, 'type'>): OpenCompaction {
    const entry: OpenCompaction = { type: 'compaction', ...compaction };
    this.#segments.push({ entries: [entry] });
    return entry;
  }

  /** The ids in use for recorded call ids; those of no known call are left out. */
  callIdsOf(recorded: readonly string[]): readonly string[] {
    return recorded.flatMap((id) => this.#callIdByRecorded.get(id) ?? []);
  }

  build(): TranscriptSession {
    const entries: TranscriptEntry[] = [];
    for (const segment of this.#segments) {
      for (const entry of segment.entries) entries.push(entry);
      if (segment.usage) entries.push(segment.usage);
    }
    return {
      id: this.id,
      kind: this.#kind,
      ...(this.model === undefined ? {} : { model: this.model }),
      ...(this.#systemPrompt === undefined ? {} : { systemPrompt: this.#systemPrompt }),
      hiddenPrefix: this.#hiddenPrefix,
      entries: withKeptItemsInOrder(entries),
    };
  }

  #push(item: MemoryItem, responseId: string | undefined, line: number | undefined): void {
    const segment = responseId === undefined ? this.#between() : this.#response(responseId);
    segment.entries.push({ type: 'item', item, ...(line === undefined ? {} : { line }) });
  }

  #between(): Segment {
    const segment: Segment = { entries: [] };
    this.#segments.push(segment);
    return segment;
  }

  #response(responseId: string): Segment {
    let segment = this.#responses.get(responseId);
    if (!segment) {
      segment = this.#between();
      this.#responses.set(responseId, segment);
    }
    return segment;
  }
}

/** Kept items are named in the order of the file; their order in the session is known only now. */
function withKeptItemsInOrder(entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const place = new Map<string, number>();
  entries.forEach((entry, index) => {
    if (entry.type === 'item') place.set(entry.item.id, index);
  });
  return entries.map((entry) =>
    entry.type === 'compaction' && entry.keptItemIds
      ? {
          ...entry,
          keptItemIds: entry.keptItemIds.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
        }
      : entry,
  );
}
