import {
  type AgentItem,
  type AssistantSideItem,
  type FunctionCallItem,
  isAssistantSide,
  isTypedUserMessage,
} from './agent-item.ts';
import { lowerBound } from './ascending.ts';

/** Why the items around a position cannot be sent as they stand. */
export type PairDefect =
  /** An output without a call before it that still waits for one. */
  | 'orphan-output'
  /** An output that does not follow its response directly. */
  | 'late-output'
  /** A part of a response that does not follow the rest of it directly. */
  | 'scattered-response'
  /** A call with the id of an earlier call. */
  | 'repeated-call-id';

/** One model response: its items, and the outputs of its calls. */
interface ResponseGroup {
  readonly start: number;
  responseId: string | undefined;
  /** Where the unbroken run of its items and outputs ends, exclusive. */
  end: number;
  outputsBegan: boolean;
  hasMessage: boolean;
  /** Something else than reasoning came. */
  hasContent: boolean;
  /** Its reasoning that nothing has followed so far. */
  fruitless: number[];
  /** Calls without an output. */
  waiting: number;
}

/**
 * What holds a history together, by position: which output answers which call, what came in one
 * response, and where the history may be cut. It grows with the history: adding an item costs O(1)
 * amortised, whatever came before.
 */
export class ItemIndex {
  /** Positions of tool results, ascending. */
  readonly outputs: number[] = [];
  /** Positions of reasoning, ascending. */
  readonly reasonings: number[] = [];
  /** Positions of messages typed by a person, ascending: where turns start. */
  readonly turnStarts: number[] = [];
  /** Positions of calls that have no output, ascending. */
  readonly unanswered = new Set<number>();
  /** Positions of reasoning that nothing of its response follows, ascending: it was broken off, and no provider takes it back. */
  readonly fruitless = new Set<number>();
  /** What pair repair must mend, by position, ascending. */
  readonly defects = new Map<number, PairDefect>();

  #length = 0;
  /** Ascending; a cut at p leaves everything before position p out. */
  readonly #cuts: number[] = [];
  #group: ResponseGroup | undefined;
  readonly #groupByResponseId = new Map<string, ResponseGroup>();
  /** The response of each position; outputs and what people say have none. */
  readonly #groupAt: (ResponseGroup | undefined)[] = [];
  /** Unanswered calls by callId; an output answers the newest of them. */
  readonly #waiting = new Map<string, number[]>();
  readonly #seenCallIds = new Set<string>();
  readonly #callNames = new Map<number, string>();
  readonly #callOfOutput = new Map<number, number>();
  readonly #outputOfCall = new Map<number, number>();

  /** Items indexed so far. */
  get length(): number {
    return this.#length;
  }

  add(item: AgentItem): void {
    const position = this.#length++;
    this.#cuts.push(position);
    if (isAssistantSide(item)) this.#addToGroup(item, position);
    if (item.type === 'function_call') this.#addCall(item, position);
    else if (item.type === 'function_call_output') this.#addOutput(item.callId, position);
    else if (item.type === 'reasoning') this.reasonings.push(position);
    else if (isTypedUserMessage(item)) this.turnStarts.push(position);
  }

  /** The position of the call that the output at `position` answers. */
  callOf(position: number): number | undefined {
    return this.#callOfOutput.get(position);
  }

  /** The position of the output that answers the call at `position`. */
  outputOf(position: number): number | undefined {
    return this.#outputOfCall.get(position);
  }

  /** The tool whose result stands at `position`; undefined for an orphan. */
  toolNameOf(position: number): string | undefined {
    const call = this.#callOfOutput.get(position);
    return call === undefined ? undefined : this.#callNames.get(call);
  }

