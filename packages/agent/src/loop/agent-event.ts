import type { CompactResult } from '../compact/compact-policy.ts';
import type { FunctionCallItem, FunctionCallOutputItem, MemoryItem } from '../items/agent-item.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { ModelRequest, ModelResponse, ModelStreamPart } from '../model/model-client.ts';
import type { ContextTokens } from '../tokens/context-token-meter.ts';
import type { AgentResult } from './agent-result.ts';

/** What makes a compaction due: a step, an overflow that the provider reported, or someone's wish. */
export type CompactReason = 'step' | 'overflow' | 'manual';

/** Why a compaction that may have been due was not done. */
export type CompactSkipReason =
  /** The policy failed too often in a row. */
  | 'breaker-open'
  /** A compaction was just undone. */
  | 'held-off'
  /** The `beforeCompact` hook said no. */
  | 'vetoed'
  /** The policy found nothing to leave out. */
  | 'nothing-to-compact'
  /** Memory changed while the policy worked. */
  | 'stale'
  /** The run was aborted while the policy worked. */
  | 'aborted';

type Delta = Extract<
  ModelStreamPart,
  { readonly type: 'text-delta' | 'reasoning-delta' | 'call-start' | 'call-delta' }
>;

type Happening =
  | { readonly type: 'run-start'; readonly input: readonly MemoryItem[] }
  | { readonly type: 'run-end'; readonly result: AgentResult }
  /** The run has no result: `runAgentLoop` throws this error. */
  | { readonly type: 'run-failed'; readonly error: unknown }
  | { readonly type: 'step-start' }
  | { readonly type: 'step-end' }
  /** A projection (always, where a budget is set) or, with `result`, a compaction; `report.notes` tells the tiers apart. */
  | {
      readonly type: 'memory-compress';
      readonly report: ContextReport;
      readonly result?: CompactResult | undefined;
    }
  /** Memory is as it was; the run goes on with it. */
  | { readonly type: 'compact-failed'; readonly reason: CompactReason; readonly error: unknown }
  | {
      readonly type: 'compact-skipped';
      readonly reason: CompactReason;
      readonly why: CompactSkipReason;
      readonly detail?: string | undefined;
    }
  | {
      readonly type: 'model-request';
      /** The name of the model that is called. */
      readonly model: string;
      readonly request: ModelRequest;
      readonly tokens: ContextTokens;
    }
  | Delta
  | Extract<ModelStreamPart, { readonly type: 'retry' }>
  /** The response is in memory. */
  | { readonly type: 'model-response'; readonly response: ModelResponse }
  | { readonly type: 'model-failed'; readonly error: unknown }
  | { readonly type: 'tool-start'; readonly call: FunctionCallItem }
  /** Emitted as tools end; their outputs enter memory together, in call order. */
  | { readonly type: 'tool-end'; readonly call: FunctionCallItem; readonly output: FunctionCallOutputItem }
  | {
      readonly type: 'approval-requested';
      readonly call: FunctionCallItem;
      readonly reason?: string | undefined;
    }
  /** An observing hook threw; nothing else happened. */
  | { readonly type: 'hook-failed'; readonly hook: string; readonly error: unknown };

/** Where in which run something happened. */
export interface AgentEventPlace {
  readonly sessionId: string;
  readonly runId: string;
  /** From 1; 0 before the first step of a run. */
  readonly step: number;
}

/** What a run tells while it goes on. Objects are the run's own: look, do not change. */
export type AgentEvent = Happening & AgentEventPlace;

/** An event without its place. */
export type AgentHappening = Happening;

/** Observes a run. What it throws or returns has no effect on the run. */
export type AgentEventListener = (event: AgentEvent) => void;
