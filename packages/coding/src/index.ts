// The public surface of @ai4j/coding, by name. Exporting is a decision, with a changeset.

// options, process, workspace

export {
  type CodingAgentOptions,
  codingAgentOptionsSchema,
  type ResolvedCodingAgentOptions,
  resolveCodingAgentOptions,
} from './options.ts';
export type {
  ProcessLog,
  ProcessRegistry,
  ReadProcessLog,
  StartProcess,
} from './process/process-registry.ts';
export {
  type ProcessSnapshot,
  type ProcessStatus,
  processSnapshotSchema,
} from './process/process-snapshot.ts';
export { type WorkspaceContext, workspaceContext } from './workspace/workspace-context.ts';

// facts

export { failingCommands } from './facts/command-runs.ts';
export type {
  CommandRun,
  Facts,
  RejectedCall,
  RunningWork,
  StatedConstraint,
} from './facts/facts.ts';
export { FactsAccumulator, factsOf } from './facts/facts-accumulator.ts';
export {
  mergeLedgers,
  openRequests,
  type RequestState,
  type RequestsLedger,
  requestsLedgerSchema,
  type UserRequest,
} from './facts/requests-ledger.ts';

// checkpoint

export { attributeUserWords } from './checkpoint/attribute-user-words.ts';
export { boundedCheckpoint } from './checkpoint/bounded-checkpoint.ts';
export {
  type BoundedListName,
  type CheckpointExtensions,
  type CodingSessionCheckpoint,
  codingSessionCheckpointSchema,
  emptyCheckpoint,
  isEmptyCheckpoint,
} from './checkpoint/coding-session-checkpoint.ts';
export { codingSessionCheckpointFormatter } from './checkpoint/coding-session-checkpoint-formatter.ts';
export { type FallbackMaterial, fallbackCheckpoint } from './checkpoint/fallback-checkpoint.ts';
export { fitCheckpoint } from './checkpoint/fit-checkpoint.ts';
export { mergeCheckpoints } from './checkpoint/merge-checkpoints.ts';

// compact

export {
  type AutoCompactBreaker,
  autoCompactBreakerSchema,
  type BreakerEvent,
  closedBreaker,
  MAX_REFILLS,
  nextBreaker,
  REFILL_RESPONSES,
  type Refill,
} from './compact/auto-compact-breaker.ts';
export {
  type BuiltCheckpoint,
  buildCheckpoint,
  type CheckpointOrder,
  type CheckpointWriter,
} from './compact/build-checkpoint.ts';
export type { CheckpointMaterial } from './compact/checkpoint-request.ts';
export {
  type ClearedReference,
  type CodingCompactSkipReason,
  type CodingSessionCompactResult,
  type CompactStrategy,
  codingSessionCompactResultSchema,
  type SummaryCost,
} from './compact/coding-session-compact-result.ts';
export { type CodingSessionCompactor, codingSessionCompactor } from './compact/coding-session-compactor.ts';
export {
  COMPACTED_RESULT_MARKER,
  type CodingToolResultMicroCompactor,
  codingToolResultMicroCompactor,
  type MicroCompaction,
  type MicroCompactOptions,
} from './compact/coding-tool-result-micro-compactor.ts';
export type { CodingCompaction } from './compact/compact-outcome.ts';
export type { CompactPart } from './compact/compact-part.ts';
export type { CodingCompactRequest, CodingSessionCompactorOptions } from './compact/compact-situation.ts';
export { type ContextFloor, contextFloor } from './compact/context-floor.ts';
export { type EmergencyProjectionOptions, emergencyProjection } from './compact/emergency-projection.ts';
export { type KeepWish, type PreparedCompaction, prepareCompaction } from './compact/prepare-compaction.ts';

// loop

export {
  type CodingTurns,
  runCodingAgentLoop,
  type SettledTurn,
} from './loop/coding-agent-loop-controller.ts';
export type { CodingAgentResult } from './loop/coding-agent-result.ts';
export { type Continuation, codingContinuationPrompt } from './loop/coding-continuation-prompt.ts';
export {
  type CodingLoopDecision,
  type CodingStopReason,
  type ContinuationOptions,
  type ContinueReason,
  codingLoopDecisionSchema,
  codingStopReasonSchema,
  decideContinuation,
  type TaskProgress,
} from './loop/decide-continuation.ts';
export { type SpokenIntent, spokenIntent } from './loop/spoken-intent.ts';
export { type TurnSignals, turnSignals } from './loop/turn-signals.ts';

// session

export {
  type CodingAgent,
  type CreateCodingAgentOptions,
  createCodingAgent,
} from './session/coding-agent.ts';
export type {
  CodingEvent,
  CodingEventListener,
  CodingHappening,
  ContextFigures,
} from './session/coding-event.ts';
export { CODING_NAMESPACE, type CodingFacts, type CodingLogRecord } from './session/coding-log-record.ts';
export type {
  CodingCompactOptions,
  CodingRunOptions,
  CodingSession,
  CodingSessionStream,
  ExportStateOptions,
} from './session/coding-session.ts';
export { CodingSessionError, type CodingSessionErrorCode } from './session/coding-session-error.ts';
export type { CodingSessionSnapshot } from './session/coding-session-snapshot.ts';
export {
  CODING_SESSION_STATE_SCHEMA_VERSION,
  type CodingRestoreReport,
  type CodingSessionState,
  codingSessionStateSchema,
  type ReadableState,
  readCodingSessionState,
} from './session/coding-session-state.ts';
export type { ContextBreakdown, ContextPartName } from './session/context-breakdown.ts';
export {
  HeadlessCodingSessionRuntime,
  type HeadlessObserver,
  type PromptResult,
  type PromptStopReason,
} from './session/headless-coding-session-runtime.ts';
