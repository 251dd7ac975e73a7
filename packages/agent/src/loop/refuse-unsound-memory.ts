import type { CompactResult } from '../compact/compact-policy.ts';
import { measureMemory } from '../compact/measured-memory.ts';
import type { ContextIndex } from '../context/context-index.ts';
import { CompactError } from '../errors.ts';
import { waitingCalls } from '../items/waiting-calls.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

/** A policy that counts items may pay for fewer of them with a summary of this many Tokens. */
const SUMMARY_ALLOWANCE_TOKENS = 1_000;

/**
 * Holds for every policy, whoever wrote it: the new memory is smaller, is not empty, and still has the
 * calls that wait for an output.
 * @throws CompactError `failed`
 */
export function refuseUnsoundMemory(
  before: MemorySnapshot,
  { policy, memory }: CompactResult,
  measuring: { readonly counter: TokenCounter; readonly index: ContextIndex },
): void {
  if (before.items.length > 0 && memory.items.length === 0 && !memory.summary) {
    throw new CompactError('failed', `"${policy}" left nothing of ${before.items.length} items.`);
  }
  const kept = new Set(memory.items.map(({ id }) => id));
  const lost = waitingCalls(before.items).filter(({ id }) => !kept.has(id));
  if (lost.length > 0) {
    const ids = lost.map(({ callId }) => callId).join(', ');
    throw new CompactError('failed', `"${policy}" dropped calls that wait for an output: ${ids}.`);
  }
  const from = memoryTokens(before, measuring);
  const to = memoryTokens(memory, measuring);
  const allowance = memory.items.length < before.items.length ? SUMMARY_ALLOWANCE_TOKENS : 0;
  if (to >= from + allowance) {
    throw new CompactError(
      'failed',
      `"${policy}" made memory no smaller: ${from} tokens before, ${to} after.`,
    );
  }
}

/** Tokens of a memory, its summary included. */
export function memoryTokens(
  memory: MemorySnapshot,
  { counter, index }: { readonly counter: TokenCounter; readonly index: ContextIndex },
): number {
  return measureMemory(memory, counter, index).tokens;
}
