import type { ContextReport } from '../log/context-report.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import type { ModelRequest } from '../model/model-client.ts';
import type { ContextTokens } from '../tokens/context-token-meter.ts';
import type { AgentRun } from './agent-run.ts';
import type { ModelCallMoment } from './before-model-call.ts';
import { contextOfStep } from './context-of-step.ts';

/** A request that is ready to be sent, and how large it is. */
export interface PreparedRequest {
  readonly request: ModelRequest;
  /** By the session's meter. */
  readonly tokens: ContextTokens;
  /** Of the history alone and by the counter alone: comparable between two requests of one step. */
  readonly estimatedTokens: number;
}

interface Projected extends PreparedRequest {
  readonly snapshot: SequencedSnapshot;
  readonly report: ContextReport;
}

/** Lets memory be replaced, then builds the request from what memory holds. */
export async function prepareRequest(
  run: AgentRun,
  reason: ModelCallMoment['reason'],
): Promise<PreparedRequest> {
  let projected = await project(run);
  for (const beforeModelCall of run.context.beforeModelCall ?? []) {
    await beforeModelCall(momentOf(run, reason, projected));
    projected = await project(run, projected);
  }
  if (run.context.budget !== undefined) await tellProjection(run, projected.report);
  return projected;
}

/** The same again while memory is what it was. */
async function project(run: AgentRun, last?: Projected): Promise<Projected> {
  const { memory, instructions, requestOptions, state } = run.context;
  const snapshot = await memory.snapshot();
  if (last?.snapshot === snapshot) return last;
  const { items, report } = contextOfStep(run.context, run.step, snapshot);
  const request = { ...requestOptions, instructions, items, tools: run.tools, signal: run.signal };
  const tokens = state.meter.measure(request);
  return { snapshot, report, request, tokens, estimatedTokens: report.projectedTokens ?? 0 };
}

function momentOf(run: AgentRun, reason: ModelCallMoment['reason'], { tokens }: Projected): ModelCallMoment {
  const { runId, memory, state } = run.context;
  return {
    runId,
    step: run.step,
    reason,
    memory,
    contextTokens: tokens,
    counter: state.meter.counter,
    signal: run.signal,
    emit: (event) => run.emit(event),
    addUsage: (usage) => run.addUsage(usage),
  };
}

/** Every projection is an event; the log keeps those that hid something else than the one before. */
async function tellProjection(run: AgentRun, report: ContextReport): Promise<void> {
  const { state, log } = run.context;
  run.emit({ type: 'memory-compress', report });
  if (hidden(report) === hidden(state.lastReport)) return;
  state.lastReport = report;
  await log.append([{ type: 'report', report }]);
}

/** What a projection kept from the model. */
function hidden(report: ContextReport | undefined): string {
  const { dropped = [], clearedToolResults = [], clearedReasoning = [], altered = [] } = report?.fates ?? {};
  return JSON.stringify([dropped, clearedToolResults, clearedReasoning, altered]);
}
