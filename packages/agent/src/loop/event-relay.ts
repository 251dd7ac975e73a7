import type { AgentEvent, AgentHappening } from './agent-event.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';

/** Passes a run's events on, and tells more of the same run, in the step under way. */
export class EventRelay {
  readonly #context: AgentLoopContext;
  #step = 0;

  constructor(context: AgentLoopContext) {
    this.#context = context;
  }

  /** For the loop, in place of the listener. */
  pass(event: AgentEvent): unknown {
    this.#step = event.step;
    return this.#context.onEvent?.(event);
  }

  /** A listener that throws is logged, as in the loop. */
  emit(happening: AgentHappening): void {
    const { onEvent, log, runId, logger } = this.#context;
    try {
      onEvent?.({ ...happening, sessionId: log.sessionId, runId, step: this.#step });
    } catch (error) {
      logger?.warn({ error, event: happening.type }, 'a listener threw; the run goes on');
    }
  }
}
