import {
  type Agent,
  type AgentOptions,
  type AgentSession,
  CompactionState,
  ConfigError,
  createAgent,
  familyOfModel,
  inMemorySessionStore,
  type ModelClient,
  scriptAwareTokenEstimator,
  silentLogger,
  systemClock,
  type ToolSet,
  type ToolSituation,
  toolDefinitions,
} from '@ai4j/agent';
import { codingSessionCompactor } from '../compact/coding-session-compactor.ts';
import type { CodingSessionCompactorOptions } from '../compact/compact-situation.ts';
import { emergencyProjection } from '../compact/emergency-projection.ts';
import {
  type CodingAgentOptions,
  type ResolvedCodingAgentOptions,
  resolveCodingAgentOptions,
} from '../options.ts';
import type { ProcessRegistry } from '../process/process-registry.ts';
import type { WorkspaceContext } from '../workspace/workspace-context.ts';
import { workspaceInstructions } from '../workspace/workspace-instructions.ts';
import type { CodingEventListener } from './coding-event.ts';
import { CodingSession } from './coding-session.ts';
import {
  type CodingRestoreReport,
  type CodingSessionState,
  readCodingSessionState,
} from './coding-session-state.ts';
import { logVersionOf } from './log-version-of.ts';
import { refuseOtherWorkspace } from './refuse-other-workspace.ts';

type Shared =
  | 'model'
  | 'instructions'
  | 'tools'
  | 'contextProjector'
  | 'contextBudget'
  | 'hooks'
  | 'limits'
  | 'toolExecution'
  | 'requestOptions'
  | 'sessionStore'
  | 'tokenCounter'
  | 'redactor'
  | 'logger'
  | 'clock'
  | 'newId';

/** What a coding agent is made of; all of its sessions share it, none of its state. */
export interface CreateCodingAgentOptions extends Pick<AgentOptions, Shared> {
  readonly workspaceContext: WorkspaceContext;
  /** Everything that can be tuned. Default: every knob's own default. */
  readonly codingOptions?: CodingAgentOptions | undefined;
  /** Writes checkpoints. Default: `model`. */
  readonly summaryModel?: ModelClient | undefined;
  /** What summary calls cost, where prices are known. */
  readonly summaryCostOf?: CodingSessionCompactorOptions['costOf'];
  /** Makes the background processes of one session. Default: it has none. */
  readonly processes?: ((situation: ToolSituation) => ProcessRegistry) | undefined;
  /** Hears of every task and compaction of every session. */
  readonly onEvent?: CodingEventListener | undefined;
}

/** A model, its tools and a workspace; the state is in the sessions. */
export interface CodingAgent {
  readonly options: ResolvedCodingAgentOptions;
  /**
   * Begins a session; or goes on from an exported state: in its own session while that is where it was
   * exported, in a fork of that point once it went on, and with what the state has where the store has no
   * such log. `session.restoreReport` says which, and what was mended. Compacts nothing.
   * @throws CodingSessionError `workspace_mismatch`; SnapshotVersionError; ConfigError when it is no state
   */
  newSession(state?: CodingSessionState): Promise<CodingSession>;
  /**
   * A session that the store has, as its log tells.
   * @throws SessionStoreError `not_found`; SnapshotVersionError when a later release wrote it
   */
  resumeSession(sessionId: string): Promise<CodingSession>;
}

/** @throws ConfigError naming the option or the knob that cannot work, and what it may be */
export function createCodingAgent(options: CreateCodingAgentOptions): CodingAgent {
  return new OptionsCodingAgent(options);
}

class OptionsCodingAgent implements CodingAgent {
  readonly options: ResolvedCodingAgentOptions;
  readonly #given: ResolvedGiven;

  constructor(given: CreateCodingAgentOptions) {
    if (typeof given.workspaceContext?.rootPath !== 'string')
      throw new ConfigError('missing_option', 'workspaceContext is missing; make one by workspaceContext().');
    this.options = resolveCodingAgentOptions(given.codingOptions);
    // Says now what would be wrong with every session.
    const { onEvent: _, ...core } = given;
    createAgent(core);
    this.#given = withDefaults(given, this.options);
  }

