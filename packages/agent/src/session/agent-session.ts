import type { CompactPolicy } from '../compact/compact-policy.ts';
import type { ContextBudget } from '../context/context-budget.ts';
import { ConfigError, SessionConflictError } from '../errors.ts';
import type { CompactRecord } from '../log/compact-record.ts';
import type { SessionEventInput } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { AgentEvent, AgentEventListener, AgentHappening } from '../loop/agent-event.ts';
import type { AgentLimits } from '../loop/agent-limits.ts';
import { runAgentLoop } from '../loop/agent-loop.ts';
import type { AgentLoopContext, BudgetSituation } from '../loop/agent-loop-context.ts';
import { AgentLoopState } from '../loop/agent-loop-state.ts';
import type { AgentResult } from '../loop/agent-result.ts';
import { autoCompaction } from '../loop/auto-compact.ts';
import { compactMemory } from '../loop/compact-memory.ts';
import { CompactionState } from '../loop/compaction-state.ts';
import { describeCompaction } from '../loop/describe-compaction.ts';
import { EventQueue } from '../loop/event-queue.ts';
import { type ApprovalDecision, resolveApproval } from '../loop/resolve-approval.ts';
import { tellListener } from '../loop/tell-listener.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { ToolSet } from '../model/tool.ts';
import { type RecalledItem, recallItems } from '../recall/recall-items.ts';
import { type RecallReference, resolveReference } from '../recall/recall-reference.ts';
import { recallToolNames } from '../recall/recall-tool.ts';
import { type HistoryHit, type SearchOptions, searchHistory } from '../recall/search-history.ts';
import type { ContextTokens } from '../tokens/context-token-meter.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';
import { type AgentInput, inputItems } from './agent-input.ts';
import type { ResolvedAgentOptions } from './agent-options.ts';
import { anchorLastResponse } from './anchor-last-response.ts';
import type { SessionCompactOutcome } from './compact-outcome.ts';
import { type CompactPreviewOutcome, droppedBy, preparedPolicy } from './compact-preview.ts';
import { explainItem, type ItemExplanation } from './explain-item.ts';
import { forkLog } from './fork-log.ts';
import { redactingEventLog } from './redacting-event-log.ts';
import { requestOfMemory } from './request-of-memory.ts';
import { SessionFold } from './session-fold.ts';
import { metadataEvent } from './session-metadata-event.ts';
import {
  type AgentSessionSnapshot,
  type PendingApproval,
  SESSION_SNAPSHOT_SCHEMA_VERSION,
  type SessionMetadata,
} from './session-snapshot.ts';
import type { SessionStream } from './session-stream.ts';
import { TurnQueue } from './turn-queue.ts';

export interface RunOptions {
  /** Aborted: the run ends as `interrupted`, at once; one that still waits ends without its input. */
  readonly signal?: AbortSignal | undefined;
  /** While something else is under way: wait for it, or throw AgentSessionError `busy`. Default `queue`. */
  readonly whenBusy?: 'queue' | 'reject' | undefined;
  /** Each in place of the agent's. */
  readonly limits?: AgentLimits | undefined;
  /** Hears of this run, after the agent's listener. */
  readonly onEvent?: AgentEventListener | undefined;
}

export interface CompactOptions {
  /** What the summary should focus on. */
  readonly instructions?: string | undefined;
  /** Aborted: memory stays, and the outcome is `skipped`. */
  readonly signal?: AbortSignal | undefined;
}

export interface ForkOptions {
  /** The point of the log whose memory the fork begins with. Default: now. */
  readonly atSeq?: number | undefined;
  /** Default: `session_` and a new id. */
  readonly sessionId?: string | undefined;
}

/** How often a save is tried while other processes save the same session. */
const MAX_SAVE_ATTEMPTS = 5;

/**
 * One conversation of an agent: its log, the memory that is a fold of it, and everything one may want to
 * do with the two. What is acknowledged is in the log at once; there is nothing to lose by not saving.
 *
 * Runs, compactions, undos and decisions on approvals are carried out one after the other; looking never
 * waits. None of those may be awaited from within a run of the same session (a tool, a hook): it would
 * wait for itself. Another process may work on the same session: of two that write at once, one gets a
 * SessionConflictError, has read on by then, and may try again.
 */
export class AgentSession implements AsyncDisposable {
  readonly sessionId: string;
  /** What happened, redacted where the agent has a redactor. */
  readonly log: SessionEventLog;
  readonly memory: AgentMemory;
  readonly #options: ResolvedAgentOptions;
  readonly #loop: AgentLoopState;
  readonly #compaction = new CompactionState();
  readonly #fold: SessionFold;
  readonly #turns = new TurnQueue();
  readonly #tools: ToolSet | undefined;
  readonly #exemptTools: readonly string[];
  /** The seq of the snapshot that the store has, as far as this process knows. */
  #savedSeq: number | undefined;

