import type { CompactPolicy } from '../compact/compact-policy.ts';
import type { ContextBudget } from '../context/context-budget.ts';
import type { ContextProjector } from '../context/context-projector.ts';
import { ConfigError } from '../errors.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { type Logger, silentLogger } from '../logger.ts';
import type { AgentEventListener } from '../loop/agent-event.ts';
import type { AgentHooks } from '../loop/agent-hooks.ts';
import { type AgentLimits, resolveAgentLimits } from '../loop/agent-limits.ts';
import type { AgentLoopContext, BudgetSituation } from '../loop/agent-loop-context.ts';
import type { AgentRuntime } from '../loop/agent-runtime.ts';
import type { BeforeModelCall } from '../loop/before-model-call.ts';
import { type Clock, systemClock } from '../loop/clock.ts';
import { reactRuntime } from '../loop/react-runtime.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import { LoggedAgentMemory } from '../memory/logged-agent-memory.ts';
import type { ModelClient } from '../model/model-client.ts';
import type { ToolSet } from '../model/tool.ts';
import type { Redactor } from '../redactor.ts';
import { familyOfModel } from '../tokens/model-family.ts';
import { scriptAwareTokenEstimator } from '../tokens/script-aware-token-estimator.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { inMemorySessionStore } from './in-memory-session-store.ts';
import type { SessionStore } from './session-store.ts';

/** What tools of one session may be made of. */
export interface ToolSituation {
  readonly sessionId: string;
  /** The whole history of the session: what `recallTool` and `searchHistoryTool` read. */
  readonly log: SessionEventLog;
}

/** What an agent is made of; all of its sessions share it, none of its state. */
export interface AgentOptions {
  /** For logs and traces. Default `agent`. */
  readonly name?: string | undefined;
  readonly model: ModelClient;
  /** The system prompt. Default: none. */
  readonly instructions?: string | undefined;
  /** Or what makes the tools of one session. Default: none. */
  readonly tools?: ToolSet | ((situation: ToolSituation) => ToolSet) | undefined;
  /** The way of working. Default `reactRuntime()`. */
  readonly runtime?: AgentRuntime | undefined;
  /** Makes a session's memory, a fold of the log it is given. Default `LoggedAgentMemory`. */
  readonly memory?: ((log: SessionEventLog) => AgentMemory) | undefined;
  /** Default `typeAwareContextProjector`. */
  readonly contextProjector?: ContextProjector | undefined;
  /** Switches projection on; a function where it depends on the session, the model or the step. */
  readonly contextBudget?: ContextBudget | ((situation: BudgetSituation) => ContextBudget) | undefined;
  /** Compacts before model calls when its `shouldCompact` says so, and by `session.compact()`. */
  readonly compactPolicy?: CompactPolicy | undefined;
  /** More that runs before each model call, after the compaction by `compactPolicy`. */
  readonly beforeModelCall?: readonly BeforeModelCall[] | undefined;
  readonly hooks?: AgentHooks | undefined;
  /** Of each run; a run may set its own. */
  readonly limits?: AgentLimits | undefined;
  /** Default `parallel`. */
  readonly toolExecution?: 'parallel' | 'serial' | undefined;
  readonly requestOptions?: AgentLoopContext['requestOptions'];
  /** Default: in memory, for as long as the agent lives. */
  readonly sessionStore?: SessionStore | undefined;
  /** Default: the estimator of the model's family. */
  readonly tokenCounter?: TokenCounter | undefined;
  /**
   * Takes secrets out of what sessions append to their logs: user input, model output, tool outputs,
   * summaries, metadata. Memory is a fold of the log, so requests, summary requests and snapshots do not
   * have them either. Tools are carried out with the arguments as the model wrote them, unless the call
   * waited for an approval: then with what the log has. Events that listeners get are not redacted.
   */
  readonly redactor?: Redactor | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Makes ids, unique in every session, also in other processes. Default: random UUIDs. */
  readonly newId?: (() => string) | undefined;
  /** Hears of every run and compaction of every session. */
  readonly onEvent?: AgentEventListener | undefined;
}

