import type { MemoryItem } from '@ai4j/agent';
import { describe, expect, it } from 'vitest';
import { createTraceChecker } from '../../src/check/trace-checker.ts';
import type { Law } from '../../src/check/violation.ts';
import type { TraceRecord } from '../../src/replay/trace.ts';
import { legalTraces } from './sample-traces.ts';
import { call, madeOutput, output, user } from './trace-builder.ts';
import {
  editable,
  event,
  indexOf,
  isSeq,
  loggedItem,
  type MutableTrace,
  recall,
  request,
  resend,
  sentForm,
} from './trace-edits.ts';

interface Fault {
  readonly name: string;
  readonly law: Law;
  /** The faithful trace it is written into; default: `sample`. */
  readonly trace?: keyof typeof legalTraces;
  readonly seed: (trace: MutableTrace) => void;
}

const without = (seq: number) => (items: Parameters<Parameters<typeof resend>[2]>[0]) =>
  items.filter((item) => !isSeq(seq)(item));

const faults: readonly Fault[] = [
  // L1: what providers refuse
  { name: 'an output is left out of the request', law: 'L1', seed: (trace) => resend(trace, 2, without(7)) },
  { name: 'a call is left out of the request', law: 'L1', seed: (trace) => resend(trace, 2, without(6)) },
  { name: 'a response goes without its reasoning', law: 'L1', seed: (trace) => resend(trace, 2, without(3)) },
  { name: 'a response goes without its message', law: 'L1', seed: (trace) => resend(trace, 2, without(4)) },
  {
    name: 'an output stands before its call',
    law: 'L1',
    seed: (trace) => resend(trace, 2, (items) => [...items.slice(0, 4), items[6]!, ...items.slice(4, 6)]),
  },
  {
    name: 'an output comes after the next response',
    law: 'L1',
    seed: (trace) => resend(trace, 3, (items) => [...items.slice(0, 6), items[7]!, items[6]!, items[8]!]),
  },
  {
    name: 'a user message stands between a call and its output',
    law: 'L1',
    seed: (trace) => resend(trace, 5, (items) => [...items.slice(0, 10), items[11]!, items[10]!, items[12]!]),
  },
  {
    name: 'a call is answered twice',
    law: 'L1',
    seed: (trace) => resend(trace, 2, (items) => [...items, editable(madeOutput('c2'))]),
  },
  {
    name: 'a pending call goes out unanswered',
    law: 'L1',
    seed: (trace) => resend(trace, 7, (items) => items.slice(0, -1)),
  },
  {
    name: 'a call has no output because the log has none',
    law: 'L1',
    trace: 'foreign',
    seed: dropOutputFromLog,
  },
  {
    name: 'two calls share an id',
    law: 'L1',
    seed: (trace) => Object.assign(loggedItem(trace, 6), { callId: 'c1' }),
  },
  {
    name: 'a repeated call id goes out as it is',
    law: 'L1',
    trace: 'mended',
    seed: (trace) => resend(trace, 3, (items) => [...items.slice(0, -2), [8, 8], [9, 9]]),
  },
  {
    name: 'a response is torn apart by its outputs',
    law: 'L1',
    trace: 'mended',
    seed: (trace) => resend(trace, 2, () => [[2, 7]]),
  },
  {
    name: 'reasoning leads to nothing',
    law: 'L1',
    seed: (trace) => Object.assign(loggedItem(trace, 4), { responseId: 'resp-0' }),
  },
  {
    name: 'a message says nothing',
    law: 'L1',
    seed: (trace) => Object.assign(loggedItem(trace, 12), { content: '' }),
  },
  {
    name: 'a message has no parts',
    law: 'L1',
    trace: 'foreign',
    seed: (trace) => Object.assign(loggedItem(trace, 1), { content: [] }),
  },
  {
    name: 'a text part is empty',
    law: 'L1',
    trace: 'foreign',
    seed: (trace) => Object.assign(loggedItem(trace, 1), { content: [{ type: 'text', text: '' }] }),
  },
  {
    name: 'an output has an empty text part',
    law: 'L1',
    seed: (trace) => Object.assign(loggedItem(trace, 14), { output: [{ type: 'text', text: '' }] }),
  },
  {
    name: 'the summary stands last',
    law: 'L1',
    seed: (trace) => resend(trace, 6, ([summary, ...items]) => [...items, summary!]),
  },
  {
    name: 'there are two summaries',
    law: 'L1',
    seed: (trace) => resend(trace, 6, (items) => [items[0]!, ...items]),
  },
  { name: 'the request is empty, memory is not', law: 'L1', seed: (trace) => resend(trace, 3, () => []) },
  {
    name: 'only the summary is sent',
    law: 'L1',
    seed: (trace) => resend(trace, 6, (items) => items.slice(0, 1)),
  },
  {
    name: 'an orphan is sent as an output',
    law: 'L1',
    trace: 'mended',
    seed: (trace) => resend(trace, 2, (items) => [[1, 1], ...items]),
  },

  // L2: the projection is pure and the report is true
  {
    name: 'projecting removes an item from memory',
    law: 'L2',
    seed: (trace) => {
      request(trace, 3).memoryAfter.items -= 1;
    },
  },
  {
    name: 'projecting clears an item in memory',
    law: 'L2',
    seed: (trace) => {
      request(trace, 3).memoryAfter.digest = 'another';
    },
  },
  {
    name: 'projecting drops the summary from memory',
    law: 'L2',
    seed: (trace) => {
      delete request(trace, 6).memoryAfter.summary;
    },
  },
  {
    name: 'the summary is not sent',
    law: 'L2',
    seed: (trace) => resend(trace, 6, (items) => items.slice(1)),
  },
  {
    name: 'another summary is sent',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 6, undefined), { text: 'The test fails still.' }),
  },
  {
    name: 'a summary is sent that memory does not have',
    law: 'L2',
    seed: (trace) =>
      resend(trace, 2, (items) => [
        { item: { type: 'summary', id: 's', text: 'Once upon a time' } },
        ...items,
      ]),
  },
  {
    name: 'an item is sent that left memory',
    law: 'L2',
    seed: (trace) => resend(trace, 6, (items) => [items[0]!, [11, 11], ...items.slice(1)]),
  },
  {
    name: 'an item is sent that the log does not have yet',
    law: 'L2',
    seed: (trace) => resend(trace, 1, (items) => [...items, [99, 99]]),
  },
  {
    name: 'a seq is sent that is no item',
    law: 'L2',
    seed: (trace) => resend(trace, 7, (items) => [...items, [15, 15]]),
  },
  {
    name: 'an item is sent twice',
    law: 'L2',
    seed: (trace) => resend(trace, 4, (items) => [...items, items.at(-1)!]),
  },
  {
    name: 'items are sent out of order',
    law: 'L2',
    seed: (trace) => resend(trace, 4, (items) => [...items.slice(0, 9), items[10]!, items[9]!]),
  },
  {
    name: 'a message is sent with other words',
    law: 'L2',
    seed: (trace) =>
      resend(trace, 1, () => [{ seq: 2, item: editable(user('u1', 'Break the failing test.')) }]),
  },
  {
    name: 'an output is shortened and not marked as cleared',
    law: 'L2',
    seed: (trace) => {
      const cleared = sentForm(trace, 3, 7);
      if (cleared.type === 'function_call_output') delete cleared.cleared;
    },
  },
  {
    name: 'a placeholder does not name its call',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 3, 7), { output: '[cleared]' }),
  },
  {
    name: 'a placeholder answers another call',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 3, 7), { callId: 'c2' }),
  },
  {
    name: 'an output is marked as cleared and is not',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 3, 7), { output: 'what c1 found' }),
  },
  {
    name: 'a placeholder turns a failure into a success',
    law: 'L2',
    seed: (trace) => {
      Object.assign(loggedItem(trace, 7), { outcome: 'error' });
    },
  },
  {
    name: 'cleared reasoning keeps its signature',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 4, 3), { providerData: { signature: 'sig-r1' } }),
  },
  {
    name: 'cleared reasoning keeps its text',
    law: 'L2',
    seed: (trace) => Object.assign(sentForm(trace, 4, 3), { text: 'r1 thinks' }),
  },
  {
    name: 'provider data is lost on the way',
    law: 'L2',
    trace: 'foreign',
    seed: (trace) =>
      resend(trace, 1, (items) => {
        const { providerData: _lost, ...item } = loggedItem(trace, 4);
        return items.map((each) => (isSeq(4)(each) ? { seq: 4, item } : each)) as typeof items;
      }),
  },
  {
    name: 'an item is made up',
    law: 'L2',
    seed: (trace) =>
      resend(trace, 4, (items) => [...items, { item: editable(user('ghost', 'Nobody said this.')) }]),
  },
  {
    name: 'an output is made though memory has the real one',
    law: 'L2',
    seed: (trace) => resend(trace, 8, (items) => [...items.slice(0, -1), editable(madeOutput('c5'))]),
  },
  {
    name: 'a made output reads like a success',
    law: 'L2',
    seed: (trace) => Object.assign(request(trace, 7).items.at(-1)!, { item: output('c5') }),
  },
  {
    name: 'a call id is renamed without need',
    law: 'L2',
    seed: (trace) =>
      resend(trace, 3, (items) =>
        items.map((item) => {
          if (isSeq(9)(item)) return { seq: 9, item: call('c9', 'resp-2', { id: 'item-c3' }) };
          if (isSeq(10)(item)) return { seq: 10, item: { ...loggedItem(trace, 10), callId: 'c9' } as never };
          return item;
        }),
      ),
  },
  {
    name: 'an output is told as a message beside its call',
    law: 'L2',
    trace: 'mended',
    seed: (trace) => {
      const told = sentForm(trace, 1, 1);
      resend(trace, 2, (items) => [{ seq: 1, item: told }, ...items]);
    },
  },
  {
    name: 'a redacted item is sent in full',
    law: 'L2',
    trace: 'redacted',
    seed: (trace) => Object.assign(sentForm(trace, 3, 1), { content: 'My password is hunter2.' }),
  },
  ...(['sourceItemCount', 'projectedItemCount', 'droppedItemCount', 'clearedItemCount'] as const).map(
    (figure): Fault => ({
      name: `the report counts ${figure} wrongly`,
      law: 'L2',
      seed: (trace) => {
        request(trace, 3).report[figure] += 1;
      },
    }),
  ),
  ...(['kept', 'dropped', 'clearedToolResults', 'clearedReasoning', 'altered'] as const).map(
    (fate): Fault => ({
      name: `the report says of an item that it was ${fate}, and it was not`,
      law: 'L2',
      trace: 'mended',
      seed: (trace) => {
        const stated = request(trace, 2).report.fates![fate];
        const reasoningOrOutput = fate === 'clearedReasoning' ? 3 : 5;
        stated.push(fate === 'kept' ? [1, 1] : [reasoningOrOutput, reasoningOrOutput]);
      },
    }),
  ),
  {
    name: 'the report hides a cleared item',
    law: 'L2',
    seed: (trace) => {
      request(trace, 4).report.fates!.clearedToolResults = [];
    },
  },
  {
    name: 'the report does not tell the fates',
    law: 'L2',
    seed: (trace) => {
      delete request(trace, 2).report.fates;
    },
  },

  // L3: nothing is lost
  {
    name: 'memory lost an item between two events',
    law: 'L3',
    seed: (trace) => {
      for (const memory of memories(trace, 3)) {
        memory.seqs.pop();
        memory.items -= 1;
      }
    },
  },
  {
    name: 'memory holds an item in another form than the log',
    law: 'L3',
    seed: (trace) => {
      for (const memory of memories(trace, 3)) memory.digest = 'another';
    },
  },
  {
    name: 'memory has another summary than the log',
    law: 'L3',
    seed: (trace) => {
      for (const memory of memories(trace, 6)) memory.summary = 'The test fails still.';
    },
  },
  {
    name: 'a compaction covers less than what it took out',
    law: 'L3',
    seed: (trace) => {
      event(trace, 'memory-replaced').covered = [2, 10];
    },
  },
  {
    name: 'a compaction says nothing of what it took out',
    law: 'L3',
    seed: (trace) => {
      delete event(trace, 'memory-replaced').covered;
    },
  },
  {
    name: 'a second compaction forgets what the first one took out',
    law: 'L3',
    trace: 'undone',
    seed: (trace) => {
      event(trace, 'memory-replaced', 1).covered = [2, 4];
    },
  },
  {
    name: 'a compaction covers what is not there yet',
    law: 'L3',
    seed: (trace) => {
      event(trace, 'memory-replaced').covered = [2, 90];
    },
  },
  {
    name: 'memory refers to a seq that is no item',
    law: 'L3',
    seed: (trace) => {
      event(trace, 'memory-replaced').memory[0] = [1, 1];
    },
  },
  {
    name: 'memory refers to an item twice',
    law: 'L3',
    seed: (trace) => {
      event(trace, 'memory-replaced').memory.push([14, 14]);
    },
  },
  {
    name: 'memory holds another item in the place of a logged one',
    law: 'L3',
    trace: 'undone',
    seed: (trace) => {
      const ref = event(trace, 'memory-replaced').memory.find((each) => 'item' in each);
      if (ref && 'item' in ref) ref.item.id = 'somebody-else';
    },
  },
  {
    name: 'recall does not find an item',
    law: 'L3',
    seed: (trace) => {
      recall(trace, 7).item = null;
    },
  },
  {
    name: 'an item that left memory is never recalled',
    law: 'L3',
    seed: (trace) => remove(trace, recall(trace, 7)),
  },
  {
    name: 'recall gives an item back with one character less',
    law: 'L3',
    seed: (trace) => Object.assign(recall(trace, 7).item!, { output: 'what c1 foun' }),
  },
  {
    name: 'recall gives the placeholder instead of the original',
    law: 'L3',
    seed: (trace) => {
      recall(trace, 7).item = sentForm(trace, 3, 7);
    },
  },
  {
    name: 'recall gives back what was redacted',
    law: 'L3',
    trace: 'redacted',
    seed: (trace) => {
      trace.splice(-1, 0, { trace: 'recall', seq: 1, item: editable(user('u1', 'My password is hunter2.')) });
    },
  },
  {
    name: 'an undo is logged and does not happen',
    law: 'L3',
    trace: 'undone',
    seed: (trace) => {
      const before = request(trace, 3);
      const after = request(trace, 4);
      after.memoryBefore = after.memoryAfter = structuredClone(before.memoryBefore);
    },
  },

  // L4: undo
  {
    name: 'a compaction is undone that is not the last',
    law: 'L4',
    trace: 'undone',
    seed: (trace) => {
      event(trace, 'compaction-undone').undoneSeq = event(trace, 'memory-replaced').seq;
    },
  },
  {
    name: 'a compaction is undone twice',
    law: 'L4',
    trace: 'undone',
    seed: (trace) => {
      event(trace, 'compaction-undone', 1).undoneSeq = event(trace, 'compaction-undone').undoneSeq;
    },
  },

  // L6: compaction makes smaller
  {
    name: 'a compaction makes memory larger',
    law: 'L6',
    seed: (trace) => {
      event(trace, 'memory-replaced').result!.tokensAfter = 901;
    },
  },

  // L7: the prefix is stable
  {
    name: 'the output made for a pending call reads differently each time',
    law: 'L7',
    seed: (trace) => {
      const pending = request(trace, 7);
      trace.splice(indexOf(trace, pending) + 1, 0, structuredClone(pending));
      Object.assign(request(trace, 7).items.at(-1)!, {
        item: output('c5', { output: '[waiting since 12:00]', outcome: 'interrupted' }),
      });
      renumber(trace);
    },
  },
  {
    name: 'a placeholder reads differently each time',
    law: 'L7',
    seed: (trace) => {
      const cleared = request(trace, 3);
      trace.splice(indexOf(trace, cleared) + 1, 0, structuredClone(cleared));
      renumber(trace);
      Object.assign(sentForm(trace, 4, 7), { output: '[tool result cleared: c1, 30 s ago]' });
    },
  },
  {
    name: 'outputs of parallel calls change places',
    law: 'L7',
    trace: 'mended',
    seed: (trace) =>
      resend(trace, 3, (items) => [...items.slice(0, 4), items[5]!, items[4]!, ...items.slice(6)]),
  },
  {
    name: 'a cleared output comes back in full',
    law: 'L7',
    trace: 'batched',
    seed: (trace) => {
      const once = request(trace, 2);
      const again = structuredClone(once);
      again.items = [[1, 8]];
      again.report.clearedItemCount = 0;
      again.report.fates!.clearedToolResults = [];
      trace.splice(indexOf(trace, once) + 1, 0, again);
      renumber(trace);
    },
  },
  {
    name: 'a dropped item comes back',
    law: 'L7',
    trace: 'batched',
    seed: (trace) => {
      const once = request(trace, 3);
      const before = structuredClone(once);
      before.items = [[6, 9]];
      const cut = structuredClone(before);
      cut.items = [[9, 9]];
      cut.report.projectedItemCount = 1;
      cut.report.droppedItemCount = 8;
      cut.report.fates!.kept = [[9, 9]];
      cut.report.fates!.dropped = [[1, 8]];
      trace.splice(indexOf(trace, once), 0, cut);
      renumber(trace);
    },
  },
  {
    name: 'results are cleared one by one',
    law: 'L7',
    trace: 'batched',
    seed: (trace) => {
      request(trace, 2).report.projectedTokens = 360;
    },
  },
  {
    name: 'the request is cut by one item at each step',
    law: 'L7',
    trace: 'sliding',
    seed: (trace) => {
      const start = trace[0];
      if (start?.trace === 'start') start.budget.slackItems = 4;
    },
  },

  // The log's own rules
  {
    name: 'a seq is missing in the log',
    law: 'log',
    seed: (trace) => {
      for (const each of trace) if (each.trace === 'event' && each.event.seq > 2) each.event.seq += 1;
    },
  },
  {
    name: 'an event is missing in the trace',
    law: 'log',
    seed: (trace) => remove(trace, event(trace, 'items-appended', 3)),
  },
  {
    name: 'an event is written twice',
    law: 'log',
    seed: (trace) => {
      const twice = event(trace, 'items-appended', 3);
      trace.splice(indexOf(trace, twice), 0, { trace: 'event', event: structuredClone(twice) });
    },
  },
  {
    name: 'an item id is appended twice',
    law: 'log',
    seed: (trace) => {
      loggedItem(trace, 12).id = 'u1';
    },
  },
  {
    name: 'an event has a type that nobody knows',
    law: 'log',
    seed: (trace) => Object.assign(event(trace, 'run-started'), { type: 'run-begun' }),
  },
  {
    name: 'a compaction counts the items before it wrongly',
    law: 'log',
    seed: (trace) => {
      event(trace, 'memory-replaced').result!.itemsBefore += 1;
    },
  },
  {
    name: 'a compaction counts the items after it wrongly',
    law: 'log',
    seed: (trace) => {
      event(trace, 'memory-replaced').result!.itemsAfter -= 1;
    },
  },
  {
    name: 'a compaction has two summaries',
    law: 'log',
    seed: (trace) => {
      event(trace, 'memory-replaced').result!.summary = 'Another one.';
    },
  },
  {
    name: 'a compaction brings back what had left memory',
    law: 'log',
    trace: 'undone',
    seed: (trace) => {
      event(trace, 'memory-replaced', 1).memory.unshift([1, 1]);
    },
  },
  {
    name: 'clearing leaves something',
    law: 'log',
    trace: 'introduced',
    seed: (trace) => {
      event(trace, 'memory-replaced', 1).memory.push([2, 2]);
    },
  },
  {
    name: 'an item is pruned while memory holds it',
    law: 'log',
    trace: 'redacted',
    seed: (trace) => Object.assign(event(trace, 'redacted'), { type: 'pruned' }),
  },
  {
    name: 'an approval is resolved that nobody asked for',
    law: 'log',
    seed: (trace) => {
      event(trace, 'approval-resolved').callId = 'c4';
    },
  },
  {
    name: 'a run ends that did not start',
    law: 'log',
    seed: (trace) => {
      event(trace, 'run-ended').runId = 'run-2';
    },
  },

  // The trace's own rules
  { name: 'the trace has no end', law: 'trace', seed: (trace) => void trace.pop() },
  { name: 'the trace has no start', law: 'trace', seed: (trace) => void trace.shift() },
  { name: 'a request is missing', law: 'trace', seed: (trace) => remove(trace, request(trace, 3)) },
  {
    name: 'something follows the end',
    law: 'trace',
    seed: (trace) => void trace.push(structuredClone(recall(trace, 2))),
  },
  {
    name: 'a record is none',
    law: 'trace',
    seed: (trace) => void trace.splice(3, 0, { trace: 'reqest' } as never),
  },
  {
    name: 'a record is no object',
    law: 'trace',
    seed: (trace) => void trace.splice(3, 0, '{"trace":' as never),
  },
  {
    name: 'an item has no id',
    law: 'trace',
    seed: (trace) => Object.assign(loggedItem(trace, 2), { id: '' }),
  },
  {
    name: 'a range ends before it begins',
    law: 'trace',
    seed: (trace) => {
      request(trace, 2).items = [[8, 2]];
    },
  },
  {
    name: 'a restart opens another session',
    law: 'trace',
    seed: (trace) => {
      const restart = trace.filter((record) => record.trace === 'start')[1];
      if (restart?.trace === 'start') restart.session = 's-2';
    },
  },
];

