import type { AgentItem, FunctionCallItem, FunctionCallOutputItem } from './agent-item.ts';
import { contentParts } from './content.ts';
import { type ItemIndex, indexItems } from './item-index.ts';

/** What an unanswered call reads as its output in a request; memory keeps the call as it is. */
export const UNANSWERED_OUTPUT = '[no output was recorded for this call]';

export interface PairRepair {
  readonly items: readonly AgentItem[];
  /** One sentence for each kind of repair; empty when nothing had to be mended. */
  readonly notes: readonly string[];
}

/**
 * Makes a list legal to send: each call is answered directly after its response, each output has its
 * call, each call id is used once. Calls without an output get a stated placeholder; outputs without a
 * call, and reasoning that nothing of its response follows, are left out. A list that is not empty never
 * becomes empty. Nothing to mend: the same array.
 */
export function repairPairs(items: readonly AgentItem[], index: ItemIndex = indexItems(items)): PairRepair {
  if (index.defects.size + index.unanswered.size + index.fruitless.size === 0) return { items, notes: [] };
  const repairer = new PairRepairer(items, index);
  const repaired = repairer.range(0, items.length);
  return { items: repaired.length > 0 ? repaired : items.map(orphanAsMessage), notes: repairer.notes() };
}

/** Repairs stretches of one history; every stretch begins and ends at a legal cut. */
export class PairRepairer {
  readonly #items: readonly AgentItem[];
  readonly #index: ItemIndex;
  /** Positions of outputs that were left out, having no call. */
  readonly orphans: number[] = [];
  /** Positions of reasoning that was left out, nothing of its response following. */
  readonly fruitless: number[] = [];
  /** Positions of calls and outputs that are sent under another call id. */
  readonly renamed: number[] = [];
  #answered = 0;
  #moved = 0;

  constructor(items: readonly AgentItem[], index: ItemIndex) {
    this.#items = items;
    this.#index = index;
  }

  /** The items of [from, to), repaired: only units with a defect are looked at, the rest is copied. */
  range(from: number, to: number): AgentItem[] {
    const result: AgentItem[] = [];
    let copied = from;
    for (const start of this.#unitsToMend(from, to)) {
      const end = Math.min(this.#index.unitEnd(start), to);
      for (let at = copied; at < start; at++) result.push(this.#items[at] as AgentItem);
      this.#mendUnit(start, end, result);
      copied = end;
    }
    for (let at = copied; at < to; at++) result.push(this.#items[at] as AgentItem);
    return result;
  }

  /** What was mended so far. */
  notes(): string[] {
    const notes: string[] = [];
    if (this.#answered > 0) notes.push(`pair repair: answered ${this.#answered} call(s) that have no output`);
    const { orphans, fruitless, renamed } = this;
    if (fruitless.length > 0)
      notes.push(
        `pair repair: left out ${fruitless.length} reasoning item(s) that nothing of their response follows`,
      );
    if (orphans.length > 0) notes.push(`pair repair: left out ${orphans.length} output(s) without a call`);
    if (this.#moved > 0) notes.push(`pair repair: moved ${this.#moved} item(s) next to their response`);
    if (renamed.length > 0) notes.push(`pair repair: gave ${renamed.length} item(s) a call id of their own`);
    return notes;
  }

  #unitsToMend(from: number, to: number): number[] {
    const starts = new Set<number>();
    const { defects, unanswered, fruitless } = this.#index;
    for (const position of [...defects.keys(), ...unanswered, ...fruitless]) {
      if (position >= from && position < to) starts.add(this.#index.unitStart(position));
    }
    return [...starts].sort((a, b) => a - b);
  }

  /** Each response of the unit, then its outputs in the order of its calls, then what stood between. */
  #mendUnit(start: number, end: number, result: AgentItem[]): void {
    const groups = this.#index.groupsWithin(start, end);
    const grouped = new Set(groups.flat());
    let next = 0;
    for (let position = start; position < end; position++) {
      const group = groups[next];
      if (group?.[0] === position) {
        next += 1;
        this.#mendGroup(group, result);
      } else if (!grouped.has(position)) {
        const item = this.#items[position] as AgentItem;
        if (item.type !== 'function_call_output') result.push(item);
        else if (this.#index.callOf(position) === undefined) this.orphans.push(position);
      }
    }
  }

  #mendGroup(group: readonly number[], result: AgentItem[]): void {
    const outputs: FunctionCallOutputItem[] = [];
    for (const position of group) {
      const item = this.#items[position] as AgentItem;
      if (this.#index.defects.get(position) === 'scattered-response') this.#moved += 1;
      if (item.type !== 'function_call') {
        if (this.#index.fruitless.has(position)) this.fruitless.push(position);
        else result.push(item);
        continue;
      }
      const callId = this.#callIdFor(item, position);
      result.push(callId === item.callId ? item : { ...item, callId });
      const at = this.#index.outputOf(position);
      if (at !== undefined) {
        const output = this.#items[at] as FunctionCallOutputItem;
        if (this.#index.defects.get(at) === 'late-output') this.#moved += 1;
        if (callId !== output.callId) this.renamed.push(at);
        outputs.push(callId === output.callId ? output : { ...output, callId });
      } else if (item.providerExecuted !== true) {
        this.#answered += 1;
        const made = unansweredOutput(item);
        outputs.push(callId === made.callId ? made : { ...made, callId });
      }
    }
    for (const output of outputs) result.push(output);
  }

  /** Providers refuse a call id that occurs twice in a request. */
  #callIdFor(call: FunctionCallItem, position: number): string {
    if (this.#index.defects.get(position) !== 'repeated-call-id') return call.callId;
    this.renamed.push(position);
    return `${call.callId}~${call.id}`;
  }
}

const unansweredOutputs = new WeakMap<FunctionCallItem, FunctionCallOutputItem>();

/** The placeholder of one call: always the same object, so that it is measured once and the prompt prefix stays as it was. */
export function unansweredOutput(call: FunctionCallItem): FunctionCallOutputItem {
  let output = unansweredOutputs.get(call);
  if (!output) {
    output = {
      type: 'function_call_output',
      id: `${call.id}:unanswered`,
      callId: call.callId,
      output: UNANSWERED_OUTPUT,
      outcome: 'interrupted',
    };
    unansweredOutputs.set(call, output);
  }
  return output;
}

/** The last resort where orphans are all there is: what a tool returned, told to the model. */
export function orphanAsMessage(item: AgentItem): AgentItem {
  if (item.type !== 'function_call_output') return item;
  const lead = { type: 'text' as const, text: `[result of an earlier tool call ${item.callId}]` };
  return {
    type: 'message',
    id: item.id,
    role: 'user',
    origin: 'injected',
    content: [lead, ...contentParts(item.output)],
  };
}
