import {
  type AgentEventPlace,
  type AgentHappening,
  type AgentInput,
  type AgentMemory,
  type AgentResult,
  type AgentSession,
  type AgentSessionSnapshot,
  type ApprovalDecision,
  CompactError,
  type CompactRecord,
  ConfigError,
  EventQueue,
  type ForkOptions,
  type HistoryHit,
  type ItemExplanation,
  type Logger,
  type ModelCallMoment,
  type PendingApproval,
  type RecalledItem,
  type RecallReference,
  type Redactor,
  type RunOptions,
  type SearchOptions,
  type SessionEvent,
  type SessionEventLog,
  type TokenCounter,
  type TokenUsage,
  TurnQueue,
} from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import { factsOf } from '../facts/facts-accumulator.ts';
import {
  type CodingTurns,
  runCodingAgentLoop,
  type SettledTurn,
} from '../loop/coding-agent-loop-controller.ts';
import type { CodingAgentResult } from '../loop/coding-agent-result.ts';
import type { CodingLoopDecision } from '../loop/decide-continuation.ts';
import { withRequestUnderWay } from '../loop/request-under-way.ts';
import type { ResolvedCodingAgentOptions } from '../options.ts';
import type { ProcessRegistry } from '../process/process-registry.ts';
import { asRestored, type ProcessSnapshot } from '../process/process-snapshot.ts';
import type { WorkspaceContext } from '../workspace/workspace-context.ts';
import type { CodingEvent, CodingEventListener, CodingHappening } from './coding-event.ts';
import { codingLogEvent } from './coding-log-record.ts';
import { CodingSessionFold } from './coding-session-fold.ts';
import type { CodingSessionSnapshot } from './coding-session-snapshot.ts';
import {
  CODING_SESSION_STATE_SCHEMA_VERSION,
  type CodingRestoreReport,
  type CodingSessionState,
  type ReadableState,
  readCodingSessionState,
} from './coding-session-state.ts';
import { type ContextBreakdown, contextBreakdown } from './context-breakdown.ts';
import { refuseOtherWorkspace } from './refuse-other-workspace.ts';
import { SessionCompaction, type SessionCompactionOptions } from './session-compaction.ts';

/** Chars of what a person asks a summary to look after: a paragraph, not a document. */
const MAX_INSTRUCTIONS_CHARS = 2_000;

export interface CodingRunOptions extends Omit<RunOptions, 'onEvent'> {
  /** Hears of this task, after the agent's listener. */
  readonly onEvent?: CodingEventListener | undefined;
}

export interface CodingCompactOptions {
  /** Aborted: memory stays, and the outcome is `skipped`. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExportStateOptions {
  /** Whether the state carries the whole log, for a host that does not share the store. Default false. */
  readonly includeHistory?: boolean | undefined;
}

/** A task while it goes on: its events, to be read once, and what it came to. */
export interface CodingSessionStream extends AsyncIterable<CodingEvent> {
  readonly result: Promise<CodingAgentResult>;
  readonly text: Promise<string>;
  readonly usage: Promise<TokenUsage>;
}

/** @internal What `createCodingAgent` makes a session of. */
export interface CodingSessionParts
  extends Pick<SessionCompactionOptions, 'compactor' | 'options' | 'counter' | 'state' | 'hooks'> {
  readonly session: AgentSession;
  readonly workspace: WorkspaceContext;
  readonly systemPromptTokens: number;
  readonly toolTokens: number;
  readonly processes: ProcessRegistry | undefined;
  readonly redactor: Redactor | undefined;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly onEvent: CodingEventListener | undefined;
  /** Of the state that this session goes on from. */
  readonly restoreReport: CodingRestoreReport | undefined;
  /** Opens another session of the same agent. */
  readonly resume: (sessionId: string) => Promise<CodingSession>;
}

/**
 * One coding session: a session of the core, with tasks instead of single turns, with checkpoints, and
 * with compaction that comes by itself. What it knows is in its log, so it survives resume, fork and undo.
 *
 * Tasks, compactions, undos and restores are carried out one after the other; looking never waits. None of
 * those may be awaited from within a task of the same session (a tool, a hook): it would wait for itself.
 */
