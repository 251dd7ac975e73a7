import { z } from 'zod/v4';
import type { ResolvedCodingAgentOptions } from '../options.ts';
import type { TurnSignals } from './turn-signals.ts';

/**
 * Why a task ended.
 * - `completed`: the last turn answered and announced no more work.
 * - `needs_user_input`: it asked the user; or `continueAfterCompact` is off and work is left.
 * - `blocked_by_approval`: a call was rejected, or waits for an approval.
 * - `blocked_by_tool_error`: it ended in a failed call and did not say that the work is done.
 * - `max_auto_follow_ups`, `max_total_turns`: work is left, and a limit of the options is reached.
 * - `interrupted`: it was aborted.
 * - `error`: the model could not be called, or a limit of the run (time, tokens) was reached.
 */
export const codingStopReasonSchema = z.enum([
  'completed',
  'needs_user_input',
  'blocked_by_approval',
  'blocked_by_tool_error',
  'max_auto_follow_ups',
  'max_total_turns',
  'interrupted',
  'error',
]);
export type CodingStopReason = z.infer<typeof codingStopReasonSchema>;

export const continueReasonSchema = z.enum([
  'continue_after_compaction',
  'continue_after_tool_work',
  'continue_autonomous_work',
]);
export type ContinueReason = z.infer<typeof continueReasonSchema>;

const decisionSchemas = [
  z.object({ action: z.literal('continue'), reason: continueReasonSchema }).readonly(),
  z
    .object({
      action: z.literal('stop'),
      reason: codingStopReasonSchema,
      /** One sentence for a person. */
      detail: z.string(),
    })
    .readonly(),
] as const;

export type CodingLoopDecision = z.infer<(typeof decisionSchemas)[number]>;
export const codingLoopDecisionSchema: z.ZodType<CodingLoopDecision> = z.discriminatedUnion(
  'action',
  decisionSchemas,
);

/** How far the task has come. */
export interface TaskProgress {
  /** Turns that ended, the user's own included. */
  readonly turns: number;
  /** Turns that the loop added by itself. */
  readonly followUps: number;
}

export type ContinuationOptions = Pick<
  ResolvedCodingAgentOptions,
  | 'autoContinueEnabled'
  | 'maxAutoFollowUps'
  | 'maxTotalTurns'
  | 'continueAfterCompact'
  | 'stopOnApprovalBlock'
  | 'stopOnExplicitQuestion'
>;

/** Whether the task goes on after a turn. The first rule that applies decides. */
export function decideContinuation(
  signals: TurnSignals,
  progress: TaskProgress,
  options: ContinuationOptions,
): CodingLoopDecision {
  const ending = hardStop(signals, options);
  if (ending) return ending;
  if (!isWorkLeft(signals)) return stop('completed', 'The turn ended with an answer.');
  if (!options.autoContinueEnabled) return stop('completed', 'Work may be left; autoContinueEnabled is off.');
  if (signals.wasCompacted && !options.continueAfterCompact) {
    return stop('needs_user_input', 'Memory was compacted, and continueAfterCompact is off.');
  }
  if (options.maxAutoFollowUps > 0 && progress.followUps >= options.maxAutoFollowUps) {
    return stop('max_auto_follow_ups', `The loop added ${progress.followUps} turn(s), as many as it may.`);
  }
  if (options.maxTotalTurns > 0 && progress.turns >= options.maxTotalTurns) {
    return stop('max_total_turns', `The task took ${progress.turns} turn(s), as many as it may.`);
  }
  return { action: 'continue', reason: continueReason(signals) };
}

/** What ends a task whatever is left to do. */
function hardStop(signals: TurnSignals, options: ContinuationOptions): CodingLoopDecision | undefined {
  switch (signals.ended) {
    case 'interrupted':
      return stop('interrupted', 'The turn was aborted.');
    case 'error':
      return stop('error', 'The model could not be called, or declined.');
    case 'timeout':
      return stop('error', 'The time of the run was up.');
    case 'token_limit':
      return stop('error', 'The tokens of the run were used up.');
    case 'awaiting_approval':
      return stop('blocked_by_approval', 'Calls wait for an approval.');
    case 'completed':
    case 'max_steps':
      break;
    default:
      return signals.ended satisfies never;
  }
  if (signals.wasRejected && options.stopOnApprovalBlock) {
    return stop('blocked_by_approval', 'A call was rejected.');
  }
  if (signals.question !== undefined && options.stopOnExplicitQuestion) {
    return stop('needs_user_input', signals.question);
  }
  if (signals.endedInToolError && !signals.isDone) {
    return stop('blocked_by_tool_error', 'The turn ended in a failed call.');
  }
  return undefined;
}

function isWorkLeft({ ended, isCutOff, hasText, goesOn, isDone }: TurnSignals): boolean {
  return ended === 'max_steps' || isCutOff || !hasText || (goesOn && !isDone);
}

function continueReason({ wasCompacted, usedTools }: TurnSignals): ContinueReason {
  if (wasCompacted) return 'continue_after_compaction';
  return usedTools ? 'continue_after_tool_work' : 'continue_autonomous_work';
}

function stop(reason: CodingStopReason, detail: string): CodingLoopDecision {
  return { action: 'stop', reason, detail };
}
