import {
  type AgentEventPlace,
  type AgentHappening,
  type AgentHooks,
  type AgentMemory,
  type CompactionState,
  type CompactMemoryRequest,
  type CompactPolicy,
  type ContextTokens,
  compactMemory,
  type Logger,
  type ModelCallMoment,
  type SessionEventLog,
  type TokenCounter,
} from '@ai4j/agent';
import { type BreakerEvent, nextBreaker } from '../compact/auto-compact-breaker.ts';
import type {
  CodingCompactSkipReason,
  CodingSessionCompactResult,
} from '../compact/coding-session-compact-result.ts';
import type { CodingSessionCompactor } from '../compact/coding-session-compactor.ts';
import type { CodingCompaction } from '../compact/compact-outcome.ts';
import { describeParts } from '../compact/compact-part.ts';
import type { ResolvedCodingAgentOptions } from '../options.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import type { CodingHappening } from './coding-event.ts';
import { CODING_NAMESPACE, codingLogEvent } from './coding-log-record.ts';
import type { CodingSessionFold } from './coding-session-fold.ts';
import { contextSize } from './context-size.ts';
import { coreCompactRecord } from './core-compact-record.ts';
import { refillSince } from './refill-since.ts';
import { uncommittedResult } from './uncommitted-result.ts';

export interface SessionCompactionOptions {
  readonly memory: AgentMemory;
  readonly log: SessionEventLog;
  readonly fold: CodingSessionFold;
  readonly compactor: CodingSessionCompactor;
  readonly options: ResolvedCodingAgentOptions;
  readonly counter: TokenCounter;
  /** What the compactor remembers of memory, too. */
  readonly state: CompactionState;
  readonly hooks: AgentHooks;
  readonly logger: Logger;
  /** Of system prompt and tools. */
  readonly fixedTokens: number;
  readonly processes: () => readonly ProcessSnapshot[];
  readonly tell: (event: (CodingHappening | AgentHappening) & AgentEventPlace) => void;
}

/** When a compaction is looked at, and why. */
export interface CompactTrigger {
  /** `step`: before a model call, or after a turn. */
  readonly reason: CompactMemoryRequest['reason'];
  readonly place: AgentEventPlace;
  /** The size of the next request as the session shows it. */
  readonly contextTokens: number;
  readonly signal: AbortSignal;
  readonly instructions?: string | undefined;
}

/** After an overflow memory must fit into this share of itself, as in the core: the window is less than was believed. */
const OVERFLOW_TARGET_SHARE = 0.85;

/**
 * The compactor at work on one session: when it is called, what its outcome does to memory, log and
 * breaker, and what is told of it. Memory, and what the log says of it, change together or not at all.
 */
export class SessionCompaction {
  readonly #session: SessionCompactionOptions;
  #pending: CodingSessionCompactResult[] = [];
  #ofTurn: CodingSessionCompactResult[] = [];
  #lastAuto: CodingSessionCompactResult | undefined;
  #lastAutoError: string | undefined;

  constructor(session: SessionCompactionOptions) {
    this.#session = session;
  }

  /** The last automatic compaction of this process, whatever came of it. */
  get lastAutoCompactResult(): CodingSessionCompactResult | undefined {
    return this.#lastAuto;
  }

  /** What kept automatic compaction from working in the last turn; undefined when nothing did. */
  get lastAutoCompactError(): string | undefined {
    return this.#lastAutoError;
  }

  /** Automatic compactions of the task under way, done or failed, that nobody has drained yet. */
  drainPending(): readonly CodingSessionCompactResult[] {
    return this.#pending.splice(0);
  }

  /** Automatic compactions of the turn under way that were not taken yet. */
  takeOfTurn(): readonly CodingSessionCompactResult[] {
    return this.#ofTurn.splice(0);
  }

  /** A new task begins: what nobody drained of the last one is let go. */
  beginTask(): void {
    this.#pending = [];
  }

  /** A new turn begins. */
  beginTurn(): void {
    this.#ofTurn = [];
    this.#lastAutoError = undefined;
  }

