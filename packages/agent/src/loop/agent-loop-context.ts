import type { ContextBudget } from '../context/context-budget.ts';
import type { ContextProjector } from '../context/context-projector.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { Logger } from '../logger.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { ModelClient, ModelRequest } from '../model/model-client.ts';
import type { ToolSet } from '../model/tool.ts';
import type { AgentEventListener } from './agent-event.ts';
import type { AgentHooks } from './agent-hooks.ts';
import type { AgentLimits } from './agent-limits.ts';
import type { AgentLoopState } from './agent-loop-state.ts';
import type { BeforeModelCall } from './before-model-call.ts';
import type { Clock } from './clock.ts';

/** What a budget may depend on; tenant and task come by closure. */
export interface BudgetSituation {
  readonly sessionId: string;
  readonly model: string;
  /** From 1. */
  readonly step: number;
}

/** Everything one run works with. */
export interface AgentLoopContext {
  readonly runId: string;
  readonly model: ModelClient;
  /** Appended to memory first. Refused with ConfigError while calls wait for an approval. Absent: goes on with what is there. */
  readonly input?: readonly MemoryItem[] | undefined;
  readonly instructions?: string | undefined;
  readonly tools?: ToolSet | undefined;
  /** What every model request of this run carries besides. */
  readonly requestOptions?:
    | Pick<ModelRequest, 'toolChoice' | 'maxOutputTokens' | 'temperature' | 'providerOptions'>
    | undefined;
  readonly memory: AgentMemory;
  /** The log that memory is a fold of. */
  readonly log: SessionEventLog;
  /** What the session keeps from run to run. */
  readonly state: AgentLoopState;
  /** Switches projection on. */
  readonly budget?: ContextBudget | ((situation: BudgetSituation) => ContextBudget) | undefined;
  readonly projector?: ContextProjector | undefined;
  /** Run in order before each model call: auto-compaction and the like. */
  readonly beforeModelCall?: readonly BeforeModelCall[] | undefined;
  readonly hooks?: AgentHooks | undefined;
  readonly limits?: AgentLimits | undefined;
  /** Default `parallel`; outputs are in call order either way. */
  readonly toolExecution?: 'parallel' | 'serial' | undefined;
  readonly onEvent?: AgentEventListener | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Makes ids for outputs, unique in the session. */
  readonly newId: () => string;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | undefined;
}
