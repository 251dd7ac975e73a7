import type {
  AgentItem,
  Content,
  ContextBudget,
  FunctionCallItem,
  FunctionCallOutputItem,
  MemoryItem,
  MemoryReplacedReason,
  MessageItem,
  ReasoningItem,
  SeqRange,
  SessionEventInput,
} from '@ai4j/agent';
import { memoryDigest } from '../../src/replay/memory-digest.ts';
import type { TraceItem, TraceMemory, TraceRecord } from '../../src/replay/trace.ts';

export function user(id: string, content: Content = `${id} says something`): MessageItem {
  return { type: 'message', id, role: 'user', content };
}

export function assistant(id: string, responseId: string, content: Content = `${id} answers`): MessageItem {
  return { type: 'message', id, responseId, role: 'assistant', content };
}

export function reasoning(id: string, responseId: string): ReasoningItem {
  return {
    type: 'reasoning',
    id,
    responseId,
    text: `${id} thinks`,
    providerData: { signature: `sig-${id}` },
  };
}

export function call(
  callId: string,
  responseId: string,
  more: Partial<FunctionCallItem> = {},
): FunctionCallItem {
  const id = `item-${callId}`;
  return {
    type: 'function_call',
    id,
    responseId,
    callId,
    name: 'read',
    arguments: '{"path":"a"}',
    kind: 'json',
    ...more,
  };
}

export function output(callId: string, more: Partial<FunctionCallOutputItem> = {}): FunctionCallOutputItem {
  const id = `output-${callId}`;
  return { type: 'function_call_output', id, callId, output: `what ${callId} found`, outcome: 'ok', ...more };
}

/** What stands for the output of a call that has none. */
export function madeOutput(callId: string): TraceItem {
  return {
    item: output(callId, {
      id: `made-${callId}`,
      output: '[no output was recorded]',
      outcome: 'interrupted',
    }),
  };
}

export function clearedOutput(item: FunctionCallOutputItem): FunctionCallOutputItem {
  return { ...item, output: `[tool result cleared: read(${item.callId})]`, cleared: true };
}

export function clearedReasoning({ type, id, responseId }: ReasoningItem): ReasoningItem {
  return {
    type,
    id,
    ...(responseId !== undefined && { responseId }),
    text: '[reasoning cleared]',
    cleared: true,
  };
}

export interface RequestOptions {
  /** Ids of items sent as placeholders. */
  readonly cleared?: readonly string[];
  /** Ids of items that are not sent. */
  readonly dropped?: readonly string[];
  /** What is sent, when it is not simply memory in its order. */
  readonly items?: readonly TraceItem[];
  /** Ids of items that `items` sends in another form. */
  readonly altered?: readonly string[];
  readonly tokens?: { readonly source: number; readonly projected: number };
}

export interface ReplaceOptions {
  readonly summary?: string;
  /** Memory holds these items in another form than the log. */
  readonly forms?: readonly MemoryItem[];
  readonly introduced?: SeqRange;
  readonly tokens?: { readonly before: number; readonly after: number };
}

interface Held {
  readonly seq: number;
  readonly item: MemoryItem;
}