describe('each seeded fault is found', () => {
  it.each(faults)('$law $name', ({ law, trace = 'sample', seed }) => {
    const faulty = editable(legalTraces[trace]());
    seed(faulty);
    expect(lawsBroken(faulty as TraceRecord[])).toContain(law);
  });

  it('there are enough of them, of every law', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faults.map(({ law }) => law))).toEqual(
      new Set(['L1', 'L2', 'L3', 'L4', 'L6', 'L7', 'log', 'trace']),
    );
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});

function lawsBroken(trace: readonly TraceRecord[]): Law[] {
  const checker = createTraceChecker();
  for (const record of trace) checker.push(record);
  return checker.finish().violations.map(({ law }) => law);
}

function memories(trace: MutableTrace, step: number) {
  const { memoryBefore, memoryAfter } = request(trace, step);
  return [memoryBefore, memoryAfter];
}

function remove(trace: MutableTrace, record: Parameters<typeof indexOf>[1]): void {
  trace.splice(indexOf(trace, record), 1);
}

function renumber(trace: MutableTrace): void {
  let step = 0;
  for (const record of trace) {
    if (record.trace === 'request') record.step = ++step;
    if (record.trace === 'end') record.steps = step;
  }
}

function dropOutputFromLog(trace: MutableTrace): void {
  for (const record of trace) {
    if (record.trace !== 'event' || record.event.type !== 'items-appended') continue;
    for (const [at, item] of record.event.items.entries()) {
      if (item.type === 'function_call_output')
        record.event.items[at] = editable<MemoryItem>(user('instead', 'No output.'));
    }
  }
}