export class CodingSession implements AsyncDisposable {
  readonly sessionId: string;
  /** What happened, redacted where the agent has a redactor. */
  readonly log: SessionEventLog;
  readonly memory: AgentMemory;
  readonly workspaceContext: WorkspaceContext;
  readonly options: ResolvedCodingAgentOptions;
  readonly #session: AgentSession;
  readonly #parts: CodingSessionParts;
  readonly #counter: TokenCounter;
  readonly #fold: CodingSessionFold;
  readonly #compaction: SessionCompaction;
  readonly #tasks = new TurnQueue();
  /** Of the task under way. */
  #listener: CodingEventListener | undefined;
  #restoreReport: CodingRestoreReport | undefined;

  private constructor(parts: CodingSessionParts) {
    const { session, options, counter, systemPromptTokens, toolTokens } = parts;
    this.sessionId = session.sessionId;
    this.log = session.log;
    this.memory = session.memory;
    this.workspaceContext = parts.workspace;
    this.options = options;
    this.#session = session;
    this.#parts = parts;
    this.#counter = counter;
    this.#fold = new CodingSessionFold(session.log);
    this.#restoreReport = parts.restoreReport;
    this.#compaction = new SessionCompaction({
      ...parts,
      memory: session.memory,
      log: session.log,
      fold: this.#fold,
      fixedTokens: systemPromptTokens + toolTokens,
      processes: () => this.processes(),
      tell: (event) => this.#tell(event),
    });
  }

  /** @internal `createCodingAgent` makes sessions. */
  static async open(parts: CodingSessionParts): Promise<CodingSession> {
    const session = new CodingSession(parts);
    await session.#fold.read();
    if (session.#fold.isUndone) session.#compaction.holdOff();
    parts.processes?.restore(session.#fold.restoredProcesses);
    return session;
  }

  /** @internal The seam of the agent that carries this session. */
  beforeModelCall(moment: ModelCallMoment): Promise<void> {
    return this.#compaction.beforeModelCall(moment);
  }

  /**
   * Works on a task until it is done, or a stop reason of `CodingAgentResult` applies; without input it goes
   * on from where it is.
   * @throws ConfigError when there is input while calls wait for an approval; AgentSessionError `closed`,
   *   `busy`; SessionStoreError and SessionConflictError of the log
   */
  run(input?: AgentInput, options: CodingRunOptions = {}): Promise<CodingAgentResult> {
    return this.#tasks.run(async () => {
      this.#listener = options.onEvent;
      this.#compaction.beginTask();
      try {
        return await runCodingAgentLoop(this.#turns(options), input);
      } finally {
        this.#listener = undefined;
      }
    }, options.whenBusy);
  }

  /** `run` as a stream. It begins at once; where `run` throws, reading ends and the promises reject. */
  stream(input?: AgentInput, options: CodingRunOptions = {}): CodingSessionStream {
    const events = new EventQueue<CodingEvent>();
    const onEvent = (event: CodingEvent) => {
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
   * Compacts memory now. The log keeps everything; `undoCompact` takes it back. A success closes the breaker.
   * @param instructions what the user wants the checkpoint to look after, at most 2,000 Chars
   * @returns what was done, or `skipped` and why
   * @throws ConfigError when the instructions are too long; CompactError `failed` and what hooks throw:
   *   memory is as it was
   */
  compact(instructions?: string, options: CodingCompactOptions = {}): Promise<CodingSessionCompactResult> {
    if (instructions !== undefined && instructions.length > MAX_INSTRUCTIONS_CHARS)
      throw new ConfigError(
        'invalid_option',
        `instructions has ${instructions.length} chars; it may have ${MAX_INSTRUCTIONS_CHARS}.`,
      );
    const { redactor, newId } = this.#parts;
    return this.#tasks.run(async () => {
      const result = await this.#compaction.manual({
        place: { sessionId: this.sessionId, runId: newId(), step: 0 },
        contextTokens: await this.#contextTokens(),
        signal: options.signal ?? new AbortController().signal,
        instructions: instructions && redactor ? redactor(instructions) : instructions,
      });
      if (result.outcome === 'failed') throw new CompactError('failed', result.failure);
      return result;
    });
  }

  /**
   * Takes the last compaction back: memory and checkpoint are what they were, plus what came after.
   * Automatic compaction then waits for the end of the next turn, unless a request overflows.
   * @throws CompactError `nothing_to_undo`
   */
  undoCompact(): Promise<void> {
    return this.#tasks.run(async () => {
      await this.#session.undoCompact();
      this.#compaction.holdOff();
      await this.#fold.read();
    });
  }

  /** The session now, for people to look at; changes nothing. */
  async snapshot(): Promise<CodingSessionSnapshot> {
    const { items, summary } = await this.memory.snapshot();
    await this.#fold.read();
    const tokens = await this.#contextTokens();
    const { breaker, latestCompactResult: latest } = this.#fold;
    const checkpoint = this.#checkpointOf(summary);
    const processes = this.processes();
    return {
      sessionId: this.sessionId,
      workspaceRoot: this.workspaceContext.rootPath,
      memoryItemCount: items.length,
      summary,
      checkpointGoal: checkpoint?.goal,
      checkpointGeneratedAtEpochMs: checkpoint?.generatedAtEpochMs,
      checkpointSplitTurn: checkpoint?.splitTurn ?? false,
      processCount: processes.length,
      activeProcessCount: processes.filter(({ status }) => status === 'running').length,
      restoredProcessCount: processes.filter(({ restored }) => restored).length,
      processes,
      estimatedContextTokens: tokens,
      contextLimitTokens: this.options.compactTargetTokens,
      lastCompactMode: latest && (latest.automatic ? 'auto' : 'manual'),
      lastCompactStrategy: latest?.outcome === 'compacted' ? latest.strategy : undefined,
      lastCompactBeforeItemCount: latest?.beforeItemCount,
      lastCompactAfterItemCount: latest?.afterItemCount,
      lastCompactTokensBefore: latest?.estimatedTokensBefore,
      lastCompactTokensAfter: latest?.estimatedTokensAfter,
      lastCompactSummary: latest?.summary,
      autoCompactFailureCount: breaker.failures,
      autoCompactCircuitBreakerOpen: breaker.status === 'open',
    };
  }

  /** The session as plain data to go on from; changes nothing. `agent.newSession(state)` takes it. */
  async exportState({ includeHistory = false }: ExportStateOptions = {}): Promise<CodingSessionState> {
    for (;;) {
      const seq = await this.log.version();
      const { items, summary } = await this.memory.snapshot();
      await this.#fold.read();
      const { latestCompactResult, breaker } = this.#fold;
      const checkpoint = this.#checkpointOf(summary);
      const history = includeHistory ? await this.#history(seq) : undefined;
      // Something was appended in between: the parts are not of one moment.
      if ((await this.log.version()) !== seq) continue;
      return {
        schemaVersion: CODING_SESSION_STATE_SCHEMA_VERSION,
        sessionId: this.sessionId,
        workspaceRoot: this.workspaceContext.rootPath,
        log: { sessionId: this.sessionId, seq },
        memory: { schemaVersion: 1, items, ...(summary !== undefined && { summary }) },
        ...(checkpoint && { checkpoint }),
        ...(latestCompactResult && { latestCompactResult }),
        breaker,
        processSnapshots: this.processes(),
        ...(history && { history }),
      };
    }
  }

  /**
   * Makes this session what a state says, in place of what it was; the log keeps what was. Compacts nothing,
   * whatever the size. A state of this very moment changes nothing.
   * @throws CodingSessionError `workspace_mismatch`; SnapshotVersionError; ConfigError when it is no state
   */
  restore(state: CodingSessionState): Promise<CodingRestoreReport> {
    const readable = readCodingSessionState(state);
    refuseOtherWorkspace(readable.state, this.workspaceContext);
    return this.#tasks.run(async () => {
      const { log } = readable.state;
      const isNow = log.sessionId === this.sessionId && log.seq === (await this.log.version());
      if (!isNow) await this.#restoreMemory(readable);
      this.#restoreReport = isNow
        ? { source: 'log', repairs: [] }
        : { source: 'state', repairs: readable.repairs };
      return this.#restoreReport;
    });
  }

  /** What the last restore of this object did, that of `agent.newSession(state)` included. */
  get restoreReport(): CodingRestoreReport | undefined {
    return this.#restoreReport;
  }

  /** Keeps a snapshot of the core in the store, for those who look without reading the log. Resuming does not need it. */
  save(): Promise<AgentSessionSnapshot> {
    return this.#session.save();
  }

  /**
   * Another session that begins with what this one was at a point, before or after any compaction: memory,
   * checkpoint and breaker of that point. Neither session hears of the other again.
   * @throws ConfigError for an `atSeq` that the log does not reach, or a `sessionId` in use
   */
  async fork(options: ForkOptions = {}): Promise<CodingSession> {
    const fork = await this.#session.fork(options);
    await fork.close();
    return this.#parts.resume(fork.sessionId);
  }

  /** The originals that a reference means, byte for byte, whatever became of them in memory since. */
  recall(reference: RecallReference): Promise<readonly RecalledItem[]> {
    return this.#session.recall(reference);
  }

  /** Items of the whole history that have every word of `query`, the newest first. */
  search(query: string, options?: SearchOptions): Promise<readonly HistoryHit[]> {
    return this.#session.search(query, options);
  }

  /** What happened to an item; undefined for an id that the session never had. */
  explain(itemId: string): Promise<ItemExplanation | undefined> {
    return this.#session.explain(itemId);
  }

  /** What takes the room in the next request; the parts sum to the number that triggers. */
  async contextBreakdown(): Promise<ContextBreakdown> {
    const { systemPromptTokens, toolTokens } = this.#parts;
    return contextBreakdown({
      memory: await this.memory.snapshot(),
      systemPromptTokens,
      toolTokens,
      contextTokens: await this.#contextTokens(),
      limitTokens: this.options.compactTargetTokens,
      counter: this.#counter,
    });
  }

  /** The checkpoint that memory stands on; undefined before the first compaction. */
  async checkpoint(): Promise<CodingSessionCheckpoint | undefined> {
    const { summary } = await this.memory.snapshot();
    await this.#fold.read();
    return this.#checkpointOf(summary);
  }

  /** Automatic compactions of the last task that nobody has drained yet, for a host's own event stream. */
  drainPendingAutoCompactResults(): readonly CodingSessionCompactResult[] {
    return this.#compaction.drainPending();
  }

  /** The last automatic compaction of this process, whatever came of it. */
  get lastAutoCompactResult(): CodingSessionCompactResult | undefined {
    return this.#compaction.lastAutoCompactResult;
  }

  /** What kept automatic compaction from working in the last turn; undefined when nothing did. */
  get lastAutoCompactError(): string | undefined {
    return this.#compaction.lastAutoCompactError;
  }

  /** The last compaction, automatic or manual, that was not undone; also of before a resume. */
  get latestCompactResult(): CodingSessionCompactResult | undefined {
    return this.#fold.latestCompactResult;
  }

  /** The same as the core keeps it, with changed artifacts, confirmations and the state of processes. */
  get lastCompactResult(): CompactRecord | undefined {
    return this.#fold.lastCompaction?.record;
  }

  /** Background processes, live and restored. */
  processes(): readonly ProcessSnapshot[] {
    return this.#parts.processes?.list() ?? this.#fold.restoredProcesses;
  }

  /** Calls that wait for a decision, or for the run that carries a decision out. */
  pendingApprovals(): Promise<readonly PendingApproval[]> {
    return this.#session.pendingApprovals();
  }

  /** Decides on a call that waits; the next `run()` carries it out, here or in another process. */
  resolveApproval(callId: string, decision: ApprovalDecision): Promise<void> {
    return this.#tasks.run(() => this.#session.resolveApproval(callId, decision));
  }

  /** Tokens of all model calls of the session, summaries included, each once. */
  usage(): Promise<TokenUsage> {
    return this.#session.usage();
  }

  /** Waits for what is under way or queued, stops processes, and lets go of the log. Nothing is taken after this call. */
  close(): Promise<void> {
    return this.#tasks.close(async () => {
      await this.#parts.processes?.close();
      await this.#session.close();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #turns(options: CodingRunOptions): CodingTurns {
    const { newId } = this.#parts;
    return {
      options: this.options,
      newId,
      run: (input) => {
        this.#compaction.beginTurn();
        return this.#session.run(input, { ...options, onEvent: (event) => this.#tell(event) });
      },
      settle: (turn) => this.#settle(turn, options.signal),
      anchor: () => this.#anchor(),
      decided: (turn, decision, result) => this.#decided(turn, decision, result),
    };
  }

  /** The compactions of the turn, and the one after it, if that is due. */
  async #settle(turn: AgentResult, signal = new AbortController().signal): Promise<SettledTurn> {
    const inTurn = this.#compaction.takeOfTurn();
    if (turn.stopReason === 'awaiting_approval' || signal.aborted)
      return { compactions: inTurn, usage: undefined };
    const result = await this.#compaction.automatic({
      reason: 'step',
      place: { sessionId: this.sessionId, runId: turn.runId, step: turn.steps },
      contextTokens: await this.#contextTokens(),
      signal,
    });
    return { compactions: [...inTurn, ...this.#compaction.takeOfTurn()], usage: result?.summaryUsage };
  }

  async #contextTokens(): Promise<number> {
    return this.#compaction.contextTokens(await this.#session.contextTokens());
  }

  async #anchor() {
    const { items, summary } = await this.memory.snapshot();
    const checkpoint = this.#checkpointOf(summary);
    const { requests } = factsOf(items, checkpoint?.extensions.ledger);
    return { checkpoint, requests: withRequestUnderWay(requests) };
  }

  async #decided(turn: number, decision: CodingLoopDecision, { runId, steps }: AgentResult): Promise<void> {
    await this.log.append([codingLogEvent({ kind: 'loop-decision', data: { turn, decision } })]);
    this.#tell({ type: 'loop-decision', turn, decision, sessionId: this.sessionId, runId, step: steps });
  }

  async #restoreMemory({ state }: ReadableState): Promise<void> {
    const { memory, checkpoint, latestCompactResult, processSnapshots } = state;
    const { items, summary } = memory;
    const processes = processSnapshots.map(asRestored);
    await this.memory.restore({ items, ...(summary !== undefined && { summary }) }, { reason: 'restore' });
    const data = {
      ...(checkpoint && { checkpoint }),
      ...(latestCompactResult && { latestCompactResult }),
      breaker: state.breaker ?? this.#fold.breaker,
      processSnapshots: processes,
    };
    await this.log.append([codingLogEvent({ kind: 'restored', data })]);
    await this.#fold.read();
    this.#parts.processes?.restore(processes);
  }

  async #history(toSeq: number): Promise<readonly SessionEvent[]> {
    const events: SessionEvent[] = [];
    for await (const event of this.log.read({ toSeq })) events.push(event);
    return events;
  }

  /** What the log has, or else what the summary shows: a crash may have come between the two. */
  #checkpointOf(summary: string | undefined): CodingSessionCheckpoint | undefined {
    return this.#fold.checkpoint ?? codingSessionCheckpointFormatter.parse(summary ?? '');
  }

  #tell(event: CodingEvent | ((CodingHappening | AgentHappening) & AgentEventPlace)): void {
    const { onEvent, logger } = this.#parts;
    for (const listener of [onEvent, this.#listener]) {
      try {
        listener?.(event);
      } catch (error) {
        logger.warn({ error, event: event.type }, 'a listener threw; all else goes on');
      }
    }
  }
}