type Defaulted =
  | 'name'
  | 'runtime'
  | 'memory'
  | 'sessionStore'
  | 'tokenCounter'
  | 'logger'
  | 'clock'
  | 'newId';

export type ResolvedAgentOptions = Omit<AgentOptions, Defaulted> & {
  readonly [Name in Defaulted]-?: NonNullable<AgentOptions[Name]>;
};

/** @throws ConfigError naming the option that cannot work, and what it may be */
export function resolveAgentOptions(options: AgentOptions): ResolvedAgentOptions {
  refuseUnusable(options);
  const logger = options.logger ?? silentLogger;
  return {
    ...options,
    name: options.name ?? 'agent',
    runtime: options.runtime ?? reactRuntime(),
    memory: options.memory ?? ((log) => new LoggedAgentMemory(log, { logger })),
    sessionStore: options.sessionStore ?? inMemorySessionStore(),
    tokenCounter:
      options.tokenCounter ?? scriptAwareTokenEstimator({ family: familyOfModel(options.model.model) }),
    logger,
    clock: options.clock ?? systemClock,
    newId: options.newId ?? (() => globalThis.crypto.randomUUID()),
  };
}

/** Types say the same; this is for those who have none, and for values that types cannot tell apart. */
function refuseUnusable(options: AgentOptions): void {
  if (options.model === undefined)
    throw new ConfigError('missing_option', 'model is missing; an agent needs a ModelClient.');
  requireThat(hasMethods(options.model, ['stream']), 'model', 'a ModelClient');
  requireThat(isAbsentOr('string', options.instructions), 'instructions', 'a text');
  requireThat(isAbsentOr('string', options.name), 'name', 'a text');
  const { tools, contextBudget, compactPolicy, sessionStore, runtime, tokenCounter, toolExecution } = options;
  if (tools !== undefined && typeof tools !== 'function') refuseUnusableTools(tools);
  if (contextBudget !== undefined && typeof contextBudget !== 'function') refuseUnusableBudget(contextBudget);
  requireThat(absentOrHas(compactPolicy, ['compact']), 'compactPolicy', 'a CompactPolicy');
  requireThat(absentOrHas(runtime, ['equip']), 'runtime', 'an AgentRuntime');
  requireThat(absentOrHas(tokenCounter, ['countItem', 'countText']), 'tokenCounter', 'a TokenCounter');
  requireThat(
    absentOrHas(sessionStore, ['openLog', 'load', 'save', 'delete', 'list']),
    'sessionStore',
    'a SessionStore',
  );
  for (const name of ['contextProjector', 'redactor', 'newId', 'onEvent', 'memory'] as const)
    requireThat(isAbsentOr('function', options[name]), name, 'a function');
  requireThat(
    toolExecution === undefined || ['parallel', 'serial'].includes(toolExecution),
    'toolExecution',
    '"parallel" or "serial"',
  );
  resolveAgentLimits(options.limits);
}

function refuseUnusableTools(tools: ToolSet): void {
  requireThat(typeof tools === 'object' && tools !== null, 'tools', 'an object of tools by name');
  for (const [name, made] of Object.entries(tools))
    requireThat(hasMethods(made, ['parse', 'execute']), `tools.${name}`, 'made by tool()');
}

function refuseUnusableBudget(budget: ContextBudget): void {
  const numbers = [
    'maxItems',
    'maxApproxChars',
    'maxTokens',
    'maxBytes',
    'pinnedPrefixItems',
    'maxRecentToolResults',
    'minClearTokens',
    'slackItems',
  ] as const;
  for (const name of numbers) {
    const value = budget[name];
    const isUsable = value === undefined || (typeof value === 'number' && value >= 0);
    requireThat(isUsable, `contextBudget.${name}`, `a number of 0 or more, not ${String(value)}`);
  }
}

function requireThat(holds: boolean, option: string, what: string): void {
  if (!holds) throw new ConfigError('invalid_option', `${option} must be ${what}.`);
}

function isAbsentOr(type: 'string' | 'function', value: unknown): boolean {
  return value === undefined || typeof value === type;
}

function absentOrHas(value: unknown, methods: readonly string[]): boolean {
  return value === undefined || hasMethods(value, methods);
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return methods.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function');
}
