import type { CompactPolicy } from '../compact/compact-policy.ts';
import { CompactError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { CompactSkipReason } from './agent-event.ts';
import type { AgentHooks } from './agent-hooks.ts';
import type { BeforeModelCall, ModelCallMoment } from './before-model-call.ts';
import { compactMemory } from './compact-memory.ts';
import type { CompactionState } from './compaction-state.ts';
import { memoryTokens } from './refuse-unsound-memory.ts';

/** After an overflow memory must fit into this share of itself: the window is less than was believed. */
const OVERFLOW_TARGET_SHARE = 0.85;

export interface AutoCompactOptions {
  /** Decides when, by `shouldCompact`, and how. */
  readonly policy: CompactPolicy;
  readonly state: CompactionState;
  readonly hooks?: AgentHooks | undefined;
  readonly logger?: Logger | undefined;
}

/** Automatic compaction as a step of the loop: see `autoCompactIfNecessary`. */
export function autoCompaction(options: AutoCompactOptions): BeforeModelCall {
  return (moment) => autoCompactIfNecessary(moment, options);
}

/**
 * Compacts before the model call if the policy finds it due, or if the last request overflowed. Never
 * throws: when the policy, its decision or its result fails, memory is as it was, an event has the
 * error, and the run goes on. A policy that keeps failing is skipped until the next run, and after an
 * undo none is called, unless a request overflows.
 */
export async function autoCompactIfNecessary(
  moment: ModelCallMoment,
  options: AutoCompactOptions,
): Promise<void> {
  const { runId, reason, emit } = moment;
  const { policy, state, hooks = {}, logger } = options;
  const skip = (why: CompactSkipReason, detail?: string) => {
    if (state.mayTell(runId, why)) emit({ type: 'compact-skipped', reason, why, detail });
  };
  if (!policy.shouldCompact) return;
  if (reason === 'step') {
    if (state.isHeldOff(runId)) return skip('held-off');
    if (!state.breaker.allows(runId)) return skip('breaker-open');
  }
  try {
    if (reason === 'step' && !(await isDue(moment, options))) return;
    const outcome = await compactMemory({
      policy,
      memory: moment.memory,
      reason,
      hooks,
      counter: moment.counter,
      index: state.index,
      signal: moment.signal,
      previous: state.lastResult,
      targetTokens: reason === 'overflow' ? await overflowTarget(moment, options) : undefined,
      logger,
      emit,
    });
    if (outcome.type === 'compacted') {
      moment.addUsage(outcome.result.usage);
      state.compacted(outcome.result);
    } else if (outcome.why === 'nothing-to-compact') {
      throw new CompactError('failed', `"${policy.name}" was due and left memory as it was.`);
    } else {
      skip(outcome.why, outcome.detail);
    }
  } catch (error) {
    // The one place that keeps a compaction failure from the run: it goes on with memory as it was.
    state.breaker.failed(runId);
    emit({ type: 'compact-failed', reason, error });
  }
}

async function isDue({ memory, counter }: ModelCallMoment, { policy, state, logger }: AutoCompactOptions) {
  const snapshot = await memory.snapshot();
  const { index, lastResult } = state;
  return policy.shouldCompact?.(snapshot, { counter, index, previous: lastResult, logger }) ?? false;
}

async function overflowTarget({ memory, counter }: ModelCallMoment, { state }: AutoCompactOptions) {
  const tokens = memoryTokens(await memory.snapshot(), { counter, index: state.index });
  return Math.floor(tokens * OVERFLOW_TARGET_SHARE);
}
