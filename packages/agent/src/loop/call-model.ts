import { ModelError } from '../errors.ts';
import { generate } from '../model/generate.ts';
import type { ModelRequest, ModelResponse, ModelStreamPart } from '../model/model-client.ts';
import type { AgentRun } from './agent-run.ts';
import { type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { untilAborted } from './until-aborted.ts';

/** A response, and the request as it was measured: before a hook changed it. */
export interface ModelExchange {
  readonly request: ModelRequest;
  readonly response: ModelResponse;
}

/**
 * Calls the model with what memory holds. A request that the provider refuses as too long is sent once
 * more, if by then memory was made smaller; the same prompt is never sent twice.
 * @throws ModelError of the call that counts, and whatever a hook or projector throws; nothing is stored
 */
export async function callModel(run: AgentRun): Promise<ModelExchange> {
  const first = await prepareRequest(run, 'step');
  try {
    return await send(run, first);
  } catch (error) {
    if (run.signal.aborted || !isOverflow(error)) throw error;
    const second = await prepareRequest(run, 'overflow');
    if (second.estimatedTokens >= first.estimatedTokens) throw error;
    return await send(run, second);
  }
}

async function send(run: AgentRun, { request, tokens }: PreparedRequest): Promise<ModelExchange> {
  const { model } = run.context;
  const sent = await intercept(run, request);
  run.emit({ type: 'model-request', model: model.model, request: sent, tokens });
  try {
    const response = await untilAborted(
      generate(model, sent, (part) => tell(run, part)),
      run.signal,
    );
    run.addUsage(response.usage);
    if (response.finishReason === 'error') {
      throw new ModelError('failed', `${model.model} ended its response with an error.`);
    }
    return { request, response };
  } catch (error) {
    run.emit({ type: 'model-failed', error });
    throw error;
  }
}

async function intercept({ context, signal }: AgentRun, request: ModelRequest): Promise<ModelRequest> {
  const replaced = context.hooks?.beforeModelRequest?.(request);
  return (await untilAborted(Promise.resolve(replaced), signal)) ?? request;
}

/** What comes after an abort is of a call that no longer counts. */
function tell(run: AgentRun, part: ModelStreamPart): void {
  if (part.type !== 'finish' && !run.signal.aborted) run.emit(part);
}

function isOverflow(error: unknown): boolean {
  return ModelError.isInstance(error) && error.code === 'context_overflow';
}
