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
