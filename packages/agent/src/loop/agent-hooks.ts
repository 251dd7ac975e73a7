import type { CompactResult } from '../compact/compact-policy.ts';
import type { FunctionCallItem, FunctionCallOutputItem } from '../items/agent-item.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { ModelRequest } from '../model/model-client.ts';
import type { CompactReason } from './agent-event.ts';

/** A call that is about to be carried out. */
export interface ToolCallInfo {
  readonly call: FunctionCallItem;
  /** The arguments, parsed and valid for the tool. */
  readonly input: unknown;
  /** A person approved this very call; `ask` then counts as `allow`. */
  readonly approved: boolean;
  readonly signal: AbortSignal;
}

export type ToolCallDecision =
  | { readonly action: 'allow' }
  /** Carry it out with this input, which must be valid for the tool too. */
  | { readonly action: 'modify'; readonly input: unknown }
  /** Do not carry it out; the model reads the reason as a `rejected` output. */
  | { readonly action: 'block'; readonly reason: string }
  /** Carry it out only once `resolveApproval` has approved it. */
  | { readonly action: 'ask'; readonly reason?: string | undefined };

export interface CompactInfo {
  readonly snapshot: MemorySnapshot;
  readonly policy: string;
  readonly reason: CompactReason;
}

export type CompactDecision =
  | { readonly action: 'veto'; readonly reason: string }
  | {
      readonly action: 'proceed';
      /** What the policy is given in place of memory; what is missing in it counts as compacted. */
      readonly snapshot?: MemorySnapshot | undefined;
      /** What the summary should focus on, after what the caller asked for. */
      readonly instructions?: string | undefined;
    };

type MaybePromise<T> = T | Promise<T>;

/**
 * Intercepts a run: each hook is awaited, and what it returns counts; undefined changes nothing.
 * A hook that throws never lets its case pass: the call is not carried out, its output is not shown,
 * the request is not sent, memory is not compacted. `onCompact` alone observes.
 */
export interface AgentHooks {
  /** Before each model call: may replace the request. What it drops is in no report. */
  beforeModelRequest?(request: ModelRequest): MaybePromise<ModelRequest | undefined>;
  /** Before each tool call, valid input given; called again when an approved call is carried out. */
  beforeToolCall?(info: ToolCallInfo): MaybePromise<ToolCallDecision | undefined>;
  /** After each tool that ran: may replace output and outcome. The size limit applies to what it returns. */
  afterToolCall?(
    info: ToolCallInfo & { readonly output: FunctionCallOutputItem },
  ): MaybePromise<Pick<FunctionCallOutputItem, 'output' | 'outcome'> | undefined>;
  /** Before each compaction, automatic or manual. */
  beforeCompact?(info: CompactInfo): MaybePromise<CompactDecision | undefined>;
  /** After each compaction that replaced memory. */
  onCompact?(info: { readonly result: CompactResult; readonly reason: CompactReason }): MaybePromise<void>;
}
