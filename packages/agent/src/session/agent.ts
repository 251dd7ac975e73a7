import { ConfigError, SessionStoreError } from '../errors.ts';
import type { AgentResult } from '../loop/agent-result.ts';
import type { AgentInput } from './agent-input.ts';
import { type AgentOptions, type ResolvedAgentOptions, resolveAgentOptions } from './agent-options.ts';
import { AgentSession, type RunOptions } from './agent-session.ts';
import { firstEvents } from './seed-log.ts';
import type { AgentSessionSnapshot, SessionMetadata } from './session-snapshot.ts';

export interface NewSessionOptions {
  /** Default: `session_` and a new id. */
  readonly sessionId?: string | undefined;
  readonly metadata?: SessionMetadata | undefined;
  /** Begins with what a snapshot has, for hosts that move a session without its log. */
  readonly from?: AgentSessionSnapshot | undefined;
}

/** A model, its tools and its ways; the state is in the sessions. */
export interface Agent {
  readonly name: string;
  /**
   * Begins a session and writes its first event.
   * @throws ConfigError when a session of this id is there already
   */
  newSession(options?: NewSessionOptions): Promise<AgentSession>;
  /**
   * A session that the store has, as its log tells: a saved snapshot that is older, damaged or gone makes
   * no difference.
   * @throws SessionStoreError `not_found`; SnapshotVersionError when a later release wrote log or snapshot
   */
  resumeSession(sessionId: string): Promise<AgentSession>;
  /** Runs once, in a session of its own, which the store keeps. */
  run(input: AgentInput, options?: RunOptions): Promise<AgentResult>;
}

/** @throws ConfigError naming the option that cannot work */
export function createAgent(options: AgentOptions): Agent {
  return new OptionsAgent(resolveAgentOptions(options));
}

class OptionsAgent implements Agent {
  readonly #options: ResolvedAgentOptions;

  constructor(options: ResolvedAgentOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  async newSession({ sessionId, metadata = {}, from }: NewSessionOptions = {}): Promise<AgentSession> {
    const { sessionStore, newId } = this.#options;
    const id = sessionId ?? `session_${newId()}`;
    const log = await sessionStore.openLog(id, { create: true });
    try {
      if ((await log.version()) > 0)
        throw new ConfigError('invalid_option', `There is a session "${id}" already; resume it.`);
      return await AgentSession.open(log, this.#options, firstEvents(metadata, from));
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  async resumeSession(sessionId: string): Promise<AgentSession> {
    const { sessionStore } = this.#options;
    // Only to refuse what a later release wrote: memory is what the log says.
    await sessionStore.load(sessionId);
    const log = await sessionStore.openLog(sessionId);
    try {
      if ((await log.version()) === 0)
        throw new SessionStoreError('not_found', `There is no session "${sessionId}".`);
      return await AgentSession.open(log, this.#options);
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  async run(input: AgentInput, options?: RunOptions): Promise<AgentResult> {
    const session = await this.newSession();
    try {
      return await session.run(input, options);
    } finally {
      await session.close();
    }
  }
}
