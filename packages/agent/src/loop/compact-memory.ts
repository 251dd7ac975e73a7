import type { CompactContext, CompactPolicy, CompactResult } from '../compact/compact-policy.ts';
import type { ContextIndex } from '../context/context-index.ts';
import { CompactError, SessionConflictError } from '../errors.ts';
import { recordOf } from '../log/compact-record.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { AgentHappening, CompactReason, CompactSkipReason } from './agent-event.ts';
import type { AgentHooks, CompactDecision } from './agent-hooks.ts';
import { describeCompaction } from './describe-compaction.ts';
import { refuseUnsoundMemory } from './refuse-unsound-memory.ts';
import { untilAborted } from './until-aborted.ts';

export interface CompactMemoryRequest extends Omit<CompactContext, 'counter' | 'index' | 'signal'> {
  readonly policy: CompactPolicy;
  readonly memory: AgentMemory;
  readonly reason: CompactReason;
  readonly hooks: AgentHooks;
  readonly counter: TokenCounter;
  readonly index: ContextIndex;
  readonly signal: AbortSignal;
  emit(event: AgentHappening): void;
}

export type CompactOutcome =
  | { readonly type: 'compacted'; readonly result: CompactResult }
  | { readonly type: 'skipped'; readonly why: CompactSkipReason; readonly detail?: string | undefined };

/**
 * Compacts once, automatically or by hand: hook, policy, acceptance, then one atomic replacement of
 * memory, then the event and the observing hook. Either memory is the result, or it is untouched.
 * @throws CompactError `failed` when the result is not accepted, and whatever hook or policy throw
 */
export async function compactMemory(request: CompactMemoryRequest): Promise<CompactOutcome> {
  const { memory, signal } = request;
  const snapshot = await memory.snapshot();
  let result: CompactResult;
  try {
    const decision = await untilAborted(askHook(request, snapshot), signal);
    if (decision.action === 'veto') return { type: 'skipped', why: 'vetoed', detail: decision.reason };
    const source = decision.snapshot ?? snapshot;
    result = await untilAborted(request.policy.compact(source, contextOf(request, decision)), signal);
  } catch (error) {
    if (signal.aborted) return { type: 'skipped', why: 'aborted' };
    throw error;
  }
  if (result.memory === snapshot) return { type: 'skipped', why: 'nothing-to-compact' };
  refuseUnsoundMemory(snapshot, result, request);

  try {
    await memory.restore(result.memory, {
      reason: 'compact',
      result: recordOf(result),
      ifUnchanged: snapshot,
    });
  } catch (error) {
    if (!isStale(error)) throw error;
    return { type: 'skipped', why: 'stale' };
  }
  request.emit({ type: 'memory-compress', report: describeCompaction(snapshot, result, request), result });
  await observe(request, result);
  return { type: 'compacted', result };
}

async function askHook(
  { hooks, policy, reason }: CompactMemoryRequest,
  snapshot: MemorySnapshot,
): Promise<CompactDecision> {
  return (await hooks.beforeCompact?.({ snapshot, policy: policy.name, reason })) ?? { action: 'proceed' };
}

function contextOf(
  request: CompactMemoryRequest,
  { instructions }: Extract<CompactDecision, { readonly action: 'proceed' }>,
): CompactContext {
  const { signal, counter, index, targetTokens, previous, logger } = request;
  const asked = [request.instructions, instructions].filter((text) => text !== undefined);
  return {
    signal,
    counter,
    index,
    targetTokens,
    previous,
    logger,
    instructions: asked.length > 0 ? asked.join('\n') : undefined,
  };
}

/** Another change came first, here or in another process: the result is of a memory that is no more. */
function isStale(error: unknown): boolean {
  return SessionConflictError.isInstance(error) || (CompactError.isInstance(error) && error.code === 'stale');
}

async function observe({ hooks, reason, emit }: CompactMemoryRequest, result: CompactResult): Promise<void> {
  try {
    await hooks.onCompact?.({ result, reason });
  } catch (error) {
    emit({ type: 'hook-failed', hook: 'onCompact', error });
  }
}