  async newSession(state?: CodingSessionState): Promise<CodingSession> {
    if (state === undefined) return this.#open((agent) => agent.newSession());
    const { state: readable } = readCodingSessionState(state);
    refuseOtherWorkspace(readable, this.#given.workspaceContext);
    const { sessionId, seq } = readable.log;
    const version = await logVersionOf(readable, this.#given.sessionStore);
    if (version > 0 && version >= seq) return this.#fromLog(sessionId, version === seq ? undefined : seq);
    const session = await this.#open((agent) => agent.newSession(version === 0 ? { sessionId } : {}));
    await session.restore(state);
    return session;
  }

  resumeSession(sessionId: string): Promise<CodingSession> {
    return this.#open((agent) => agent.resumeSession(sessionId));
  }

  async #fromLog(sessionId: string, forkAtSeq: number | undefined): Promise<CodingSession> {
    const report = { source: 'log', repairs: [] } as const;
    if (forkAtSeq === undefined) return this.#open((agent) => agent.resumeSession(sessionId), report);
    return this.#open(async (agent) => {
      const parent = await agent.resumeSession(sessionId);
      try {
        return await parent.fork({ atSeq: forkAtSeq });
      } finally {
        await parent.close();
      }
    }, report);
  }

  /** Each session has an agent of its own: the seam before model calls is the session's. */
  async #open(
    openCore: (agent: Agent) => Promise<AgentSession>,
    restoreReport?: CodingRestoreReport,
  ): Promise<CodingSession> {
    const { options } = this;
    const given = this.#given;
    const { tokenCounter: counter, summaryModel, model, redactor, clock } = given;
    const state = new CompactionState();
    let session: CodingSession | undefined;
    let tools: ToolSet = {};
    let processes: ProcessRegistry | undefined;
    let fixedTokens = 0;

    const agent = createAgent({
      ...given,
      tools: (situation) => {
        processes = given.processes?.(situation);
        tools = (typeof given.tools === 'function' ? given.tools(situation) : given.tools) ?? {};
        return tools;
      },
      ...(options.autoCompactEnabled && {
        contextBudget: given.contextBudget ?? {},
        contextProjector: emergencyProjection({
          targetTokens: options.compactTargetTokens,
          fixedTokens: () => fixedTokens,
          counter,
          projector: given.contextProjector,
        }),
      }),
      beforeModelCall: [async (moment) => session?.beforeModelCall(moment)],
    });
    const core = await openCore(agent);
    const definitions = toolDefinitions(tools);
    const systemPromptTokens = counter.countText(given.instructions ?? '');
    const toolTokens = counter.countText(definitions.length > 0 ? JSON.stringify(definitions) : '');
    fixedTokens = systemPromptTokens + toolTokens;
    session = await CodingSession.open({
      session: core,
      workspace: given.workspaceContext,
      options,
      counter,
      state,
      hooks: given.hooks ?? {},
      compactor: codingSessionCompactor({
        model: summaryModel ?? model,
        options,
        counter,
        redact: redactor,
        index: state.index,
        costOf: given.summaryCostOf,
        nowEpochMs: () => clock.nowEpochMs(),
      }),
      systemPromptTokens,
      toolTokens,
      processes,
      redactor,
      logger: given.logger,
      newId: given.newId,
      onEvent: given.onCodingEvent,
      restoreReport,
      resume: (sessionId) => this.resumeSession(sessionId),
    });
    return session;
  }
}

type Defaulted = 'sessionStore' | 'tokenCounter' | 'logger' | 'clock' | 'newId';

type ResolvedGiven = Omit<CreateCodingAgentOptions, Defaulted | 'onEvent'> & {
  readonly [Name in Defaulted]-?: NonNullable<CreateCodingAgentOptions[Name]>;
} & { readonly onCodingEvent: CodingEventListener | undefined };

/** All sessions share one store, one counter and one source of ids. */
function withDefaults(
  { onEvent, ...given }: CreateCodingAgentOptions,
  { prependWorkspaceInstructions }: ResolvedCodingAgentOptions,
): ResolvedGiven {
  const { instructions, workspaceContext } = given;
  const prepended = prependWorkspaceInstructions ? workspaceInstructions(workspaceContext) : undefined;
  return {
    ...given,
    instructions: [prepended, instructions].filter((text) => text).join('\n\n') || undefined,
    sessionStore: given.sessionStore ?? inMemorySessionStore(),
    tokenCounter:
      given.tokenCounter ?? scriptAwareTokenEstimator({ family: familyOfModel(given.model.model) }),
    logger: given.logger ?? silentLogger,
    clock: given.clock ?? systemClock,
    newId: given.newId ?? (() => globalThis.crypto.randomUUID()),
    onCodingEvent: onEvent,
  };
}
