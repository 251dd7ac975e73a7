import type { TraceRecord } from '../../src/replay/trace.ts';
import { type Logged, type Mutable, type MutableTrace, type Traced, writtenOut } from './trace-edits.ts';

/** One change to a trace, at one place. */
export interface Mutation {
  readonly name: string;
  readonly apply: (trace: MutableTrace) => void;
}

type Edit<Kind extends TraceRecord['trace']> = readonly [name: string, (record: Traced<Kind>) => void];

/** Every mutation of the grammar at every place of the trace that the laws speak of. */
export function mutationsOf(trace: MutableTrace): Mutation[] {
  return trace.flatMap((record, at) => [...recordMutations(trace, at), ...fieldMutations(record, at)]);
}

function recordMutations(trace: MutableTrace, at: number): Mutation[] {
  const record = trace[at]!;
  const next = trace[at + 1];
  const later = trace.slice(at + 1);
  const mutations: Mutation[] = [];
  if (!isFreeToGo(record, at, later)) {
    mutations.push({ name: `drop ${record.trace}`, apply: (all) => void all.splice(at, 1) });
  }
  if (record.trace === 'event' || record.trace === 'request' || record.trace === 'end') {
    const repeat = (all: MutableTrace) => void all.splice(at, 0, structuredClone(all[at]!));
    mutations.push({ name: `repeat ${record.trace}`, apply: repeat });
  }
  if (
    record.trace === 'event' &&
    (next?.trace === 'event' || (next?.trace === 'request' && changesMemory(record)))
  ) {
    mutations.push({ name: `swap event and ${next.trace}`, apply: (all) => swap(all, at) });
  }
  return mutations;
}

/** Without it the trace is that of another faithful session: a log that ends earlier, no restart, a recall nobody needed. */
function isFreeToGo(record: Mutable<TraceRecord>, at: number, later: MutableTrace): boolean {
  if (record.trace === 'start') return at > 0;
  if (record.trace === 'event')
    return !changesMemory(record) && later.every(({ trace }) => trace !== 'event');
  if (record.trace !== 'recall') return false;
  return later.some((each) => each.trace === 'event' && each.event.type === 'compaction-undone');
}

function changesMemory({ event }: Traced<'event'>): boolean {
  return ['items-appended', 'memory-replaced', 'compaction-undone'].includes(event.type);
}

function fieldMutations(record: Mutable<TraceRecord>, at: number): Mutation[] {
  switch (record.trace) {
    case 'request':
      return editsAt(at, requestEdits(record));
    case 'event':
      return editsAt(at, eventEdits(record));
    case 'recall':
      return editsAt(at, recallEdits(record));
    case 'end':
      return editsAt<'end'>(at, [
        [
          'count a step more',
          (end) => {
            end.steps += 1;
          },
        ],
      ]);
    case 'start':
      return [];
    default:
      return record satisfies never;
  }
}

function requestEdits(sent: Traced<'request'>): Edit<'request'>[] {
  const edits: Edit<'request'>[] = [];
  const items = writtenOut(sent.items);
  const resend = (name: string, change: (items: Traced<'request'>['items']) => void) =>
    edits.push([
      name,
      (record) => {
        record.items = writtenOut(record.items);
        change(record.items);
      },
    ]);
  for (const [at, item] of items.entries()) {
    resend('leave an item out', (all) => void all.splice(at, 1));
    resend('send an item twice', (all) => void all.splice(at, 0, structuredClone(all[at]!)));
    if (at + 1 < items.length) resend('swap two items', (all) => swap(all, at));
    if ('item' in item) {
      for (const path of textPaths(item.item)) {
        // What is made for one request has no id that anybody knows.
        if (item.seq === undefined && path[0] === 'id') continue;
        resend(`change ${path.join('.')} of a form`, (all) =>
          changeText((all[at] as typeof item).item, path),
        );
      }
    } else {
      resend('send the seq after it', (all) => void all.splice(at, 1, [item[0] + 1, item[0] + 1]));
    }
  }
  for (const figure of [
    'sourceItemCount',
    'projectedItemCount',
    'droppedItemCount',
    'clearedItemCount',
  ] as const) {
    edits.push([
      `count ${figure} wrongly`,
      (record) => {
        record.report[figure] += 1;
      },
    ]);
  }
  for (const fate of ['kept', 'dropped', 'clearedToolResults', 'clearedReasoning'] as const) {
    if (sent.report.fates![fate].length === 0) continue;
    edits.push([`report one ${fate} less`, (record) => void record.report.fates![fate].pop()]);
  }
  for (const memory of ['memoryBefore', 'memoryAfter'] as const) {
    edits.push([
      `count ${memory} wrongly`,
      (record) => {
        record[memory].items += 1;
      },
    ]);
    edits.push([`change the digest of ${memory}`, (record) => changeText(record[memory], ['digest'])]);
    if (sent[memory].seqs.length > 0) {
      edits.push([`leave a seq out of ${memory}`, (record) => void record[memory].seqs.pop()]);
    }
    if (sent[memory].summary !== undefined) {
      edits.push([`change the summary of ${memory}`, (record) => changeText(record[memory], ['summary'])]);
    }
  }
  return edits;
}

