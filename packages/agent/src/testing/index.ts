// The surface of @ai4j/agent/testing: doubles and conformance suites for people who write adapters.
export { type AgentMemoryFactory, agentMemoryConformance } from './agent-memory-conformance.ts';
export { type BlobStoreFactory, blobStoreConformance } from './blob-store-conformance.ts';
export { type ConformanceCase, check, checkEqual } from './check.ts';
export { type CompactPolicyFactory, compactPolicyConformance } from './compact-policy-conformance.ts';
export { contextProjectorConformance } from './context-projector-conformance.ts';
export { assistant, call, injected, output, pair, reasoning, user } from './item-builders.ts';
export {
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  type ScriptedResponse,
  scriptedModel,
} from './scripted-model.ts';
export { type SessionEventLogFactory, sessionEventLogConformance } from './session-event-log-conformance.ts';
export { type SessionStoreFactory, sessionStoreConformance } from './session-store-conformance.ts';
