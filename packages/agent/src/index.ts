// The public surface of @ai4j/agent, by name. Exporting is a decision, with a changeset.

// errors, logger

export {
  AgentSessionError,
  type AgentSessionErrorCode,
  Ai4jError,
  CompactError,
  type CompactErrorCode,
  ConfigError,
  type ConfigErrorCode,
  errorText,
  ModelError,
  type ModelErrorCode,
  SessionConflictError,
  SessionStoreError,
  type SessionStoreErrorCode,
  SnapshotVersionError,
} from './errors.ts';
export { type Logger, silentLogger } from './logger.ts';
export { type PatternRedactorOptions, patternRedactor } from './redactor/pattern-redactor.ts';
export type { SecretPattern } from './redactor/secret-pattern.ts';
export { secretPatterns } from './redactor/secret-patterns.ts';
export type { Redactor } from './redactor.ts';

// items

export {
  type AgentItem,
  agentItemSchema,
  type FunctionCallItem,
  type FunctionCallOutputItem,
  isAssistantSide,
  isMemoryItem,
  isTypedUserMessage,
  type MemoryItem,
  type MessageItem,
  type MessageOrigin,
  memoryItemSchema,
  type OpaqueItem,
  type OutputOutcome,
  type ReasoningItem,
  type SummaryItem,
} from './items/agent-item.ts';
export { clipMiddle, headOf, tailOf } from './items/clip-text.ts';
export {
  type Content,
  type ContentPart,
  contentParts,
  contentSchema,
  contentText,
  type MediaSource,
} from './items/content.ts';
export { type ItemIndex, indexItems } from './items/item-index.ts';
export { type PairRepair, repairPairs, UNANSWERED_OUTPUT } from './items/pair-repair.ts';
export { transcriptEntry } from './items/transcript.ts';

// tokens

export { approxBytes } from './tokens/approx-bytes.ts';
export { approxChars, IMAGE_APPROX_CHARS } from './tokens/approx-chars.ts';
export {
  type AnchorOutcome,
  ContextTokenMeter,
  type ContextTokenMeterOptions,
  type ContextTokens,
} from './tokens/context-token-meter.ts';
export { type ExactTokenCounterOptions, exactTokenCounter } from './tokens/exact-token-counter.ts';
export { familyOfModel, type ModelFamily, modelFamilies } from './tokens/model-family.ts';
export {
  type ScriptAwareTokenEstimatorOptions,
  scriptAwareTokenEstimator,
} from './tokens/script-aware-token-estimator.ts';
export {
  addTextShape,
  type TextFeature,
  type TextShape,
  textFeatures,
  textShape,
} from './tokens/text-shape.ts';
export type { TokenCounter } from './tokens/token-counter.ts';
export { type TokenFactors, type TokenFraming, tokenFactors } from './tokens/token-factors.ts';
export { promptTokens, type TokenUsage, tokenUsageSchema } from './tokens/token-usage.ts';
export { anchorOf, estimateContextTokens, type UsageAnchor } from './tokens/usage-anchor.ts';

// log

export type { BlobStore } from './log/blob-store.ts';
export {
  type CompactRecord,
  compactRecordSchema,
  type LossRecord,
  lossRecordSchema,
} from './log/compact-record.ts';
export { type ContextReport, contextReportSchema, type ItemFates } from './log/context-report.ts';
export { inMemoryBlobStore } from './log/in-memory-blob-store.ts';
export {
  type InMemorySessionEventLogOptions,
  inMemorySessionEventLog,
} from './log/in-memory-session-event-log.ts';
export { countSeqs, type SeqRange, toSeqRanges } from './log/seq-range.ts';
export {
  lastSeq,
  type MemoryRef,
  type MemoryReplacedReason,
  SESSION_LOG_SCHEMA_VERSION,
  type SessionEvent,
  type SessionEventInput,
  seqWidth,
  sessionEventInputSchema,
  sessionEventSchema,
} from './log/session-event.ts';
export type { AppendOptions, ReadOptions, SessionEventLog } from './log/session-event-log.ts';
export { type Tombstone, tombstoneOf } from './log/tombstone.ts';

