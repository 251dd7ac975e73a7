import type { AgentInput } from '@ai4j/agent';
import type { CodingAgentResult } from '../loop/coding-agent-result.ts';
import type { CodingStopReason } from '../loop/decide-continuation.ts';
import type { CodingEvent } from './coding-event.ts';
import type { CodingSession } from './coding-session.ts';

/**
 * How a prompt ended, for a host: `end_turn`: the agent is done, or a person is to say how it goes on;
 * `blocked`: by an approval or a failed tool; `cancelled`: by `cancel`; `error`: it could not be carried out.
 */
export type PromptStopReason = 'end_turn' | 'blocked' | 'cancelled' | 'error';

export interface PromptResult {
  readonly stopReason: PromptStopReason;
  /** Absent where the session threw. */
  readonly result?: CodingAgentResult | undefined;
  /** For `error`. */
  readonly error?: unknown;
}

/** What a host hears of each prompt, in order. What it throws stops nothing. */
export interface HeadlessObserver {
  onTurnStarted?(input: AgentInput): void;
  /** Every event: model, tools, each compaction, skip and failure, and each decision of the loop. */
  onSessionEvent?(event: CodingEvent): void;
  onTurnCompleted?(result: PromptResult): void;
}

/** Drives a session for a host without a terminal: prompts in, typed events and a stop reason out. */
export class HeadlessCodingSessionRuntime {
  readonly session: CodingSession;
  readonly #observer: HeadlessObserver;
  #abort: AbortController | undefined;

  constructor(session: CodingSession, observer: HeadlessObserver = {}) {
    this.session = session;
    this.#observer = observer;
  }

  /** Carries a prompt out and saves the session. Never throws: what went wrong is in the result. */
  async runPrompt(input: AgentInput): Promise<PromptResult> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#tell(() => this.#observer.onTurnStarted?.(input));
    const outcome = await this.#run(input, abort.signal);
    this.#tell(() => this.#observer.onTurnCompleted?.(outcome));
    return outcome;
  }

  /** Ends the prompt under way; what it did so far stays. */
  cancel(): void {
    this.#abort?.abort();
  }

  async #run(input: AgentInput, signal: AbortSignal): Promise<PromptResult> {
    try {
      const onEvent = (event: CodingEvent) => this.#observer.onSessionEvent?.(event);
      const result = await this.session.run(input, { signal, onEvent });
      await this.session.save();
      const { error } = result;
      return {
        stopReason: promptStopReason(result.stopReason),
        result,
        ...(error !== undefined && { error }),
      };
    } catch (error) {
      return { stopReason: 'error', error };
    }
  }

  #tell(notify: () => void): void {
    try {
      notify();
    } catch {
      // The observer's own affair: the prompt goes on.
    }
  }
}

function promptStopReason(reason: CodingStopReason): PromptStopReason {
  switch (reason) {
    case 'blocked_by_approval':
    case 'blocked_by_tool_error':
      return 'blocked';
    case 'interrupted':
      return 'cancelled';
    case 'error':
      return 'error';
    case 'completed':
    case 'needs_user_input':
    case 'max_auto_follow_ups':
    case 'max_total_turns':
      return 'end_turn';
    default:
      return reason satisfies never;
  }
}
