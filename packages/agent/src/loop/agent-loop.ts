import { ConfigError, ModelError, SessionConflictError, SessionStoreError } from '../errors.ts';
import type { FunctionCallItem, MemoryItem } from '../items/agent-item.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import type { AgentResult } from './agent-result.ts';
import { AgentRun, type Stop } from './agent-run.ts';
import { answerCalls, answerOpenCalls, declineCalls } from './answer-calls.ts';
import { appendToMemory } from './append-to-memory.ts';
import { callModel, type ModelExchange } from './call-model.ts';
import { withDistinctCallIds } from './distinct-call-ids.ts';
import { isAbandoned, type OpenCall, readOpenCalls } from './open-calls.ts';

/**
 * Runs the step loop until the model answers without a call, or another stop reason of `AgentResult`
 * applies. What concerns the model, the limits and the signal becomes a result, and memory is legal in
 * each case: a model call that fails or is aborted stores nothing, a call that was not carried out gets
 * an `interrupted` output. First of all, calls that an earlier run left open are answered. A signal that
 * is aborted before the run begins ends it before its input is added; only calls that a crash left open
 * are closed then.
 *
 * A response cut off by the output limit (`length`) is stored as it is; a call in it that may be
 * incomplete gets an `error` output. A refusal is stored and ends the run with ModelError `refusal`.
 * @throws ConfigError when the input or a limit cannot work; SessionStoreError and SessionConflictError
 * of the log, after which what was acknowledged stands and the next run goes on from there
 */
export async function runAgentLoop(context: AgentLoopContext): Promise<AgentResult> {
  const run = new AgentRun(context);
  try {
    const open = await readOpenCalls(run);
    await beginRun(run);
    const result = await run.result(await runSteps(run, open));
    await endRun(run, result);
    return result;
  } catch (error) {
    run.emit({ type: 'run-failed', error });
    throw error;
  } finally {
    run.close();
  }
}

async function runSteps(run: AgentRun, open: readonly OpenCall[]): Promise<Stop> {
  if (run.cutShort) {
    await answerOpenCalls(run, open.filter(isAbandoned));
    return run.cutShort;
  }
  const waiting = await answerOpenCalls(run, open);
  if (waiting.length > 0) return { stopReason: 'awaiting_approval', pendingApprovals: waiting };
  const { memory, input = [] } = run.context;
  if (input.length > 0) await appendToMemory(memory, input);
  for (;;) {
    if (run.cutShort) return run.cutShort;
    run.step += 1;
    run.emit({ type: 'step-start' });
    const stop = await runStep(run);
    run.emit({ type: 'step-end' });
    if (stop) return stop;
  }
}

/** One model call and the tool calls it asks for; undefined: the next step follows. */
async function runStep(run: AgentRun): Promise<Stop | undefined> {
  let exchange: ModelExchange;
  try {
    exchange = await callModel(run);
  } catch (error) {
    return stopBecauseOf(error, run);
  }
  const { response } = exchange;
  const calls = await store(run, exchange);
  if (response.finishReason === 'refusal') {
    await declineCalls(run, calls);
    return { stopReason: 'error', error: new ModelError('refusal', 'The model declined to answer.') };
  }
  if (calls.length === 0) return { stopReason: 'completed' };
  if (run.isAtTokenLimit) {
    await declineCalls(run, calls);
    return { stopReason: 'token_limit' };
  }
  const waiting = await answerCalls(run, calls, { lastMayBeCutOff: response.finishReason === 'length' });
  if (run.cutShort) return run.cutShort;
  if (waiting.length > 0) return { stopReason: 'awaiting_approval', pendingApprovals: waiting };
  return run.isAtStepLimit ? { stopReason: 'max_steps' } : undefined;
}

/** Adds the response to memory, in one step with what it cost, and returns the calls we are to answer. */
async function store(
  run: AgentRun,
  { request, response }: ModelExchange,
): Promise<readonly FunctionCallItem[]> {
  const { memory, state } = run.context;
  await state.approvals.read();
  const items = withDistinctCallIds(response.items, (callId) => state.approvals.isUsed(callId));
  await run.appendResponse({ ...response, items });
  // The meter is given memory's own objects: what is identical next time needs no comparing.
  const stored = (await memory.snapshot()).items.slice(-items.length);
  state.meter.anchor(request, response.usage, items.length > 0 ? stored : []);
  run.emit({ type: 'model-response', response: { ...response, items } });
  return callsToAnswer(items);
}

function callsToAnswer(items: readonly MemoryItem[]): readonly FunctionCallItem[] {
  const answered = new Set(items.map((item) => item.type === 'function_call_output' && item.callId));
  return items.filter(
    (item): item is FunctionCallItem =>
      item.type === 'function_call' && !item.providerExecuted && !answered.has(item.callId),
  );
}

/** What is wrong with the log or the configuration is thrown; what is wrong with the model ends the run. */
function stopBecauseOf(error: unknown, run: AgentRun): Stop {
  if (
    ConfigError.isInstance(error) ||
    SessionStoreError.isInstance(error) ||
    SessionConflictError.isInstance(error)
  ) {
    throw error;
  }
  return run.cutShort ?? { stopReason: 'error', error };
}

/** Of two processes that begin a run on the same log at once, one gets a SessionConflictError. */
async function beginRun(run: AgentRun): Promise<void> {
  const { log, runId, state, input = [] } = run.context;
  await log.append([{ type: 'run-started', runId }], { expectedVersion: state.approvals.version });
  run.emit({ type: 'run-start', input });
}

async function endRun(run: AgentRun, result: AgentResult): Promise<void> {
  const { runId, stopReason, usage } = result;
  await run.context.log.append([{ type: 'run-ended', runId, stopReason, usage }]);
  run.emit({ type: 'run-end', result });
}