  /** The seam inside a turn. */
  async beforeModelCall(moment: ModelCallMoment): Promise<void> {
    const { reason, runId, step, signal } = moment;
    const contextTokens = await this.contextTokens(moment.contextTokens);
    if (reason === 'step' && contextTokens <= this.#session.options.compactTargetTokens) return;
    const place = { sessionId: this.#session.log.sessionId, runId, step };
    const result = await this.automatic({ reason, place, contextTokens, signal });
    moment.addUsage(result?.summaryUsage);
  }

  /** The size of the next request, of which the core has measured what it would send. */
  contextTokens(measured: ContextTokens): Promise<number> {
    const { options, state } = this.#session;
    const { index } = state;
    return contextSize(measured, { ...this.#session, index, limitTokens: options.compactTargetTokens });
  }

  /**
   * Compacts if that is due and nothing stands against it; tells what it did, or why it did nothing. What
   * fails is told, and work goes on.
   * @throws only what the log throws when it cannot be read or written
   */
  async automatic(trigger: CompactTrigger): Promise<CodingSessionCompactResult | undefined> {
    const { fold, options, state } = this.#session;
    await fold.read();
    // Asked also when nothing is due: the turn after an undo ends what the undo held off.
    const isHeldOff = state.isHeldOff(trigger.place.runId);
    const isDue = trigger.reason === 'overflow' || trigger.contextTokens > options.compactTargetTokens;
    const obstacle = isDue ? this.#obstacle(trigger, isHeldOff) : this.#ease();
    if (obstacle) {
      this.#tellSkip(trigger, obstacle.reason, obstacle.detail);
      return undefined;
    }
    try {
      const result = await this.#compact(trigger);
      this.#lastAuto = result;
      if (result.outcome === 'skipped') {
        this.#tellSkip(trigger, result.skipReason, describeParts(result.floorParts) || undefined);
        return result;
      }
      this.#pending.push(result);
      this.#ofTurn.push(result);
      if (result.outcome === 'failed') await this.#fail(trigger, result.failure);
      return result;
    } catch (error) {
      // The one place that keeps a compaction failure from the turn: it goes on with memory as it was.
      this.#session.logger.warn({ error }, 'automatic compaction failed; memory is as it was');
      await this.#fail(trigger, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /**
   * Compacts because someone asked for it.
   * @throws what hooks, store and compactor throw; memory is as it was
   */
  async manual(trigger: Omit<CompactTrigger, 'reason'>): Promise<CodingSessionCompactResult> {
    await this.#session.fold.read();
    return this.#compact({ ...trigger, reason: 'manual' });
  }

  /** After an undo: no automatic compaction in the turn under way, or else the next one, unless it overflows. */
  holdOff(): void {
    this.#session.state.holdOff();
  }

  /** What stands against a compaction that is due. */
  #obstacle(
    { reason }: CompactTrigger,
    isHeldOff: boolean,
  ): { reason: CodingCompactSkipReason; detail?: string } | undefined {
    const { options, fold } = this.#session;
    if (!options.autoCompactEnabled) return { reason: 'disabled', detail: 'autoCompactEnabled is off.' };
    if (reason === 'overflow') return undefined;
    if (isHeldOff) return { reason: 'held-off' };
    if (fold.breaker.status === 'closed') return undefined;
    this.#lastAutoError = fold.breaker.error;
    return { reason: 'breaker-open', detail: fold.breaker.error };
  }

  #ease(): { reason: CodingCompactSkipReason; detail?: string } {
    return { reason: this.#session.options.autoCompactEnabled ? 'fits' : 'disabled' };
  }

  /** One compaction, committed whole or not at all. */
  async #compact(trigger: CompactTrigger): Promise<CodingSessionCompactResult> {
    const { memory, log, fold, options, counter, state, hooks, logger } = this.#session;
    const { reason, signal, contextTokens, instructions } = trigger;
    const automatic = reason !== 'manual';
    const before = await memory.snapshot();
    const previous = fold.lastCompaction;
    let made: CodingCompaction | undefined;
    const policy = this.#policy(trigger, (compaction) => {
      made = compaction;
    });
    let outcome: Awaited<ReturnType<typeof compactMemory>>;
    try {
      outcome = await compactMemory({
        policy,
        memory,
        reason,
        hooks,
        counter,
        index: state.index,
        signal,
        instructions,
        logger,
        emit: (event) => this.#tell(trigger, event),
      });
    } catch (error) {
      if (error === NOT_COMPACTED && made) return made.result;
      throw error;
    }
    const { items, summary } = before;
    if (outcome.type === 'skipped' || made?.result.outcome !== 'compacted') {
      const why = outcome.type === 'skipped' ? skipReasonOf[outcome.why] : 'nothing-to-cut';
      const situation = { automatic, itemCount: items.length, contextTokens, summary, made: made?.result };
      return uncommittedResult(why, situation);
    }
    const { result } = made;
    state.compacted(outcome.result);
    await log.append([codingLogEvent({ kind: 'compact-result', data: result })]);
    const refill =
      previous &&
      refillSince({
        snapshot: before,
        compaction: previous,
        limitTokens: options.compactTargetTokens,
        counter,
      });
    await this.#breaker(
      automatic ? { type: 'compacted', turn: fold.turns, refill } : { type: 'compacted-manually' },
    );
    const { strategy, compactedToolResultCount, deltaItemCount, checkpointReused, fallbackSummary } = result;
    this.#tell(trigger, {
      type: 'session-compact',
      strategy,
      compactedToolResultCount,
      deltaItemCount,
      checkpointReused,
      fallbackSummary,
      result,
    });
    return result;
  }

  #policy(trigger: CompactTrigger, made: (compaction: CodingCompaction) => void): CompactPolicy {
    const { compactor, fold, fixedTokens, processes } = this.#session;
    const { reason, contextTokens } = trigger;
    return {
      name: CODING_NAMESPACE,
      compact: async (snapshot, { signal, instructions } = {}) => {
        const compaction = await compactor.compact({
          snapshot,
          automatic: reason !== 'manual',
          checkpoint: fold.checkpoint,
          processSnapshots: processes(),
          fixedTokens,
          contextTokens,
          targetTokens: reason === 'overflow' ? Math.floor(contextTokens * OVERFLOW_TARGET_SHARE) : undefined,
          instructions,
          signal,
        });
        made(compaction);
        const { result, memory } = compaction;
        if (result.outcome !== 'compacted') throw NOT_COMPACTED;
        return { ...coreCompactRecord(result, snapshot.items, fold.lastCompaction?.record), memory };
      },
    };
  }

  async #fail(trigger: CompactTrigger, error: string): Promise<void> {
    const { fold } = this.#session;
    await this.#breaker({ type: 'failed', turn: fold.turns, error });
    const { breaker } = fold;
    this.#lastAutoError = breaker.status === 'open' ? breaker.error : error;
    this.#tell(trigger, {
      type: 'auto-compact-failed',
      error: this.#lastAutoError,
      failures: breaker.failures,
      contextTokens: trigger.contextTokens,
      limitTokens: this.#session.options.compactTargetTokens,
    });
  }

  async #breaker(event: BreakerEvent): Promise<void> {
    const { fold, log, options } = this.#session;
    const next = nextBreaker(fold.breaker, event, options.autoCompactMaxConsecutiveFailures);
    if (JSON.stringify(next) !== JSON.stringify(fold.breaker))
      await log.append([codingLogEvent({ kind: 'breaker', data: next })]);
    await fold.read();
  }

  #tellSkip(trigger: CompactTrigger, reason: CodingCompactSkipReason, detail: string | undefined): void {
    const isFirst = this.#session.state.mayTell(trigger.place.runId, reason);
    if (!isFirst) return;
    this.#tell(trigger, {
      type: 'auto-compact-skipped',
      reason,
      detail,
      contextTokens: trigger.contextTokens,
      limitTokens: this.#session.options.compactTargetTokens,
    });
  }

  #tell({ place }: CompactTrigger, happening: CodingHappening | AgentHappening): void {
    this.#session.tell({ ...happening, ...place });
  }
}

/** Thrown to the core, which then leaves memory alone; the compactor's result says why. */
const NOT_COMPACTED = new Error('The compactor left memory as it was.');

const skipReasonOf = {
  'breaker-open': 'breaker-open',
  'held-off': 'held-off',
  vetoed: 'vetoed',
  'nothing-to-compact': 'nothing-to-cut',
  stale: 'stale',
  aborted: 'aborted',
} as const satisfies Record<string, CodingCompactSkipReason>;
