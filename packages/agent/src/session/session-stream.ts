import type { AgentStream } from '../loop/stream-agent-loop.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/** A run while it goes on: its events, to be read once, and its totals. Whoever stops reading does not stop the run; the signal does. */
export interface SessionStream extends AgentStream {
  /** Of all model calls of the run. */
  readonly usage: Promise<TokenUsage>;
}
