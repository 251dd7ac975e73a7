import type { FunctionCallItem } from '../items/agent-item.ts';
import type { AgentRun } from './agent-run.ts';
import { isUndecided, type OpenCall } from './open-calls.ts';
import { type PreparedToolCall, prepareToolCall } from './prepare-tool-call.ts';
import { outputItem, runToolCalls } from './run-tool-calls.ts';
import { mayHaveTakenEffect, notCarriedOut, rejection } from './stated-outputs.ts';

type Asked = Extract<PreparedToolCall, { readonly step: 'ask' }>;
type Answerable = Exclude<PreparedToolCall, Asked>;

/**
 * Answers the calls of one response, their outputs appended together and in call order. Those that a
 * person must approve are asked for and stay open; they are returned.
 */
export async function answerCalls(
  run: AgentRun,
  calls: readonly FunctionCallItem[],
  options: { readonly lastMayBeCutOff: boolean },
): Promise<readonly FunctionCallItem[]> {
  const prepared: PreparedToolCall[] = [];
  for (const call of calls) {
    const cutOff = options.lastMayBeCutOff && call === calls.at(-1);
    prepared.push(await prepareToolCall(call, run.toolCallScope, { cutOff }));
  }
  const asked = prepared.filter(isAsked);
  if (asked.length > 0) await askForApproval(run, asked);
  return carryOut(run, prepared);
}

/**
 * Answers what an earlier run left open: approved calls are carried out, rejected ones get the reason,
 * and those that nobody asked about were cut off by a crash. Returns those that still wait.
 */
export async function answerOpenCalls(
  run: AgentRun,
  open: readonly OpenCall[],
): Promise<readonly FunctionCallItem[]> {
  const prepared: PreparedToolCall[] = [];
  for (const { call, approval } of open) {
    if (isUndecided({ call, approval })) prepared.push({ call, step: 'ask' });
    else if (approval === undefined) prepared.push({ call, step: 'answer', output: mayHaveTakenEffect });
    else if (approval.decision === 'rejected')
      prepared.push({ call, step: 'answer', output: rejection(approval.reason) });
    else prepared.push(await prepareToolCall(call, run.toolCallScope, { approved: true }));
  }
  return carryOut(run, prepared);
}

/** Says of each call that it was not carried out. */
export async function declineCalls(run: AgentRun, calls: readonly FunctionCallItem[]): Promise<void> {
  await run.append(calls.map((call) => outputItem(call, notCarriedOut, run.context.newId())));
}

async function carryOut(
  run: AgentRun,
  prepared: readonly PreparedToolCall[],
): Promise<readonly FunctionCallItem[]> {
  await run.append(await runToolCalls(prepared.filter(isAnswerable), run.toolCallScope));
  return prepared.filter(isAsked).map(({ call }) => call);
}

/** The requests are in the log before anything is carried out: a crash in between loses none. */
async function askForApproval(run: AgentRun, asked: readonly Asked[]): Promise<void> {
  await run.context.log.append(
    asked.map(({ call, reason }) => ({
      type: 'approval-requested',
      callId: call.callId,
      toolName: call.name,
      ...(reason !== undefined && { reason }),
    })),
  );
  for (const { call, reason } of asked) run.emit({ type: 'approval-requested', call, reason });
}

function isAsked(prepared: PreparedToolCall): prepared is Asked {
  return prepared.step === 'ask';
}

function isAnswerable(prepared: PreparedToolCall): prepared is Answerable {
  return prepared.step !== 'ask';
}