/** Writes traces as a faithful replay would, one thing after another, with its own small account of log and memory. */
export class TraceBuilder {
  readonly records: TraceRecord[] = [];
  #logged: Held[] = [];
  #memory: Held[] = [];
  #summary: string | undefined;
  #covered: SeqRange | undefined;
  readonly #before: {
    memory: Held[];
    summary: string | undefined;
    covered: SeqRange | undefined;
    seq: number;
  }[] = [];
  #version = 0;
  #step = 0;
  readonly #budget: ContextBudget;

  constructor(budget: ContextBudget = {}) {
    this.#budget = budget;
    this.start();
  }

  /** Again: a restart. */
  start(): this {
    const settings = { windowTokens: 16_000 };
    this.records.push({ trace: 'start', schemaVersion: 1, session: 's-1', settings, budget: this.#budget });
    return this;
  }

  event(input: SessionEventInput): this {
    this.records.push({
      trace: 'event',
      event: { ...input, seq: this.#version + 1, atEpochMs: 1_700_000_000_000 },
    });
    this.#version += 1;
    return this;
  }

  append(...items: MemoryItem[]): this {
    const held = items.map((item, offset) => ({ seq: this.#version + 1 + offset, item }));
    this.#logged.push(...held);
    this.#memory.push(...held);
    this.event({ type: 'items-appended', items });
    this.#version += items.length - 1;
    return this;
  }

  /** Memory becomes the items with these ids. */
  replace(reason: MemoryReplacedReason, ids: readonly string[], options: ReplaceOptions = {}): this {
    const { summary, forms = [], introduced, tokens } = options;
    const before = this.#memory.filter(({ seq }) => !introduced || seq < introduced[0]);
    this.#before.push({
      memory: before,
      summary: this.#summary,
      covered: this.#covered,
      seq: this.#version + 1,
    });
    const refs = ids.map((id) => {
      const { seq } = this.#logged.find(({ item }) => item.id === id) as Held;
      const form = forms.find((item) => item.id === id);
      return form ? { seq, item: form } : ([seq, seq] as const);
    });
    const after = refs.map((ref) =>
      'seq' in ref ? ref : (this.#logged.find(({ seq }) => seq === ref[0]) as Held),
    );
    const left = this.#memory.map(({ seq }) => seq).filter((seq) => after.every((held) => held.seq !== seq));
    const bounds = [...left, ...(this.#covered ?? [])];
    this.#covered = bounds.length === 0 ? undefined : [Math.min(...bounds), Math.max(...bounds)];
    this.#memory = after;
    this.#summary = summary;
    return this.event({
      type: 'memory-replaced',
      reason,
      memory: refs,
      ...(summary !== undefined && { summary }),
      ...(this.#covered && { covered: this.#covered }),
      ...(introduced && { introduced }),
      result: {
        policy: 'by-hand',
        ...(summary !== undefined && { summary }),
        ...emptyRecord,
        itemsBefore: before.length,
        itemsAfter: after.length,
        ...(tokens && { tokensBefore: tokens.before, tokensAfter: tokens.after }),
      },
    });
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): this {
    const before = this.#before.pop();
    if (before === undefined) throw new Error('nothing to undo');
    const since = this.#logged.filter(({ seq }) => seq > before.seq);
    this.#memory = [...before.memory, ...since];
    this.#summary = before.summary;
    this.#covered = before.covered;
    return this.event({ type: 'compaction-undone', undoneSeq: before.seq });
  }

  /** The content of the item with this id is removed; `tombstone` is how it reads from then on. */
  redact(tombstone: MemoryItem, reason: string): this {
    const bury = (held: Held) => (held.item.id === tombstone.id ? { ...held, item: tombstone } : held);
    const at = this.#logged.findIndex(({ item }) => item.id === tombstone.id);
    const { seq } = this.#logged[at] as Held;
    this.#logged = this.#logged.map(bury);
    this.#memory = this.#memory.map((held) => this.#logged.find((each) => each.seq === held.seq) as Held);
    return this.event({ type: 'redacted', ranges: [[seq, seq]], reason });
  }

  /** Recalls everything that memory no longer holds. */
  recallAll(): this {
    for (const { seq, item } of this.#logged) {
      if (this.#memory.every((held) => held.seq !== seq)) this.records.push({ trace: 'recall', seq, item });
    }
    return this;
  }

  request(options: RequestOptions = {}): this {
    const { cleared = [], dropped = [], altered = [], tokens } = options;
    this.#step += 1;
    const kept = this.#memory.filter(({ item }) => !dropped.includes(item.id));
    const seqsOf = (held: readonly Held[]) => held.map(({ seq }): SeqRange => [seq, seq]);
    const seqsOfType = (type: AgentItem['type']) =>
      seqsOf(kept.filter(({ item }) => item.type === type && cleared.includes(item.id)));
    const memory = this.#traceMemory();
    this.records.push({
      trace: 'request',
      step: this.#step,
      items: options.items ?? this.#requestItems(kept, cleared),
      report: {
        sourceItemCount: this.#memory.length,
        projectedItemCount: kept.length,
        droppedItemCount: this.#memory.length - kept.length,
        clearedItemCount: cleared.length,
        sourceApproxChars: 0,
        projectedApproxChars: 0,
        ...(tokens && {
          sourceTokens: tokens.source,
          projectedTokens: tokens.projected,
          tokenCounter: 'by-hand',
        }),
        itemLimitApplied: dropped.length > 0,
        characterLimitApplied: false,
        tokenLimitApplied: false,
        byteLimitApplied: false,
        notes: [],
        fates: {
          kept: seqsOf(kept),
          dropped: seqsOf(this.#memory.filter(({ item }) => dropped.includes(item.id))),
          clearedToolResults: seqsOfType('function_call_output'),
          clearedReasoning: seqsOfType('reasoning'),
          altered: seqsOf(kept.filter(({ item }) => altered.includes(item.id))),
        },
      },
      memoryBefore: memory,
      memoryAfter: memory,
    });
    return this;
  }

  end(): TraceRecord[] {
    this.records.push({ trace: 'end', steps: this.#step });
    return this.records;
  }

  #requestItems(kept: readonly Held[], cleared: readonly string[]): TraceItem[] {
    const summary = this.#summary;
    const items = kept.map((held): TraceItem => {
      const { seq, item } = held;
      if (cleared.includes(item.id)) return { seq, item: placeholder(item) };
      const isLogged = this.#logged.includes(held);
      return isLogged ? [seq, seq] : { seq, item };
    });
    return summary === undefined
      ? items
      : [{ item: { type: 'summary', id: 'summary', text: summary } }, ...items];
  }

  #traceMemory(): TraceMemory {
    return {
      seqs: this.#memory.map(({ seq }) => [seq, seq]),
      items: this.#memory.length,
      ...(this.#summary !== undefined && { summary: this.#summary }),
      digest: memoryDigest(this.#memory.map(({ item }) => item)),
    };
  }
}

function placeholder(item: MemoryItem): MemoryItem {
  if (item.type === 'function_call_output') return clearedOutput(item);
  if (item.type === 'reasoning') return clearedReasoning(item);
  throw new Error(`a ${item.type} is never cleared`);
}

const emptyRecord = {
  completed: [],
  pending: [],
  decisions: [],
  changedArtifacts: [],
  failedCommands: [],
  testResults: [],
  userConfirmations: [],
  sandboxState: [],
  openQuestions: [],
  readFiles: [],
  modifiedFiles: [],
};
