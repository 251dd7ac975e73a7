import { CompactError, errorText, ModelError } from '../errors.ts';
import { generate } from '../model/generate.ts';
import type { ModelClient, ModelResponse } from '../model/model-client.ts';
import type { SummaryLimits, SummaryRequest } from './summary-request.ts';

/** Writes the request within the limits: called again with smaller ones when it was too long. */
export type WriteSummaryRequest = (limits: SummaryLimits) => SummaryRequest;

export interface SummaryCall {
  readonly model: ModelClient;
  readonly limits: SummaryLimits;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface SummaryAnswer {
  readonly response: ModelResponse;
  /** The oldest items that the summariser did not see. */
  readonly leftOutItems: number;
  /** How often a request was too long and was sent again, smaller. */
  readonly retries: number;
}

/** A request that was too long is sent again at most this often. */
const MAX_TRIMMED_RETRIES = 3;
/** Each time by this share smaller. */
const RETRY_SHARE = 0.7;

/**
 * Asks for a summary; a request that the provider finds too long is asked again, each time strictly smaller,
 * and not at all when it can get no smaller.
 * @throws CompactError `failed` (the model failed or did not answer in time), `aborted`
 */
export async function requestSummary(write: WriteSummaryRequest, call: SummaryCall): Promise<SummaryAnswer> {
  let { limits } = call;
  let written = write(limits);
  for (let retries = 0; ; retries++) {
    const { request, chars, leftOutItems } = written;
    try {
      return { response: await answerInTime(call, request), leftOutItems, retries };
    } catch (error) {
      if (call.signal?.aborted)
        throw new CompactError('aborted', 'The compaction was aborted.', { cause: error });
      const isTooLong = ModelError.isInstance(error) && error.code === 'context_overflow';
      limits = trimmed(limits, chars);
      written = write(limits);
      if (!isTooLong || retries === MAX_TRIMMED_RETRIES || written.chars >= chars) {
        throw new CompactError('failed', `The summary could not be made: ${errorText(error)}`, {
          cause: error,
        });
      }
    }
  }
}

/** Fewer chars in all, and fewer of each item, so that one giant item shrinks too. */
function trimmed(limits: SummaryLimits, sentChars: number): SummaryLimits {
  return {
    ...limits,
    maxRequestChars: Math.floor(Math.min(sentChars, limits.maxRequestChars) * RETRY_SHARE),
    maxItemChars: Math.max(200, Math.floor(limits.maxItemChars * RETRY_SHARE)),
  };
}

/** A model that never answers, or comes too late, is a failed one: its answer goes nowhere. */
async function answerInTime(
  call: SummaryCall,
  request: Parameters<ModelClient['stream']>[0],
): Promise<ModelResponse> {
  const timeout = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal;
  const timer = setTimeout(
    () => timeout.abort(new Error(`no answer within ${call.timeoutMs} ms`)),
    call.timeoutMs,
  );
  try {
    return await Promise.race([generate(call.model, { ...request, signal }), rejectedBy(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
