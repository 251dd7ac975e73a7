import type { MemoryItem, MessageItem } from '../items/agent-item.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';

const PLAN_ID_PREFIX = 'plan:';

/** The plan of the task under way, as one injected message of memory that compactions do not take for good. */
export class PlanInMemory {
  readonly #memory: AgentMemory;
  readonly #newId: () => string;
  #plan: MessageItem | undefined;
  /** Where it was seen last. */
  #position = -1;

  constructor(memory: AgentMemory, newId: () => string) {
    this.#memory = memory;
    this.#newId = newId;
  }

  /** Takes over the newest plan that memory holds; false when there is none. */
  async find(): Promise<boolean> {
    const { items } = await this.#memory.snapshot();
    this.#position = items.findLastIndex(isPlan);
    const found = items[this.#position];
    this.#plan = found?.type === 'message' ? found : undefined;
    return this.#plan !== undefined;
  }

  /** Adds the plan of a new task. Those before it stay where they are: they belong to what was done then. */
  async add(steps: readonly string[]): Promise<void> {
    await this.#append(planText(steps));
  }

  /** Adds the plan once more where a compaction took it. Costs nothing while memory only grows. */
  async renew(): Promise<void> {
    if (!this.#plan) return;
    const { items } = await this.#memory.snapshot();
    if (items[this.#position]?.id === this.#plan.id) return;
    this.#position = items.findLastIndex(({ id }) => id === this.#plan?.id);
    if (this.#position < 0) await this.#append(this.#plan.content);
  }

  async #append(content: MessageItem['content']): Promise<void> {
    const id = `${PLAN_ID_PREFIX}${this.#newId()}`;
    this.#plan = { type: 'message', id, role: 'user', origin: 'injected', content };
    await this.#memory.append([this.#plan]);
    this.#position = (await this.#memory.snapshot()).items.length - 1;
  }
}

function isPlan(item: MemoryItem): boolean {
  return item.type === 'message' && item.origin === 'injected' && item.id.startsWith(PLAN_ID_PREFIX);
}

function planText(steps: readonly string[]): string {
  const list = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  return `Plan for the task above:\n${list}\n\nWork through it step by step, and depart from it where you learn better.`;
}
