import type {
  AgentItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  ReasoningItem,
} from '../items/agent-item.ts';
import { ItemIndex } from '../items/item-index.ts';
import { unansweredOutput } from '../items/pair-repair.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ItemSizes } from './item-sizes.ts';
import { clearReasoning, clearToolResult } from './placeholders.ts';
import type { PositionRun } from './position-runs.ts';
import { SizeTree } from './size-tree.ts';

/** What decides how a history reads before any limit cuts it. */
export interface ViewSettings {
  /** Tier 1, when a number: how many of the newest tool results keep their text. */
  readonly maxRecentToolResults: number | undefined;
  readonly exemptTools: readonly string[];
  readonly minClearTokens: number;
  /** Tier 2. */
  readonly trimOldReasoning: boolean;
  readonly counter: TokenCounter | undefined;
  readonly measureBytes: boolean;
  /** Whether sizes are those after pair repair, as they will be sent. */
  readonly repaired: boolean;
}

/**
 * One history as it reads after Tier 1 and Tier 2, with its sizes. It is extended as the history
 * grows, and then touches only what is new and what changes its fate; what it says is always what a
 * view built from nothing would say.
 */
export class HistoryView {
  readonly settings: ViewSettings;
  readonly pairs = new ItemIndex();
  readonly chars = new SizeTree();
  readonly tokens = new SizeTree();
  readonly bytes = new SizeTree();
  /** The items as they read now; cleared ones are placeholders. */
  readonly items: AgentItem[] = [];
  readonly clearedToolResults: number[] = [];
  readonly clearedReasonings: number[] = [];
  /** Stretches in which every tool result is cleared. */
  readonly clearedToolResultRuns: PositionRun[] = [];
  sourceChars = 0;
  sourceTokens = 0;

  #source: readonly AgentItem[] = [];
  readonly #sizes: ItemSizes;
  /** Ordinals (among tool results) of those that Tier 1 may clear. */
  readonly #clearable: number[] = [];
  /** How many of `#clearable` were decided on, and how many of those are cleared: batches end there. */
  #decided = 0;
  #batchStart = 0;
  #batchTokens = 0;
  #outputsSeen = 0;
  #reasoningsDecided = 0;
  /** Calls whose placeholder output is part of the sizes. */
  readonly #answered = new Set<number>();
  /** Reasoning that pair repair leaves out of the sizes. */
  readonly #fruitless = new Set<number>();

  constructor(settings: ViewSettings, sizes: ItemSizes) {
    this.settings = settings;
    this.#sizes = sizes;
  }

  /** The stretch in which every reasoning item is cleared. */
  get clearedReasoningRuns(): readonly PositionRun[] {
    const first = this.clearedReasonings[0];
    return first === undefined ? [] : [[first, (this.clearedReasonings.at(-1) as number) + 1]];
  }

