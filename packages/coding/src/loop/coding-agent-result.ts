import type { AgentResult, TokenUsage } from '@ai4j/agent';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import type { CodingLoopDecision, CodingStopReason } from './decide-continuation.ts';

/** What a task came to: the user's turn and those that the loop added. */
export interface CodingAgentResult {
  readonly stopReason: CodingStopReason;
  /** Why it ended, in one sentence for a person. */
  readonly detail: string;
  /** The text of the last model response. */
  readonly text: string;
  /** Of each turn, in order; never empty. */
  readonly turns: readonly AgentResult[];
  /** After each turn. */
  readonly decisions: readonly CodingLoopDecision[];
  /** Automatic compactions in and after the turns. */
  readonly compactions: readonly CodingSessionCompactResult[];
  /** Turns that the loop added by itself. */
  readonly followUps: number;
  /** Model responses of all turns. */
  readonly steps: number;
  /** Of all model calls of the task, those of compactions included, each once. */
  readonly usage: TokenUsage;
  /** Calls that wait for an approval. */
  readonly pendingApprovals: AgentResult['pendingApprovals'];
  /** What ended the last turn, where that was an error. */
  readonly error?: unknown;
}