// memory

export type { AgentMemory, RestoreOptions, SequencedSnapshot } from './memory/agent-memory.ts';
export { foldMemory, readMemory } from './memory/fold-memory.ts';
export { type InMemoryAgentMemoryOptions, inMemoryAgentMemory } from './memory/in-memory-agent-memory.ts';
export {
  LoggedAgentMemory,
  type LoggedAgentMemoryOptions,
  openAgentMemory,
} from './memory/logged-agent-memory.ts';
export type { MemoryCompressor } from './memory/memory-compressor.ts';
export { emptyMemorySnapshot, type MemorySnapshot, memorySnapshotSchema } from './memory/memory-snapshot.ts';
export { windowedMemoryCompressor } from './memory/windowed-memory-compressor.ts';

// model
export { generate } from './model/generate.ts';
export type { JsonSchema } from './model/json-schema.ts';
export type {
  FinishReason,
  ModelClient,
  ModelRequest,
  ModelResponse,
  ModelStreamPart,
  ToolChoice,
  ToolDefinition,
} from './model/model-client.ts';
export type { SchemaOutput, StandardSchema } from './model/standard-schema.ts';
export {
  DEFAULT_MAX_OUTPUT_CHARS,
  fileEffectsByTool,
  type JsonSchemaToolOptions,
  type SchemaToolOptions,
  type Tool,
  type ToolCallContext,
  type ToolOutput,
  type ToolSet,
  tool,
  toolDefinitions,
} from './model/tool.ts';
export type { ParsedInput } from './model/tool-input.ts';

// context

export type { ContextBudget } from './context/context-budget.ts';
export { ContextIndex, SUMMARY_ITEM_ID } from './context/context-index.ts';
export type { ContextProjection, ContextProjector, ProjectionContext } from './context/context-projector.ts';
export { defaultContextProjector } from './context/default-context-projector.ts';
export type { HistoryView } from './context/history-view.ts';
export type { WorkCounters } from './context/item-sizes.ts';
export { buildModelContext, type ModelContext, type ModelContextRequest } from './context/model-context.ts';
export { CLEARED_REASONING_TEXT, clearedToolResultText } from './context/placeholders.ts';
export { type PositionRun, runsToSeqRanges } from './context/position-runs.ts';
export { typeAwareContextProjector } from './context/type-aware-context-projector.ts';

// rag

export type {
  OmittedRagHit,
  RagCitation,
  RagContext,
  RagContextAssembler,
  RagHit,
} from './rag/rag-context.ts';
export {
  type TokenAwareRagContextAssemblerOptions,
  tokenAwareRagContextAssembler,
} from './rag/token-aware-rag-context-assembler.ts';

// compact

export { type AnswerVerdict, acceptAnswer, type SummaryRefusal } from './compact/accept-summary.ts';
export type { CompactContext, CompactPolicy, CompactResult } from './compact/compact-policy.ts';
export {
  type CompactPolicyMemoryCompressor,
  compactPolicyMemoryCompressor,
} from './compact/compact-policy-memory-compressor.ts';
export { type CutWish, compactionCut } from './compact/compaction-cut.ts';
export { type LlmCompactPolicyOptions, llmCompactPolicy } from './compact/llm-compact-policy.ts';
export { type MeasuredMemory, measureMemory } from './compact/measured-memory.ts';
export { noFindings } from './compact/no-findings.ts';
export {
  requestSummary,
  type SummaryAnswer,
  type SummaryCall,
  type WriteSummaryRequest,
} from './compact/request-summary.ts';
export { shellCommandOf } from './compact/shell-command.ts';
export { STRUCTURED_SUMMARY_MARKER } from './compact/structured-summary.ts';
export {
  type StructuredSummaryCompactPolicyOptions,
  structuredSummaryCompactPolicy,
} from './compact/structured-summary-compact-policy.ts';
export type { SummaryLimits, SummaryRequest } from './compact/summary-request.ts';
export { type TrackedFiles, trackFiles } from './compact/tracked-files.ts';
export type { FileEffects, FileEffectsOf } from './model/file-effects.ts';

// recall

