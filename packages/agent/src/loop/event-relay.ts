import type { AgentEvent, AgentHappening } from './agent-event.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import { tellListener } from './tell-listener.ts';

type Heard = Pick<AgentLoopContext, 'onEvent' | 'log' | 'runId' | 'logger'>;

/** Passes a run's events on, and tells more of the same run, in the step under way. */
export class EventRelay {
  readonly #context: Heard;
  #step = 0;

  constructor(context: Heard) {
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
    tellListener(onEvent, { ...happening, sessionId: log.sessionId, runId, step: this.#step }, logger);
  }
}
