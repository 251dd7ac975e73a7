import type { CompactResult } from '../compact/compact-policy.ts';
import { ContextIndex } from '../context/context-index.ts';
import { type CompactRecord, recordOf } from '../log/compact-record.ts';
import { CompactBreaker } from './compact-breaker.ts';

/** What automatic compaction keeps of one session from step to step. Never shared between sessions. */
export class CompactionState {
  readonly breaker = new CompactBreaker();
  /** What the policy remembers of this memory. */
  readonly index = new ContextIndex();
  /** The last compaction, automatic or manual; a session that resumes sets it from its log. */
  lastResult: CompactRecord | undefined;
  #heldOff = false;
  #heldOffRun: string | undefined;
  /** The last skip that was told, so that a run tells each once. */
  #told: string | undefined;

  /** After an undo: no automatic compaction in the run under way, or else the next one, unless it overflows. */
  holdOff(): void {
    this.#heldOff = true;
    this.#heldOffRun = undefined;
  }

  /** Whether an undo keeps compaction off in this run; the first run that asks is the one held off, a later one ends it. */
  isHeldOff(runId: string): boolean {
    if (!this.#heldOff) return false;
    this.#heldOffRun ??= runId;
    if (this.#heldOffRun !== runId) this.#heldOff = false;
    return this.#heldOff;
  }

  /** Memory was compacted: what kept compaction back no longer holds. */
  compacted(result: CompactResult): void {
    this.lastResult = recordOf(result);
    this.#heldOff = false;
    this.breaker.close();
  }

  /** True once for each run and kind of skip. */
  mayTell(runId: string, why: string): boolean {
    const skip = `${runId} ${why}`;
    if (this.#told === skip) return false;
    this.#told = skip;
    return true;
  }
}
