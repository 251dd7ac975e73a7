import { type Logger, silentLogger } from '../logger.ts';
import type { AgentEvent, AgentEventListener } from './agent-event.ts';

/** Tells one listener; what it throws, or rejects with, is its own affair: it is logged, and all goes on. */
export function tellListener(
  listener: AgentEventListener | undefined,
  event: AgentEvent,
  logger: Logger = silentLogger,
): void {
  const failed = (error: unknown) =>
    logger.warn({ error, event: event.type }, 'a listener threw; all else goes on');
  try {
    const returned: unknown = listener?.(event);
    if (returned instanceof Promise) returned.catch(failed);
  } catch (error) {
    failed(error);
  }
}
