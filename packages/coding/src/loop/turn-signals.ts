import type { AgentResult, FunctionCallOutputItem } from '@ai4j/agent';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import { type SpokenIntent, spokenIntent } from './spoken-intent.ts';

/** The facts of one turn by which is decided whether the task goes on. */
export interface TurnSignals extends SpokenIntent {
  /** Why the run of this turn ended. */
  readonly ended: AgentResult['stopReason'];
  /** The answer was cut off by the output limit. */
  readonly isCutOff: boolean;
  readonly hasText: boolean;
  readonly usedTools: boolean;
  /** Someone, or a policy, said no to a call. */
  readonly wasRejected: boolean;
  /** A call failed and no later one of this turn succeeded. */
  readonly endedInToolError: boolean;
  /** Memory was compacted in or after this turn. */
  readonly wasCompacted: boolean;
}

/** Reads them from outcomes and finish reasons; what a tool's text looks like says nothing. */
export function turnSignals(
  turn: Pick<AgentResult, 'stopReason' | 'finishReason' | 'text' | 'items'>,
  compactions: readonly CodingSessionCompactResult[] = [],
): TurnSignals {
  const outputs = turn.items.filter(
    (item): item is FunctionCallOutputItem => item.type === 'function_call_output',
  );
  const lastSuccess = outputs.findLastIndex(({ outcome }) => outcome === 'ok');
  return {
    ...spokenIntent(turn.text),
    ended: turn.stopReason,
    isCutOff: turn.finishReason === 'length',
    hasText: turn.text.trim() !== '',
    usedTools: turn.items.some(({ type }) => type === 'function_call'),
    wasRejected: outputs.some(({ outcome }) => outcome === 'rejected'),
    endedInToolError: outputs.slice(lastSuccess + 1).some(({ outcome }) => outcome === 'error'),
    wasCompacted: compactions.some(({ outcome }) => outcome === 'compacted'),
  };
}