  /**
   * The first position ≥ `position` at which the history may be cut: no pair and no response is split,
   * and calls of the last response that still wait for outputs stay with what comes. The length of the
   * history (keep nothing) is such a position unless calls wait.
   */
  cutAtOrAfter(position: number): number {
    if (this.#length === 0) return 0;
    const last = this.#lastCut();
    if (position > last) return this.#waitingSince() === undefined ? this.#length : last;
    return this.#cuts[lowerBound(this.#cuts, position)] as number;
  }

  /** The last position ≤ `position` at which the history may be cut; 0 always may. */
  cutAtOrBefore(position: number): number {
    if (position >= this.#length && this.#waitingSince() === undefined) return this.#length;
    const limit = Math.min(position, this.#lastCut());
    const at = lowerBound(this.#cuts, limit + 1) - 1;
    return at < 0 ? 0 : (this.#cuts[at] as number);
  }

  /** Where the newest unit starts: the least that can be kept of a history that is not empty. */
  lastUnitStart(): number {
    return this.#length === 0 ? 0 : this.#lastCut();
  }

  /** Where the unit that holds `position` starts: units are what lies between two neighbouring cuts. */
  unitStart(position: number): number {
    return this.#cuts[lowerBound(this.#cuts, position + 1) - 1] as number;
  }

  /** Where the unit that holds `position` ends, exclusive. */
  unitEnd(position: number): number {
    const next = lowerBound(this.#cuts, position + 1);
    return next < this.#cuts.length ? (this.#cuts[next] as number) : this.#length;
  }

  /** The responses of [from, to) in the order in which they began, each as the positions of its items. */
  groupsWithin(from: number, to: number): number[][] {
    const groups = new Map<ResponseGroup, number[]>();
    for (let position = from; position < to; position++) {
      const group = this.#groupAt[position];
      if (!group) continue;
      const members = groups.get(group);
      if (members) members.push(position);
      else groups.set(group, [position]);
    }
    return [...groups.values()];
  }

  #addToGroup(item: AssistantSideItem, position: number): void {
    const group = this.#groupFor(item, position);
    const isFirst = group.start === position;
    const follows = isFirst || (position === group.end && !group.outputsBegan);
    if (item.type === 'message') group.hasMessage = true;
    if (isFirst) {
      this.#group = group;
    } else {
      if (follows) group.end = position + 1;
      else this.defects.set(position, 'scattered-response');
      this.#join(group.start);
    }
    if (item.type !== 'reasoning') this.#noteFruit(group, position, follows);
    else if (!group.hasContent || item.responseId !== undefined) this.#noteFruitless(group, position);
    if (item.responseId !== undefined && group.responseId === undefined) group.responseId = item.responseId;
    if (group.responseId !== undefined) this.#groupByResponseId.set(group.responseId, group);
    if (item.type === 'function_call' && item.providerExecuted !== true) group.waiting += 1;
    this.#groupAt[position] = group;
  }

  /**
   * Reasoning is fruitless until something else of its response comes; one that begins a response stays with
   * what it follows so long. Without an id, reasoning behind other items may begin the next response: it is kept.
   */
  #noteFruitless(group: ResponseGroup, position: number): void {
    this.fruitless.add(position);
    group.fruitless.push(position);
    if (group.start === position && this.#cuts.length > 1) this.#cuts.pop();
  }

  #noteFruit(group: ResponseGroup, position: number, follows: boolean): void {
    for (const at of group.fruitless) this.fruitless.delete(at);
    group.fruitless = [];
    if (group.hasContent) return;
    group.hasContent = true;
    if (group.start === position) return;
    if (follows && (this.#cuts.at(-1) as number) < group.start) this.#cuts.push(group.start);
  }

  /** Same responseId; or side by side while one of the two has none, as far as it can be one response: a second message starts the next. */
  #groupFor({ type, responseId }: AssistantSideItem, position: number): ResponseGroup {
    const known = responseId === undefined ? undefined : this.#groupByResponseId.get(responseId);
    if (known) return known;
    const current = this.#group;
    const adjoins = current !== undefined && current.end === position && !current.outputsBegan;
    const mayBelong = responseId === undefined || current?.responseId === undefined;
    if (adjoins && mayBelong && !(type === 'message' && current.hasMessage)) return current;
    return {
      start: position,
      responseId,
      end: position + 1,
      outputsBegan: false,
      hasMessage: false,
      hasContent: false,
      fruitless: [],
      waiting: 0,
    };
  }

  #addCall({ callId, name, providerExecuted }: FunctionCallItem, position: number): void {
    this.#callNames.set(position, name);
    if (this.#seenCallIds.has(callId)) this.defects.set(position, 'repeated-call-id');
    this.#seenCallIds.add(callId);
    if (providerExecuted) return;
    const waiting = this.#waiting.get(callId);
    if (waiting) waiting.push(position);
    else this.#waiting.set(callId, [position]);
    this.unanswered.add(position);
  }

  #addOutput(callId: string, position: number): void {
    this.outputs.push(position);
    const waiting = this.#waiting.get(callId);
    const call = waiting?.pop();
    if (call === undefined) {
      this.defects.set(position, 'orphan-output');
      return;
    }
    if (waiting?.length === 0) this.#waiting.delete(callId);
    this.unanswered.delete(call);
    this.#callOfOutput.set(position, call);
    this.#outputOfCall.set(call, position);
    const group = this.#groupAt[call] as ResponseGroup;
    group.waiting -= 1;
    group.outputsBegan = true;
    if (group.end === position) group.end = position + 1;
    else this.defects.set(position, 'late-output');
    this.#join(group.start);
  }

  /** Nothing after `start` and up to the newest item may be cut from what stands at `start`. */
  #join(start: number): void {
    while ((this.#cuts.at(-1) as number) > start) this.#cuts.pop();
  }

  /** The newest cut that leaves no waiting call behind. */
  #lastCut(): number {
    const since = this.#waitingSince();
    const cuts = this.#cuts;
    if (cuts.length === 0) return 0;
    if (since === undefined) return cuts.at(-1) as number;
    return cuts[lowerBound(cuts, since + 1) - 1] as number;
  }

  /**
   * Where the last response starts if one of its calls waits for an output. A call of an earlier
   * response was abandoned: the model has answered without it.
   */
  #waitingSince(): number | undefined {
    const group = this.#group;
    return group !== undefined && group.waiting > 0 ? group.start : undefined;
  }
}

/** Indexes a whole history at once. */
export function indexItems(items: readonly AgentItem[]): ItemIndex {
  const index = new ItemIndex();
  for (const item of items) index.add(item);
  return index;
}
