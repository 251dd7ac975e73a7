import { ConfigError } from '../errors.ts';
import type { FunctionCallItem } from '../items/agent-item.ts';
import { waitingCalls } from '../items/waiting-calls.ts';
import type { AgentRun } from './agent-run.ts';
import type { Approval } from './approval-ledger.ts';

/** A call of the last response that has no output, and its approval if one was asked for. */
export interface OpenCall {
  readonly call: FunctionCallItem;
  readonly approval: Approval | undefined;
}

/**
 * The calls that the run before left open: some wait for a person, some a crash left behind. Only those
 * of the last response can still be answered.
 * @throws ConfigError when there is input while a call still waits for a decision
 */
export async function readOpenCalls({ context }: AgentRun): Promise<readonly OpenCall[]> {
  const { memory, state, input = [] } = context;
  const approvals = new Map((await state.approvals.read()).map((it) => [it.call.callId, it]));
  if (!state.approvals.hasOpenCalls) return [];
  const { items } = await memory.snapshot();
  const open = waitingCalls(items).map((call): OpenCall => {
    const approval = approvals.get(call.callId);
    return { call, approval: approval?.call.id === call.id ? approval : undefined };
  });
  const undecided = open.filter(isUndecided);
  if (undecided.length > 0 && input.length > 0) throw stillWaiting(undecided);
  return open;
}

export function isUndecided({ approval }: OpenCall): boolean {
  return approval !== undefined && approval.decision === undefined;
}

/** Nobody was asked about it: the run that was to carry it out ended without a trace. */
export function isAbandoned({ approval }: OpenCall): boolean {
  return approval === undefined;
}

function stillWaiting(undecided: readonly OpenCall[]): ConfigError {
  const calls = undecided.map(({ call }) => `${call.callId} (${call.name})`).join(', ');
  return new ConfigError(
    'invalid_option',
    `New input cannot come between calls and their outputs, and these calls wait for approval: ${calls}. Resolve each with resolveApproval, then run again with the input.`,
  );
}
