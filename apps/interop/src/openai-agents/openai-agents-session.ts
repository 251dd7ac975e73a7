import { randomUUID } from 'node:crypto';
import type { AgentMemory, MemoryItem, MemorySnapshot } from '@ai4j/agent';
import type { AgentInputItem, Session } from '@openai/agents-core';
import { memoryItemOf } from './memory-item-of.ts';
import { openAIItemsOf } from './openai-items-of.ts';

export interface OpenAIAgentsSessionOptions {
  readonly sessionId: string;
  /** Over a log, as an AgentSession or `openAgentMemory` has it. Others may append to it and compact it. */
  readonly memory: AgentMemory;
  /** Default: random UUIDs. */
  readonly newId?: (() => string) | undefined;
}

/**
 * A Session for the `Runner` of OpenAI Agents over our memory: what it adds is in the log when `addItems` resolves, and
 * what memory compacted comes back as one system message before the items that stayed. Emptying and popping replace
 * memory; the log keeps what was there.
 */
export function openAIAgentsSession(options: OpenAIAgentsSessionOptions): Session {
  return new OpenAIAgentsSession(options);
}

class OpenAIAgentsSession implements Session {
  readonly #sessionId: string;
  readonly #memory: AgentMemory;
  readonly #newId: () => string;

  constructor({ sessionId, memory, newId = randomUUID }: OpenAIAgentsSessionOptions) {
    this.#sessionId = sessionId;
    this.#memory = memory;
    this.#newId = newId;
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId;
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = itemsOf(await this.#memory.snapshot());
    return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
  }

  addItems(items: AgentInputItem[]): Promise<void> {
    const added: MemoryItem[] = [];
    let responseId = this.#newId();
    for (const item of items) {
      const memoryItem = memoryItemOf(item, { id: this.#newId(), responseId });
      // What follows an output or a user's words is of a later response.
      if (!('responseId' in memoryItem)) responseId = this.#newId();
      added.push(memoryItem);
    }
    return this.#memory.append(added);
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    const snapshot = await this.#memory.snapshot();
    const popped = itemsOf(snapshot).at(-1);
    if (popped === undefined) return undefined;
    await this.#memory.restore(withoutLast(snapshot), { ifUnchanged: snapshot });
    return popped;
  }

  clearSession(): Promise<void> {
    return this.#memory.clear();
  }
}

/** Memory as the runner gets it, copied: it may change what it gets. */
function itemsOf({ items, summary }: MemorySnapshot): AgentInputItem[] {
  const said: AgentInputItem[] = summary === undefined ? [] : [{ role: 'system', content: summary }];
  return structuredClone([...said, ...openAIItemsOf(items).map(({ item }) => item)]);
}

/** Without the last item that a reader gets, and what follows it unseen. */
function withoutLast({ items, summary }: MemorySnapshot): MemorySnapshot {
  const last = openAIItemsOf(items).at(-1)?.of;
  return last ? { items: items.slice(0, items.indexOf(last)), summary } : { items: [] };
}
