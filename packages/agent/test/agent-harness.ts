import type { MemoryItem } from '../src/items/agent-item.ts';
import { indexItems } from '../src/items/item-index.ts';
import { inMemorySessionEventLog } from '../src/log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../src/log/session-event-log.ts';
import type { AgentEvent } from '../src/loop/agent-event.ts';
import { runAgentLoop } from '../src/loop/agent-loop.ts';
import type { AgentLoopContext } from '../src/loop/agent-loop-context.ts';
import { AgentLoopState } from '../src/loop/agent-loop-state.ts';
import type { AgentResult } from '../src/loop/agent-result.ts';
import type { Clock } from '../src/loop/clock.ts';
import { LoggedAgentMemory } from '../src/memory/logged-agent-memory.ts';
import type { ModelClient } from '../src/model/model-client.ts';
import { user } from '../src/testing/item-builders.ts';
import {
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  scriptedModel,
} from '../src/testing/scripted-model.ts';
import { scriptAwareTokenEstimator } from '../src/tokens/script-aware-token-estimator.ts';

export const testCounter = scriptAwareTokenEstimator({ family: 'default' });

/** Time that only moves when a test moves it. */
export class ManualClock implements Clock {
  #nowMs = 0;
  readonly #tasks = new Set<{ readonly atMs: number; readonly task: () => void }>();

  nowEpochMs(): number {
    return this.#nowMs;
  }

  schedule(delayMs: number, task: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** Tasks that wait for their time. */
  get scheduled(): number {
    return this.#tasks.size;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const entry of this.#tasks) {
      if (entry.atMs > this.#nowMs) continue;
      this.#tasks.delete(entry);
      entry.task();
    }
  }
}

/** A promise that a test settles. */
export function deferred<T = void>(): {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}

/** One session under test: its log, its memory, and the events of its runs. */
export class AgentHarness {
  readonly log: SessionEventLog;
  readonly memory: LoggedAgentMemory;
  readonly state: AgentLoopState;
  readonly events: AgentEvent[] = [];
  readonly clock = new ManualClock();
  readonly #base: Partial<AgentLoopContext>;
  readonly #idPrefix: string;
  #models = 0;
  static #processes = 0;
  static #runs = 0;
  static #ids = 0;

  constructor(base: Partial<AgentLoopContext> = {}, log?: SessionEventLog) {
    // Ids of another process on the same log are its own.
    this.#idPrefix = log ? `process-${++AgentHarness.#processes}-` : '';
    this.log = log ?? inMemorySessionEventLog({ sessionId: 'session', now: () => 0 });
    this.memory = new LoggedAgentMemory(this.log);
    this.state = new AgentLoopState({ log: this.log, counter: testCounter });
    this.#base = base;
  }

  context(model: ModelClient, extra: Partial<AgentLoopContext> = {}): AgentLoopContext {
    return {
      runId: `run-${++AgentHarness.#runs}`,
      model,
      memory: this.memory,
      log: this.log,
      state: this.state,
      clock: this.clock,
      newId: () => `id-${++AgentHarness.#ids}`,
      onEvent: (event) => this.events.push(event),
      ...this.#base,
      ...extra,
    };
  }

  /** Runs with a model that answers from `replies`; a text is the input, typed by a person. */
  async run(
    input: string | undefined,
    replies: readonly ScriptedReply[] | ModelClient,
    extra: Partial<AgentLoopContext> = {},
  ): Promise<AgentResult> {
    const model = 'stream' in replies ? replies : this.script(replies);
    const items = input === undefined ? [] : [user(input)];
    return runAgentLoop(this.context(model, { input: items, ...extra }));
  }

  /** A model whose ids are no other model's. */
  script(replies: readonly ScriptedReply[], options: ScriptedModelOptions = {}): ScriptedModel {
    const nth = ++this.#models;
    const idPrefix = `${this.#idPrefix}${nth > 1 ? `model-${nth}-` : ''}`;
    return scriptedModel(replies, { idPrefix, ...options });
  }

  async items(): Promise<readonly MemoryItem[]> {
    return (await this.memory.snapshot()).items;
  }

  eventsOf<Type extends AgentEvent['type']>(type: Type): Extract<AgentEvent, { type: Type }>[] {
    return this.events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);
  }
}

/** Calls without an output and other defects; empty for a history that every provider takes. */
export function illegalParts(items: readonly MemoryItem[]): string[] {
  const index = indexItems(items);
  const describe = (position: number) => `${items[position]?.type} ${items[position]?.id}`;
  return [
    ...[...index.unanswered].map((position) => `unanswered: ${describe(position)}`),
    ...[...index.defects].map(([position, defect]) => `${defect}: ${describe(position)}`),
  ];
}
