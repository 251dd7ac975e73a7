import type { AgentEvent } from './agent-event.ts';
import { runAgentLoop } from './agent-loop.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import type { AgentResult } from './agent-result.ts';
import { EventQueue } from './event-queue.ts';

/**
 * A run while it goes on: its events, to be read once, and its totals. Whoever stops reading does not
 * stop the run; the signal does.
 */
export interface AgentStream extends AsyncIterable<AgentEvent> {
  /** As `runAgentLoop` returns or throws it. */
  readonly result: Promise<AgentResult>;
  /** The text of the last response. */
  readonly text: Promise<string>;
}

/** `runAgentLoop` as a stream. It starts at once; where it throws, reading ends and `result` rejects. */
export function streamAgentLoop(context: AgentLoopContext): AgentStream {
  const events = new EventQueue<AgentEvent>();
  const onEvent = (event: AgentEvent) => {
    events.push(event);
    return context.onEvent?.(event);
  };
  const result = runAgentLoop({ ...context, onEvent }).finally(() => events.end());
  const text = result.then((it) => it.text);
  // Who reads only one of the three has the error there.
  for (const promise of [result, text]) promise.catch(() => {});
  return { result, text, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() };
}
