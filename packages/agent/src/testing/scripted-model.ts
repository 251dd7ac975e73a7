import { ModelError } from '../errors.ts';
import { type AssistantSideItem, isAssistantSide, type MemoryItem } from '../items/agent-item.ts';
import { contentText } from '../items/content.ts';
import type {
  FinishReason,
  ModelClient,
  ModelRequest,
  ModelResponse,
  ModelStreamPart,
} from '../model/model-client.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/** A call the model is to make. */
export interface ScriptedCall {
  readonly name: string;
  /** A text is taken as it is, anything else as JSON. Default `{}`. */
  readonly arguments?: unknown;
  /** Default: made from the number of the reply. */
  readonly callId?: string | undefined;
  /** Default `json`. */
  readonly kind?: 'json' | 'text' | undefined;
}

export interface ScriptedResponse {
  readonly reasoning?: string | undefined;
  readonly text?: string | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  readonly usage?: TokenUsage | undefined;
  /** Default `tool-calls` with calls, `stop` without. */
  readonly finishReason?: FinishReason | undefined;
  /** Thrown where the response would have ended: its deltas were seen, its items never come. */
  readonly error?: Error | undefined;
}

/** One answer: a text, items as they are, a response by its parts, or an error that the call throws. */
export type ScriptedAnswer = string | readonly MemoryItem[] | ScriptedResponse | Error;

/** An answer, or what makes one from the request. */
export type ScriptedReply =
  | ScriptedAnswer
  | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedModelOptions {
  /** The model's name. Default `scripted`. */
  readonly name?: string | undefined;
  /** Streams text, reasoning and arguments in deltas of this many Chars. Default: whole responses only. */
  readonly deltaChars?: number | undefined;
  /** All ids begin with this: two models that answer in one session need two prefixes. Default: none. */
  readonly idPrefix?: string | undefined;
}

export interface ScriptedModel extends ModelClient {
  /** Every request that was made, the first one first. */
  readonly requests: readonly ModelRequest[];
  /** @throws Error unless every reply was used */
  assertComplete(): void;
}

/**
 * A model that answers from a list, one reply a call, with the same ids each time. A call beyond the
 * list throws a ModelError `failed` that says so; an aborted signal ends a call with `aborted`.
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const { name = 'scripted', deltaChars, idPrefix = '' } = options;
  const requests: ModelRequest[] = [];
  return {
    model: name,
    requests,
    async *stream(request) {
      requests.push(request);
      const number = requests.length;
      refuseAborted(request.signal);
      const reply = replies[number - 1];
      if (reply === undefined) {
        throw new ModelError('failed', `The script has ${replies.length} replies; this is call ${number}.`);
      }
      const made = typeof reply === 'function' ? reply(request) : reply;
      const answer = await untilAborted(made, request.signal);
      if (answer instanceof Error) throw answer;
      const { response, error } = responseOf(answer, name, `${idPrefix}response-${number}`);
      if (deltaChars !== undefined) {
        for (const part of deltasOf(response.items, deltaChars)) {
          refuseAborted(request.signal);
          yield part;
        }
      }
      refuseAborted(request.signal);
      if (error) throw error;
      yield { type: 'finish', response };
    },
    assertComplete() {
      if (requests.length !== replies.length) {
        throw new Error(`The script has ${replies.length} replies; ${requests.length} calls were made.`);
      }
    },
  };
}

function responseOf(
  answer: Exclude<ScriptedAnswer, Error>,
  model: string,
  responseId: string,
): { readonly response: ModelResponse; readonly error: Error | undefined } {
  if (isItems(answer)) {
    const calls = answer.some(({ type }) => type === 'function_call');
    return {
      response: { items: answer, finishReason: calls ? 'tool-calls' : 'stop', model },
      error: undefined,
    };
  }
  const parts: ScriptedResponse = typeof answer === 'string' ? { text: answer } : answer;
  const { calls = [], usage, error } = parts;
  const response = {
    items: itemsOf(parts, responseId),
    finishReason: parts.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    model,
    ...(usage && { usage }),
  };
  return { response, error };
}

function isItems(answer: Exclude<ScriptedAnswer, Error>): answer is readonly MemoryItem[] {
  return Array.isArray(answer);
}

function itemsOf(
  { reasoning, text, calls = [] }: ScriptedResponse,
  responseId: string,
): readonly MemoryItem[] {
  const items: AssistantSideItem[] = [];
  if (reasoning !== undefined) {
    items.push({ type: 'reasoning', id: `${responseId}:reasoning`, responseId, text: reasoning });
  }
  if (text !== undefined) {
    items.push({
      type: 'message',
      id: `${responseId}:message`,
      responseId,
      role: 'assistant',
      content: text,
    });
  }
  calls.forEach(({ name, kind = 'json', ...call }, at) => {
    const args = call.arguments ?? {};
    items.push({
      type: 'function_call',
      id: `${responseId}:call-${at + 1}`,
      responseId,
      callId: call.callId ?? `${responseId}:call-${at + 1}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
      kind,
    });
  });
  return items;
}

function* deltasOf(items: readonly MemoryItem[], deltaChars: number): Generator<ModelStreamPart> {
  for (const item of items) {
    if (!isAssistantSide(item)) continue;
    switch (item.type) {
      case 'reasoning':
        for (const delta of pieces(item.text, deltaChars)) yield { type: 'reasoning-delta', delta };
        break;
      case 'message':
        for (const delta of pieces(contentText(item.content), deltaChars))
          yield { type: 'text-delta', delta };
        break;
      case 'function_call': {
        const { callId, name } = item;
        yield { type: 'call-start', callId, name };
        for (const delta of pieces(item.arguments, deltaChars)) yield { type: 'call-delta', callId, delta };
        break;
      }
      case 'opaque':
        break;
      default:
        item satisfies never;
    }
  }
}

function* pieces(text: string, chars: number): Generator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal): ModelError {
  return new ModelError('aborted', 'The call was aborted.', { cause: signal.reason });
}

/** The value, or the ModelError of an abort that comes first. */
function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return Promise.resolve(value);
  return new Promise((resolve, reject) => {
    const abort = () => reject(aborted(signal));
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