  private constructor(log: SessionEventLog, options: ResolvedAgentOptions) {
    const { redactor, tools, memory, tokenCounter } = options;
    this.sessionId = log.sessionId;
    this.log = redactor ? redactingEventLog(log, redactor) : log;
    this.memory = memory(this.log);
    this.#options = options;
    this.#loop = new AgentLoopState({ log: this.log, counter: tokenCounter });
    this.#fold = new SessionFold(this.log);
    this.#tools = typeof tools === 'function' ? tools({ sessionId: this.sessionId, log: this.log }) : tools;
    this.#exemptTools = recallToolNames(this.#tools ?? {});
  }

  /**
   * @internal `agent.newSession` and `agent.resumeSession` make sessions.
   * @param begin the first events of a session that is new
   */
  static async open(
    log: SessionEventLog,
    options: ResolvedAgentOptions,
    begin: readonly SessionEventInput[] = [],
  ): Promise<AgentSession> {
    const session = new AgentSession(log, options);
    if (begin.length > 0) await session.log.append(begin, { expectedVersion: 0 });
    await session.#readOn();
    session.#loop.lastReport = session.#fold.lastReport;
    if (session.#fold.isUndone) session.#compaction.holdOff();
    const { lastResponse } = session.#fold;
    if (lastResponse) {
      const memory = await session.memory.snapshot();
      anchorLastResponse(memory, lastResponse, session.#loopContext(undefined, {}));
    }
    return session;
  }

  /**
   * Runs until the agent answers; without input it goes on from where it is, with calls that were decided
   * on or cut off. Ends as `runAgentLoop` does.
   * @throws ConfigError when there is input while calls wait for an approval; AgentSessionError `closed`,
   *   `busy`; SessionStoreError and SessionConflictError of the log
   */
  run(input?: AgentInput, options: RunOptions = {}): Promise<AgentResult> {
    return this.#turns.run(async () => {
      await this.#readOn();
      const result = await runAgentLoop(this.#loopContext(input, options));
      await this.#readOn();
      return result;
    }, options.whenBusy);
  }

  /** `run` as a stream. It begins at once; where `run` throws, reading ends and the promises reject. */
  stream(input?: AgentInput, options: RunOptions = {}): SessionStream {
    const events = new EventQueue<AgentEvent>();
    const onEvent = (event: AgentEvent) => {
      events.push(event);
      return options.onEvent?.(event);
    };
    const result = this.run(input, { ...options, onEvent }).finally(() => events.end());
    const text = result.then((it) => it.text);
    const usage = result.then((it) => it.usage);
    // Who reads only one of them has the error there.
    for (const promise of [result, text, usage]) promise.catch(() => {});
    return { result, text, usage, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() };
  }

  /**
   * Compacts memory now, by this policy or the agent's. The log keeps everything; `undoCompact` takes it back.
   * @throws ConfigError without any policy; CompactError and what policy or hooks throw: memory is as it was
   */
  compact(policy?: CompactPolicy, options: CompactOptions = {}): Promise<SessionCompactOutcome> {
    const chosen = this.#policyOf(policy);
    return this.#turns.run(() => this.#compactBy(chosen, options));
  }

  /** What a compaction would drop and keep, with its summary, which may be edited before it is committed. */
  async preview(policy?: CompactPolicy, options: CompactOptions = {}): Promise<CompactPreviewOutcome> {
    const chosen = this.#policyOf(policy);
    const before = await this.memory.snapshot();
    const context = {
      ...options,
      counter: this.#loop.meter.counter,
      index: this.#compaction.index,
      previous: this.#compaction.lastResult,
      logger: this.#options.logger,
    };
    const result = await chosen.compact(before, context);
    if (result.memory === before) return { outcome: 'skipped', reason: 'nothing-to-compact' };
    return {
      outcome: 'ready',
      result,
      kept: result.memory.items,
      dropped: droppedBy(result, before),
      report: describeCompaction(before, result, context),
      summary: result.memory.summary,
      commit: (edited) => this.#turns.run(() => this.#compactBy(preparedPolicy(before, result, edited), {})),
    };
  }

  /** The last compaction, automatic or by hand, that was not undone; also of before a resume. */
  get lastCompactResult(): CompactRecord | undefined {
    return this.#compaction.lastResult;
  }

  /**
   * Takes the last compaction back: memory is what it was, plus what came after. Automatic compaction
   * then waits for the end of the next run, unless a request overflows. Called again, it takes back the one before.
   * @throws CompactError `nothing_to_undo`; ConfigError when the agent's memory has no undo
   */
  undoCompact(): Promise<void> {
    return this.#turns.run(async () => {
      await undoOf(this.memory)();
      this.#compaction.holdOff();
      await this.#readOn();
    });
  }

  /** Calls that wait for a decision, or for the run that carries a decision out. */
  async pendingApprovals(): Promise<readonly PendingApproval[]> {
    const approvals = await this.#loop.approvals.read();
    return approvals.map(({ call, decision, reason }) => ({
      callId: call.callId,
      toolName: call.name,
      ...(decision && { decision }),
      ...(reason !== undefined && { reason }),
    }));
  }

  /**
   * Decides on a call that waits; the next run carries it out, here or in another process.
   * @throws ConfigError when no such call waits, or it was decided otherwise
   */
  resolveApproval(callId: string, decision: ApprovalDecision): Promise<void> {
    return this.#turns.run(() => resolveApproval(this.log, this.#loop.approvals, callId, decision));
  }

  /** The session now, as plain data; changes nothing. While a run is under way: as far as it is acknowledged. */
  async snapshot(): Promise<AgentSessionSnapshot> {
    for (;;) {
      const seq = await this.log.version();
      const { items, summary, seqs, covered } = await this.memory.snapshot();
      const pendingApprovals = await this.pendingApprovals();
      await this.#fold.read();
      const { metadata, usage, createdAtEpochMs, updatedAtEpochMs, lastCompactResult } = this.#fold;
      // Something was appended in between: the parts are not of one moment.
      if ((await this.log.version()) !== seq || this.#fold.version !== seq) continue;
      return {
        schemaVersion: SESSION_SNAPSHOT_SCHEMA_VERSION,
        sessionId: this.sessionId,
        seq,
        createdAtEpochMs,
        updatedAtEpochMs,
        metadata,
        memory: { items, seqs, ...(summary !== undefined && { summary }), ...(covered && { covered }) },
        ...(lastCompactResult && { compactResult: lastCompactResult }),
        usage,
        pendingApprovals,
      };
    }
  }

  /**
   * Keeps a snapshot in the store, for those who look without reading the log. Resuming does not need it.
   * @throws SessionStoreError `write_failed`; SessionConflictError when others keep saving first
   */
  async save(): Promise<AgentSessionSnapshot> {
    const { sessionStore } = this.#options;
    for (let attempt = 1; ; attempt++) {
      this.#savedSeq ??= (await sessionStore.load(this.sessionId))?.seq ?? 0;
      const snapshot = await this.snapshot();
      try {
        await sessionStore.save(snapshot, { expectedSeq: this.#savedSeq });
        this.#savedSeq = snapshot.seq;
        return snapshot;
      } catch (error) {
        if (!SessionConflictError.isInstance(error) || attempt === MAX_SAVE_ATTEMPTS) throw error;
        this.#savedSeq = undefined;
      }
    }
  }

  /**
   * Another session that begins with what this one was at a point, before or after any compaction: the
   * same history under the same seqs, so that it can be recalled and compactions be undone there, too.
   * Neither session hears of the other again; what was billed before counts here alone. An `atSeq` inside
   * the items of one append takes that append whole.
   * @throws ConfigError for an `atSeq` that the log does not reach, or a `sessionId` in use
   */
  async fork({ atSeq, sessionId }: ForkOptions = {}): Promise<AgentSession> {
    const { sessionStore, newId } = this.#options;
    const version = await this.log.version();
    const point = atSeq ?? version;
    if (!Number.isSafeInteger(point) || point < 0 || point > version)
      throw new ConfigError('invalid_option', `atSeq is ${point}; the log goes from 0 to ${version}.`);
    const id = sessionId ?? `session_${newId()}`;
    const log = await sessionStore.openLog(id, { create: true });
    const isNew = (await log.version()) === 0;
    try {
      if (!isNew) throw new ConfigError('invalid_option', `There is a session "${id}" already.`);
      await forkLog(this.log, log, point);
      return await AgentSession.open(log, this.#options);
    } catch (error) {
      await log.close();
      if (isNew) await sessionStore.delete(id);
      throw error;
    }
  }

  /** The originals that a reference means, byte for byte, whatever became of them in memory since. */
  async recall(reference: RecallReference): Promise<readonly RecalledItem[]> {
    return recallItems(this.log, await resolveReference(this.log, reference));
  }

  /** Items of the whole history that have every word of `query`, the newest first. Reads the whole log. */
  search(query: string, options?: SearchOptions): Promise<readonly HistoryHit[]> {
    return searchHistory(this.log, query, options);
  }

  /** What happened to an item; undefined for an id that the session never had. Reads the whole log. */
  explain(itemId: string): Promise<ItemExplanation | undefined> {
    return explainItem(this.log, itemId);
  }

  /**
   * Tokens of the next request as it stands: the last real usage and the estimate of what came after. The
   * number that triggers and that events report. While a run is under way, of the request it made last.
   */
  async contextTokens(): Promise<ContextTokens> {
    const { meter } = this.#loop;
    if (this.#turns.isBusy) return meter.current;
    return meter.measure(requestOfMemory(await this.memory.snapshot(), this.#loopContext(undefined, {})));
  }

  /** Tokens of all model calls of the session, summaries included, each once. */
  async usage(): Promise<TokenUsage> {
    await this.#fold.read();
    return this.#fold.usage;
  }

  /** What the host has said of this session. */
  get metadata(): SessionMetadata {
    return this.#fold.metadata;
  }

  /** Sets these fields of the metadata; the others stay. JSON values only. */
  updateMetadata(fields: SessionMetadata): Promise<void> {
    return this.#turns.run(async () => {
      await this.#readOn();
      await this.log.append([metadataEvent({ ...this.#fold.metadata, ...fields })], {
        expectedVersion: this.#fold.version,
      });
      await this.#readOn();
    });
  }

  /** Waits for what is under way or queued, and lets go of the log. Nothing is taken after this call. */
  close(): Promise<void> {
    return this.#turns.close(() => this.log.close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #compactBy(policy: CompactPolicy, options: CompactOptions): Promise<SessionCompactOutcome> {
    await this.#readOn();
    const { hooks = {}, logger, newId, redactor, onEvent } = this.#options;
    const place = { sessionId: this.sessionId, runId: newId(), step: 0 };
    const { instructions } = options;
    const outcome = await compactMemory({
      policy,
      memory: this.memory,
      reason: 'manual',
      hooks,
      counter: this.#loop.meter.counter,
      index: this.#compaction.index,
      signal: options.signal ?? new AbortController().signal,
      previous: this.#compaction.lastResult,
      instructions: instructions && redactor ? redactor(instructions) : instructions,
      logger,
      emit: (event: AgentHappening) => tellListener(onEvent, { ...event, ...place }, logger),
    });
    if (outcome.type === 'skipped') {
      const { why: reason, detail } = outcome;
      return { outcome: 'skipped', reason, ...(detail !== undefined && { detail }) };
    }
    this.#compaction.compacted(outcome.result);
    await this.#readOn();
    return { outcome: 'compacted', result: outcome.result };
  }

  #policyOf(policy: CompactPolicy | undefined): CompactPolicy {
    const chosen = policy ?? this.#options.compactPolicy;
    if (chosen) return chosen;
    throw new ConfigError(
      'missing_option',
      'No compactPolicy: give one to compact(), or to createAgent() for all sessions.',
    );
  }

  #loopContext(input: AgentInput | undefined, options: RunOptions): AgentLoopContext {
    const agent = this.#options;
    const { compactPolicy: policy, hooks, logger, onEvent } = agent;
    const compactions = policy ? [autoCompaction({ policy, state: this.#compaction, hooks, logger })] : [];
    return agent.runtime.equip({
      runId: `run_${agent.newId()}`,
      model: agent.model,
      input: inputItems(input, agent.newId),
      instructions: agent.instructions,
      tools: this.#tools,
      requestOptions: agent.requestOptions,
      memory: this.memory,
      log: this.log,
      state: this.#loop,
      budget: this.#budget(),
      projector: agent.contextProjector,
      beforeModelCall: [...compactions, ...(agent.beforeModelCall ?? [])],
      hooks,
      limits: { ...agent.limits, ...options.limits },
      toolExecution: agent.toolExecution,
      onEvent: (event) => {
        tellListener(onEvent, event, logger);
        tellListener(options.onEvent, event, logger);
      },
      signal: options.signal,
      newId: agent.newId,
      clock: agent.clock,
      logger,
    });
  }

  /** The agent's budget, by which recalled history is never cleared again. */
  #budget(): AgentLoopContext['budget'] {
    const { contextBudget } = this.#options;
    if (this.#exemptTools.length === 0 || contextBudget === undefined) return contextBudget;
    const exempting = (budget: ContextBudget): ContextBudget => ({
      ...budget,
      exemptTools: [...(budget.exemptTools ?? []), ...this.#exemptTools],
    });
    return typeof contextBudget === 'function'
      ? (situation: BudgetSituation) => exempting(contextBudget(situation))
      : exempting(contextBudget);
  }

  /** Takes in what the log holds, whoever wrote it. */
  async #readOn(): Promise<void> {
    await this.#fold.read();
    this.#compaction.lastResult = this.#fold.lastCompactResult;
  }
}

/** Undo is not part of the memory port: not every store can. */
function undoOf(memory: AgentMemory & { readonly undoCompact?: () => Promise<void> }): () => Promise<void> {
  if (memory.undoCompact) return () => memory.undoCompact?.() ?? Promise.resolve();
  throw new ConfigError('invalid_option', 'The memory of this agent cannot undo compactions.');
}
