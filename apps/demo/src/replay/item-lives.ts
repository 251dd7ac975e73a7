import { type AgentItem, headOf, type MemoryItem, type SessionEvent } from '@ai4j/agent';
import { kindOf, textOf } from './item-kind.ts';
import type { ItemFate, ItemRecord } from './timeline.ts';

const PREVIEW_CHARS = 400;

interface Life {
  readonly seq: number;
  readonly item: MemoryItem;
  firstStep: number;
  lastStep: number;
  clearedStep?: number;
  fate: ItemFate;
  reason: string;
}

/** Follows each logged item through the requests; a step costs what changed since the one before it. */
export class ItemLives {
  readonly #lives = new Map<string, Life>();
  readonly #toolNames = new Map<string, string>();
  #sent: readonly AgentItem[] = [];
  #step = 0;

  appended(event: SessionEvent): void {
    if (event.type !== 'items-appended') return;
    for (const [offset, item] of event.items.entries()) {
      if (item.type === 'function_call') this.#toolNames.set(item.callId, item.name);
      this.#lives.set(item.id, {
        seq: event.seq + offset,
        item,
        firstStep: 0,
        lastStep: 0,
        fate: 'kept',
        reason: '',
      });
    }
  }

  /** These items left memory by compaction `number`, before the model call of `step`. */
  compacted(items: Iterable<AgentItem>, number: number, step: number): void {
    for (const item of items) {
      const life = this.#lives.get(item.id);
      if (!life) continue;
      life.fate = 'compacted';
      life.reason = `left memory at call ${step}: compaction ${number}`;
    }
  }

  /** The request of `step`, whose first `sharedItems` are those of the request before. */
  sent(items: readonly AgentItem[], step: number, sharedItems: number, limitNotes: readonly string[]): void {
    const gone = new Map<string, AgentItem>();
    for (const item of this.#sent.slice(sharedItems)) gone.set(item.id, item);
    for (const item of items.slice(sharedItems)) {
      gone.delete(item.id);
      this.#present(item, step);
    }
    for (const item of gone.values()) this.#left(item, step, limitNotes);
    this.#sent = items;
    this.#step = step;
  }

  #present(item: AgentItem, step: number): void {
    const life = this.#lives.get(item.id);
    if (!life) return;
    if (life.firstStep === 0) life.firstStep = step;
    const isCleared = 'cleared' in item && item.cleared === true && item !== life.item;
    if (isCleared && life.clearedStep === undefined) {
      life.clearedStep = step;
      life.fate = 'cleared';
      life.reason =
        item.type === 'reasoning'
          ? `cleared at call ${step} by Tier 2: reasoning of an earlier turn`
          : `cleared at call ${step} by Tier 1: an older tool result`;
    } else if (life.fate === 'dropped') {
      life.fate = 'kept';
      life.reason = '';
    }
  }

  #left(item: AgentItem, step: number, limitNotes: readonly string[]): void {
    const life = this.#lives.get(item.id);
    if (!life) return;
    life.lastStep = step - 1;
    if (life.fate === 'compacted') return;
    life.fate = 'dropped';
    life.reason = `dropped from the request at call ${step}${limitNotes.length > 0 ? ` (${limitNotes.join('; ')})` : ''}`;
  }

  records(tokensOf: (item: AgentItem) => number): readonly ItemRecord[] {
    const atEnd = new Set(this.#sent.map((item) => item.id));
    return [...this.#lives.values()].map(({ item, ...life }) => {
      const text = textOf(item);
      return {
        seq: life.seq,
        kind: kindOf(item),
        label: this.#labelOf(item),
        tokens: tokensOf(item),
        chars: text.length,
        preview: headOf(text, PREVIEW_CHARS),
        firstStep: life.firstStep,
        lastStep: atEnd.has(item.id) ? this.#step : life.lastStep,
        ...(life.clearedStep !== undefined && { clearedStep: life.clearedStep }),
        fate: life.fate,
        reason: life.reason,
      };
    });
  }

  #labelOf(item: MemoryItem): string {
    switch (item.type) {
      case 'message':
        return item.origin === 'injected' ? `${item.role}, injected` : item.role;
      case 'function_call':
        return item.name;
      case 'function_call_output':
        return this.#toolNames.get(item.callId) ?? 'tool';
      case 'reasoning':
        return 'reasoning';
      case 'opaque':
        return item.provider;
      default:
        return item satisfies never;
    }
  }
}