  /** Reads on in `source`; false when it is no extension of what was read before, and a new view must be made. */
  extend(source: readonly AgentItem[]): boolean {
    const known = this.#source.length;
    if (source.length < known) return false;
    if (source !== this.#source) {
      for (let at = 0; at < known; at++) if (source[at] !== this.#source[at]) return false;
    }
    this.#source = source;
    for (let at = known; at < source.length; at++) this.#add(source[at] as AgentItem, at);
    this.#noteClearable();
    this.#clearToolResults();
    this.#clearReasonings();
    if (this.settings.repaired) this.#sizeRepairs();
    return true;
  }

  #add(item: AgentItem, position: number): void {
    this.#sizes.counters.itemsVisited += 1;
    this.pairs.add(item);
    this.items.push(item);
    const { counter, measureBytes } = this.settings;
    const chars = this.#sizes.chars(item);
    const tokens = counter ? this.#sizes.tokens(item, counter) : 0;
    this.sourceChars += chars;
    this.sourceTokens += tokens;
    this.chars.push(chars);
    this.tokens.push(tokens);
    this.bytes.push(measureBytes ? this.#sizes.bytes(item) : 0);
    if (this.settings.repaired && this.pairs.defects.get(position) === 'orphan-output')
      this.#resize(position);
  }

  /** Failures stay readable, and what is a placeholder already needs none. */
  #noteClearable(): void {
    if (this.settings.maxRecentToolResults === undefined) return;
    const { outputs } = this.pairs;
    for (; this.#outputsSeen < outputs.length; this.#outputsSeen++) {
      const position = outputs[this.#outputsSeen] as number;
      const item = this.items[position] as FunctionCallOutputItem;
      if (item.cleared === true || item.outcome === 'error' || this.#isLeftOut(position)) continue;
      const toolName = this.pairs.toolNameOf(position);
      if (toolName !== undefined && this.settings.exemptTools.includes(toolName)) continue;
      this.#clearable.push(this.#outputsSeen);
    }
  }

  /** Oldest first; a batch is cleared once it frees `minClearTokens`, which makes the outcome a matter of the items alone. */
  #clearToolResults(): void {
    const { maxRecentToolResults: keep, minClearTokens } = this.settings;
    if (keep === undefined) return;
    const due = this.#clearable.length - keep;
    for (; this.#decided < due; this.#decided++) {
      this.#batchTokens += this.#tokensFreed(this.#clearable[this.#decided] as number);
      if (minClearTokens > 0 && this.#batchTokens < minClearTokens) continue;
      for (let at = this.#batchStart; at <= this.#decided; at++)
        this.#clearToolResult(this.#clearable[at] as number);
      this.#batchStart = this.#decided + 1;
      this.#batchTokens = 0;
    }
  }

  #tokensFreed(ordinal: number): number {
    const { counter } = this.settings;
    if (!counter) return 0;
    const position = this.pairs.outputs[ordinal] as number;
    const placeholder = this.#placeholder(position);
    return this.tokens.at(position) - this.#sizes.tokens(placeholder, counter);
  }

  #placeholder(position: number): FunctionCallOutputItem {
    return clearToolResult(this.items[position] as FunctionCallOutputItem, this.pairs.toolNameOf(position));
  }

  #clearToolResult(ordinal: number): void {
    const position = this.pairs.outputs[ordinal] as number;
    this.#replace(position, this.#placeholder(position));
    this.clearedToolResults.push(position);
    const runs = this.clearedToolResultRuns;
    const before = ordinal > 0 ? (this.pairs.outputs[ordinal - 1] as number) : -1;
    const last = runs.at(-1);
    if (last && last[1] === before + 1) runs[runs.length - 1] = [last[0], position + 1];
    else runs.push([position, position + 1]);
  }

  #clearReasonings(): void {
    if (!this.settings.trimOldReasoning) return;
    const turnStart = this.pairs.turnStarts.at(-1) ?? 0;
    const { reasonings } = this.pairs;
    for (; this.#reasoningsDecided < reasonings.length; this.#reasoningsDecided++) {
      const position = reasonings[this.#reasoningsDecided] as number;
      if (position >= turnStart) return;
      const item = this.items[position] as ReasoningItem;
      if (item.cleared === true) continue;
      this.#replace(position, clearReasoning(item));
      this.clearedReasonings.push(position);
    }
  }

  /** Calls that will be answered by a placeholder are as large as call and placeholder; reasoning that is left out is nothing. */
  #sizeRepairs(): void {
    this.#sizeAnew(this.#answered, this.pairs.unanswered);
    this.#sizeAnew(this.#fruitless, this.pairs.fruitless);
  }

  /** Makes `sized` the positions that are mended `now`, and sizes those that came or went. */
  #sizeAnew(sized: Set<number>, now: ReadonlySet<number>): void {
    for (const position of sized) {
      if (now.has(position)) continue;
      sized.delete(position);
      this.#resize(position);
    }
    for (const position of now) {
      if (sized.has(position)) continue;
      sized.add(position);
      this.#resize(position);
    }
  }

  #replace(position: number, item: AgentItem): void {
    this.#sizes.counters.itemsVisited += 1;
    this.items[position] = item;
    this.#resize(position);
  }

  #resize(position: number): void {
    const { counter, measureBytes } = this.settings;
    const sent = this.#sentAt(position);
    const sum = (measure: (item: AgentItem) => number) =>
      sent.reduce((total, item) => total + measure(item), 0);
    this.chars.set(
      position,
      sum((item) => this.#sizes.chars(item)),
    );
    if (counter)
      this.tokens.set(
        position,
        sum((item) => this.#sizes.tokens(item, counter)),
      );
    if (measureBytes)
      this.bytes.set(
        position,
        sum((item) => this.#sizes.bytes(item)),
      );
  }

  /** Pair repair sends no output without a call, and no reasoning that came to nothing. */
  #isLeftOut(position: number): boolean {
    if (!this.settings.repaired) return false;
    return this.#fruitless.has(position) || this.pairs.defects.get(position) === 'orphan-output';
  }

  #sentAt(position: number): readonly AgentItem[] {
    const item = this.items[position] as AgentItem;
    if (this.#isLeftOut(position)) return [];
    return this.#answered.has(position) ? [item, unansweredOutput(item as FunctionCallItem)] : [item];
  }
}
