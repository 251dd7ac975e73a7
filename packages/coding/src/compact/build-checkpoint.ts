import {
  acceptAnswer,
  CompactError,
  errorText,
  type ModelClient,
  type ModelResponse,
  type Redactor,
  requestSummary,
  type SummaryLimits,
  type TokenCounter,
  type TokenUsage,
} from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';
import type { ResolvedCodingAgentOptions } from '../options.ts';
import { type CheckpointMaterial, checkpointRequest } from './checkpoint-request.ts';

export interface CheckpointWriter {
  /** Absent: checkpoints are made mechanically. */
  readonly model?: ModelClient | undefined;
  readonly options: Pick<
    ResolvedCodingAgentOptions,
    | 'compactSummarizer'
    | 'compactContextWindowTokens'
    | 'compactSummaryMaxOutputTokens'
    | 'compactSummaryTimeoutMs'
  >;
  readonly counter: TokenCounter;
  readonly redact?: Redactor | undefined;
}

export interface CheckpointOrder {
  readonly material: CheckpointMaterial;
  /** Makes the checkpoint without a model; it cannot fail. */
  readonly mechanically: () => CodingSessionCheckpoint;
  /** Adds to a model's answer what it must not lose, and tells the user's words from invented ones. */
  readonly secure: (answer: CodingSessionCheckpoint) => CodingSessionCheckpoint;
  readonly signal?: AbortSignal | undefined;
}

export interface BuiltCheckpoint {
  readonly checkpoint: CodingSessionCheckpoint;
  /** A model was to write it, and it was made mechanically. */
  readonly fallbackSummary: boolean;
  readonly fallbackReason?: string | undefined;
  /** The oldest items that the model was not shown. */
  readonly droppedOnRetryCount: number;
  readonly usage?: TokenUsage | undefined;
}

/** Chars of one item in the request, head and tail kept; as in the reference. */
const MAX_ITEM_CHARS = 2_000;
/** No text has more Chars to a Token than this, spaces apart; Tokens are counted besides. */
const MAX_CHARS_PER_TOKEN = 8;

/**
 * Makes a checkpoint by the model, or mechanically where there is none, where that is the strategy, and
 * where the model's answer cannot be trusted: too late, cut off, refused, empty, no checkpoint.
 * @throws CompactError `aborted`, and nothing else
 */
export async function buildCheckpoint(
  order: CheckpointOrder,
  writer: CheckpointWriter,
): Promise<BuiltCheckpoint> {
  const { model, options } = writer;
  if (options.compactSummarizer === 'deterministic') {
    return { checkpoint: order.mechanically(), fallbackSummary: false, droppedOnRetryCount: 0 };
  }
  if (!model) return fallback(order, 'no model is there to write it', 0);
  let asked: Awaited<ReturnType<typeof ask>>;
  try {
    asked = await ask(order, writer, model);
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === 'aborted') throw error;
    return fallback(order, errorText(error), 0);
  }
  const { response, leftOutItems } = asked;
  const answer = readAnswer(response);
  if (typeof answer === 'string') return { ...fallback(order, answer, leftOutItems), usage: response.usage };
  return {
    checkpoint: order.secure(answer),
    fallbackSummary: false,
    droppedOnRetryCount: leftOutItems,
    usage: response.usage,
  };
}

function ask({ material, signal }: CheckpointOrder, writer: CheckpointWriter, model: ModelClient) {
  const { options, counter, redact } = writer;
  const maxRequestTokens = options.compactContextWindowTokens - options.compactSummaryMaxOutputTokens;
  const limits: SummaryLimits = {
    maxItemChars: MAX_ITEM_CHARS,
    maxRequestChars: maxRequestTokens * MAX_CHARS_PER_TOKEN,
    maxOutputTokens: options.compactSummaryMaxOutputTokens,
  };
  return requestSummary(
    (within) => checkpointRequest(material, within, { maxRequestTokens, counter, redact }),
    {
      model,
      limits,
      timeoutMs: options.compactSummaryTimeoutMs,
      signal,
    },
  );
}

/** The checkpoint that an answer is, or why it is none. */
function readAnswer(response: ModelResponse): CodingSessionCheckpoint | string {
  const verdict = acceptAnswer(response);
  if (!verdict.accepted) return verdict.reason;
  return codingSessionCheckpointFormatter.parse(verdict.text) ?? 'the answer is no checkpoint';
}

function fallback(order: CheckpointOrder, reason: string, droppedOnRetryCount: number): BuiltCheckpoint {
  return {
    checkpoint: order.mechanically(),
    fallbackSummary: true,
    fallbackReason: reason,
    droppedOnRetryCount,
  };
}
