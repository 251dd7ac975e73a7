import type { FunctionCallItem, MemoryItem } from '../items/agent-item.ts';
import type { FinishReason } from '../model/model-client.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/**
 * Why a run ended.
 * - `completed`: the model answered without calling a tool.
 * - `awaiting_approval`: `pendingApprovals` wait for `resolveApproval`; the next run goes on from there.
 * - `max_steps`, `timeout`, `token_limit`: a limit of `AgentLimits`.
 * - `interrupted`: the signal was aborted.
 * - `error`: the model could not be called or declined; see `error`.
 */
export type AgentStopReason =
  | 'completed'
  | 'awaiting_approval'
  | 'max_steps'
  | 'timeout'
  | 'token_limit'
  | 'interrupted'
  | 'error';

/** What a run came to. However it ended, memory is legal: every call has an output or waits for an approval. */
export interface AgentResult {
  readonly runId: string;
  readonly stopReason: AgentStopReason;
  /** The text of the last model response; empty when it had none. */
  readonly text: string;
  /** What the run added to memory after its input, in order; what a compaction took out again is in the log. */
  readonly items: readonly MemoryItem[];
  /** Model responses that were received and stored. */
  readonly steps: number;
  /** Of all model calls of the run, those of compactions included, each once. */
  readonly usage: TokenUsage;
  /** Why the last response ended; `length`: its text was cut off by the output limit. */
  readonly finishReason?: FinishReason | undefined;
  /** Calls that wait for an approval, in call order; empty unless `awaiting_approval`. */
  readonly pendingApprovals: readonly FunctionCallItem[];
  /** What ended the run, for `error`: a ModelError, or what a hook or projector threw. */
  readonly error?: unknown;
}