function eventEdits({ event }: Traced<'event'>): Edit<'event'>[] {
  const edits: Edit<'event'>[] = [
    [
      'give it the next seq',
      (record) => {
        record.event.seq += 1;
      },
    ],
  ];
  if (event.type === 'items-appended') edits.push(...appendEdits(event));
  if (event.type === 'memory-replaced') edits.push(...replacementEdits(event));
  if (event.type === 'compaction-undone') {
    edits.push([
      'undo another seq',
      (record) => {
        (record.event as Logged<'compaction-undone'>).undoneSeq -= 1;
      },
    ]);
  }
  return edits;
}

function appendEdits(event: Logged<'items-appended'>): Edit<'event'>[] {
  const edits: Edit<'event'>[] = [];
  const edit = (name: string, change: (items: (typeof event)['items']) => void) =>
    edits.push([name, (record) => change((record.event as typeof event).items)]);
  for (const [at, item] of event.items.entries()) {
    if (event.items.length > 1) edit('lose a logged item', (items) => void items.splice(at, 1));
    edit('log an item twice', (items) => void items.splice(at, 0, structuredClone(items[at]!)));
    if (at + 1 < event.items.length) edit('swap two logged items', (items) => swap(items, at));
    for (const path of textPaths(item)) {
      edit(`change ${path.join('.')} of a logged item`, (items) => changeText(items[at]!, path));
    }
  }
  return edits;
}

function replacementEdits(event: Logged<'memory-replaced'>): Edit<'event'>[] {
  const edits: Edit<'event'>[] = [];
  const edit = (name: string, change: (replaced: typeof event) => void) =>
    edits.push([name, (record) => change(record.event as typeof event)]);
  for (const at of event.memory.keys()) edit('leave a ref out', ({ memory }) => void memory.splice(at, 1));
  if (event.memory.length > 0) {
    edit('refer to an item twice', ({ memory }) => void memory.push(structuredClone(memory[0]!)));
  }
  if (event.summary !== undefined) {
    edit('change the summary', (replaced) => changeText(replaced, ['summary']));
    edit('change the summary of the result', ({ result }) => changeText(result!, ['summary']));
  }
  edit('cover one seq less', ({ covered }) => {
    covered![1] -= 1;
  });
  edit('cover from one seq later', ({ covered }) => {
    covered![0] += 1;
  });
  edit('cover nothing', (replaced) => {
    delete replaced.covered;
  });
  edit('count the items before wrongly', ({ result }) => {
    result!.itemsBefore += 1;
  });
  edit('count the items after wrongly', ({ result }) => {
    result!.itemsAfter += 1;
  });
  return edits;
}

function recallEdits({ item }: Traced<'recall'>): Edit<'recall'>[] {
  return [
    [
      'recall nothing',
      (record) => {
        record.item = null;
      },
    ],
    [
      'recall it for the next seq',
      (record) => {
        record.seq += 1;
      },
    ],
    ...textPaths(item).map((path): Edit<'recall'> => {
      return [`change ${path.join('.')} of a recalled item`, (record) => changeText(record.item!, path)];
    }),
  ];
}

function editsAt<Kind extends TraceRecord['trace']>(at: number, edits: readonly Edit<Kind>[]): Mutation[] {
  return edits.map(([name, edit]) => ({ name, apply: (trace) => edit(trace[at] as Traced<Kind>) }));
}

/** Where the texts of a value are. */
function textPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

/** Changes the last character of a text within `holder`. */
function changeText(holder: object, path: readonly string[]): void {
  const [key, ...rest] = path as [string, ...string[]];
  const fields = holder as Record<string, unknown>;
  const value = fields[key];
  if (typeof value === 'string') fields[key] = `${value.slice(0, -1)}${value.endsWith('~') ? '-' : '~'}`;
  else changeText(value as object, rest);
}

function swap(list: unknown[], at: number): void {
  [list[at], list[at + 1]] = [list[at + 1], list[at]];
}
