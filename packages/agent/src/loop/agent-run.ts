import type { FunctionCallItem, MemoryItem } from '../items/agent-item.ts';
import type { FinishReason, ModelResponse, ToolDefinition } from '../model/model-client.ts';
import { responseText } from '../model/response-text.ts';
import { type TokenUsage, tokenUsageSchema } from '../tokens/token-usage.ts';
import type { AgentHappening } from './agent-event.ts';
import { type ResolvedAgentLimits, resolveAgentLimits } from './agent-limits.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import type { AgentResult, AgentStopReason } from './agent-result.ts';
import { appendToMemory } from './append-to-memory.ts';
import { systemClock } from './clock.ts';
import { tellListener } from './tell-listener.ts';
import type { ToolCallScope } from './tool-call-scope.ts';
import { addUsage, noUsage, totalTokens } from './total-usage.ts';

/** Why a run ends, and what that leaves. */
export interface Stop {
  readonly stopReason: AgentStopReason;
  readonly pendingApprovals?: readonly FunctionCallItem[] | undefined;
  readonly error?: unknown;
}

/** One run under way: its totals, its deadline, and the ways by which it changes memory and is heard of. */
export class AgentRun {
  readonly context: AgentLoopContext;
  /** Aborted when the caller's signal is, and when the time is up. */
  readonly signal: AbortSignal;
  readonly tools: readonly ToolDefinition[] | undefined;
  /** The step under way, from 1; 0 before the first. */
  step = 0;
  readonly #limits: ResolvedAgentLimits;
  readonly #deadline = new AbortController();
  readonly #cancelDeadline: () => void;
  /** Ids only: a long run does not hold on to what compactions took out of memory. */
  readonly #itemIds = new Set<string>();
  #usage: TokenUsage = noUsage;
  #responses = 0;
  #text = '';
  #finishReason: FinishReason | undefined;

  /** @throws ConfigError when a limit cannot work */
  constructor(context: AgentLoopContext) {
    this.context = context;
    this.#limits = resolveAgentLimits(context.limits);
    const { wallClockMs } = this.#limits;
    const clock = context.clock ?? systemClock;
    this.#cancelDeadline =
      wallClockMs > 0
        ? clock.schedule(wallClockMs, () => this.#deadline.abort(timeUp(wallClockMs)))
        : () => {};
    this.signal = AbortSignal.any([this.#deadline.signal, ...(context.signal ? [context.signal] : [])]);
    this.tools = context.state.definitionsOf(context.tools);
  }

  /** What ended the run from outside, if anything did. */
  get cutShort(): Stop | undefined {
    if (this.context.signal?.aborted) return { stopReason: 'interrupted' };
    return this.#deadline.signal.aborted ? { stopReason: 'timeout' } : undefined;
  }

  get isAtStepLimit(): boolean {
    const { maxSteps } = this.#limits;
    return maxSteps > 0 && this.step >= maxSteps;
  }

  get isAtTokenLimit(): boolean {
    const { maxTotalTokens } = this.#limits;
    return maxTotalTokens > 0 && totalTokens(this.#usage) >= maxTotalTokens;
  }

  get toolCallScope(): ToolCallScope {
    const { tools = {}, hooks = {}, log, toolExecution, newId } = this.context;
    return {
      tools,
      hooks,
      signal: this.signal,
      blobs: log.blobs,
      execution: toolExecution ?? 'parallel',
      newId,
      emit: (event) => this.emit(event),
    };
  }

  /** Adds to memory, in one step, what the run made. */
  async append(items: readonly MemoryItem[], usage?: TokenUsage): Promise<void> {
    if (items.length === 0) return;
    await appendToMemory(this.context.memory, items, usage);
    for (const { id } of items) this.#itemIds.add(id);
  }

  /** Adds a response to memory; its usage was added to the totals when it came. */
  async appendResponse({ items, finishReason, usage }: ModelResponse): Promise<void> {
    await this.append(items, tokenUsageSchema.safeParse(usage).data);
    this.#responses += 1;
    this.#finishReason = finishReason;
    this.#text = responseText(items);
  }

  addUsage(usage: TokenUsage | undefined): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** Tells the listener, whose failures are its own. */
  emit(event: AgentHappening): void {
    const { onEvent, log, runId, logger } = this.context;
    tellListener(onEvent, { ...event, sessionId: log.sessionId, runId, step: this.step }, logger);
  }

  async result({ stopReason, pendingApprovals = [], error }: Stop): Promise<AgentResult> {
    const { items } = await this.context.memory.snapshot();
    return {
      runId: this.context.runId,
      stopReason,
      text: this.#text,
      items: items.filter(({ id }) => this.#itemIds.has(id)),
      steps: this.#responses,
      usage: this.#usage,
      finishReason: this.#finishReason,
      pendingApprovals,
      ...(error !== undefined && { error }),
    };
  }

  /** Releases the deadline. */
  close(): void {
    this.#cancelDeadline();
  }
}

/** What tools and clients find as the reason of their signal. */
function timeUp(wallClockMs: number): DOMException {
  return new DOMException(`The run reached its limit of ${wallClockMs} ms.`, 'TimeoutError');
}