export { type RecalledItem, recallItems } from './recall/recall-items.ts';
export { type RecallReference, resolveReference } from './recall/recall-reference.ts';
export {
  type HistorySource,
  type RecallToolOptions,
  recallTool,
  recallToolNames,
  searchHistoryTool,
} from './recall/recall-tool.ts';
export { type HistoryHit, type SearchOptions, searchHistory } from './recall/search-history.ts';

// loop

export type {
  AgentEvent,
  AgentEventListener,
  AgentEventPlace,
  AgentHappening,
  CompactReason,
  CompactSkipReason,
} from './loop/agent-event.ts';
export type {
  AgentHooks,
  CompactDecision,
  CompactInfo,
  ToolCallDecision,
  ToolCallInfo,
} from './loop/agent-hooks.ts';
export { type AgentLimits, defaultAgentLimits } from './loop/agent-limits.ts';
export { runAgentLoop } from './loop/agent-loop.ts';
export type { AgentLoopContext, BudgetSituation } from './loop/agent-loop-context.ts';
export { AgentLoopState } from './loop/agent-loop-state.ts';
export type { AgentResult, AgentStopReason } from './loop/agent-result.ts';
export type { AgentRuntime } from './loop/agent-runtime.ts';
export { type Approval, ApprovalLedger } from './loop/approval-ledger.ts';
export {
  type AutoCompactOptions,
  autoCompactIfNecessary,
  autoCompaction,
} from './loop/auto-compact.ts';
export type { BeforeModelCall, ModelCallMoment } from './loop/before-model-call.ts';
export { type Clock, systemClock } from './loop/clock.ts';
export { type CodeActRuntimeOptions, codeActRuntime } from './loop/code-act-runtime.ts';
export type { CodeEnd, CodeExecutor, CodeFunction, CodeRequest, CodeResult } from './loop/code-executor.ts';
export { MAX_COMPACT_FAILURES_IN_A_ROW } from './loop/compact-breaker.ts';
export { type CompactMemoryRequest, type CompactOutcome, compactMemory } from './loop/compact-memory.ts';
export { CompactionState } from './loop/compaction-state.ts';
export {
  type DeepResearchRuntimeOptions,
  deepResearchRuntime,
} from './loop/deep-research-runtime.ts';
export { EventQueue } from './loop/event-queue.ts';
export { modelPlanner, type Plan, type Planner, type PlanRequest } from './loop/planner.ts';
export { reactRuntime } from './loop/react-runtime.ts';
export { type ApprovalDecision, resolveApproval } from './loop/resolve-approval.ts';
export { type AgentStream, streamAgentLoop } from './loop/stream-agent-loop.ts';
export { addUsage, noUsage } from './loop/total-usage.ts';

// session

export { type Agent, createAgent, type NewSessionOptions } from './session/agent.ts';
export type { AgentInput } from './session/agent-input.ts';
export type { AgentOptions, ToolSituation } from './session/agent-options.ts';
export type { AgentSession, CompactOptions, ForkOptions, RunOptions } from './session/agent-session.ts';
export type { SessionCompactOutcome } from './session/compact-outcome.ts';
export type { CompactPreview, CompactPreviewOutcome } from './session/compact-preview.ts';
export type { ItemExplanation, ItemSent } from './session/explain-item.ts';
export { type InMemorySessionStoreOptions, inMemorySessionStore } from './session/in-memory-session-store.ts';
export { redactItem } from './session/redact-event.ts';
export { AGENT_NAMESPACE } from './session/session-metadata-event.ts';
export {
  type AgentSessionSnapshot,
  agentSessionSnapshotSchema,
  type PendingApproval,
  parseSessionSnapshot,
  SESSION_SNAPSHOT_SCHEMA_VERSION,
  type SessionMetadata,
} from './session/session-snapshot.ts';
export {
  DEFAULT_LIST_LIMIT,
  type ListOptions,
  type OpenLogOptions,
  type SaveOptions,
  type SessionStore,
} from './session/session-store.ts';
export type { SessionStream } from './session/session-stream.ts';
export { TurnQueue } from './session/turn-queue.ts';
