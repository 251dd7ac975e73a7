import { type AgentInput, type AgentResult, addUsage, type MessageItem, noUsage } from '@ai4j/agent';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import type { CodingAgentResult } from './coding-agent-result.ts';
import { type Continuation, codingContinuationPrompt } from './coding-continuation-prompt.ts';
import {
  type CodingLoopDecision,
  type ContinuationOptions,
  decideContinuation,
} from './decide-continuation.ts';
import { turnSignals } from './turn-signals.ts';

/** What was compacted in a turn and after it, and what that cost beyond the turn itself. */
export interface SettledTurn {
  readonly compactions: readonly CodingSessionCompactResult[];
  readonly usage: AgentResult['usage'] | undefined;
}

/** What the loop needs of a session. */
export interface CodingTurns {
  readonly options: ContinuationOptions;
  /** One turn. */
  run(input: AgentInput | undefined): Promise<AgentResult>;
  /** Compacts after a turn, if that is due. */
  settle(turn: AgentResult): Promise<SettledTurn>;
  /** What a turn that the loop adds is to be anchored in. */
  anchor(): Promise<Pick<Continuation, 'checkpoint' | 'requests'>>;
  /** Keeps and tells a decision. */
  decided(turn: number, decision: CodingLoopDecision, result: AgentResult): Promise<void>;
  newId(): string;
}

/**
 * Runs a task: a turn, the compaction after it, and the decision whether it goes on, until it does not. A
 * turn that the loop adds begins with a hidden prompt, stored after the history as an injected message:
 * the prefix stays as it was, and nobody takes it for the user's words.
 * @throws what a turn throws; turns before it stand
 */
export async function runCodingAgentLoop(
  session: CodingTurns,
  input: AgentInput | undefined,
): Promise<CodingAgentResult> {
  const turns: AgentResult[] = [];
  const decisions: CodingLoopDecision[] = [];
  const compactions: CodingSessionCompactResult[] = [];
  let usage = noUsage;
  let next = input;
  for (;;) {
    const turn = await session.run(next);
    const settled = await session.settle(turn);
    turns.push(turn);
    compactions.push(...settled.compactions);
    usage = addUsage(addUsage(usage, turn.usage), settled.usage);

    const progress = { turns: turns.length, followUps: turns.length - 1 };
    const decision = decideContinuation(turnSignals(turn, settled.compactions), progress, session.options);
    decisions.push(decision);
    await session.decided(turns.length, decision, turn);
    if (decision.action === 'stop') {
      return {
        stopReason: decision.reason,
        detail: decision.detail,
        text: turn.text,
        turns,
        decisions,
        compactions,
        followUps: progress.followUps,
        steps: turns.reduce((sum, { steps }) => sum + steps, 0),
        usage,
        pendingApprovals: turn.pendingApprovals,
        ...(turn.error !== undefined && { error: turn.error }),
      };
    }
    const { reason } = decision;
    const compaction = settled.compactions.findLast(({ outcome }) => outcome === 'compacted');
    const anchor = await session.anchor();
    next = hiddenPrompt(session.newId(), { reason, turn: turns.length + 1, compaction, ...anchor });
  }
}

function hiddenPrompt(id: string, continuation: Continuation): MessageItem {
  const content = codingContinuationPrompt(continuation);
  return { type: 'message', id, role: 'user', origin: 'injected', content };
}
