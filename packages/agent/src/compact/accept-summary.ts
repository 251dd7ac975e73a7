import type { FinishReason, ModelResponse } from '../model/model-client.ts';
import { responseText } from '../model/response-text.ts';
import { isEmptySummary, type ParsedSummary, parseSummary } from './summary-sections.ts';

export type SummaryVerdict =
  | { readonly accepted: true; readonly parsed: Exclude<ParsedSummary, { kind: 'broken' }> }
  | SummaryRefusal;

/** A summariser's answer as text, or why it is none. */
export type AnswerVerdict = { readonly accepted: true; readonly text: string } | SummaryRefusal;

export interface SummaryRefusal {
  readonly accepted: false;
  readonly reason: string;
}

const finishRefusals: Partial<Record<FinishReason, string>> = {
  length: 'the answer was cut off by the output limit',
  refusal: 'the model declined',
  error: 'the model ended with an error',
};

/**
 * Decides whether a summariser's answer may replace history (L5): only a whole answer with something in it.
 * Plain prose passes; cut off, refused, empty, a tool call, half a JSON object or an error page does not.
 */
export function acceptSummary(response: ModelResponse): SummaryVerdict {
  const answer = acceptAnswer(response);
  if (!answer.accepted) return answer;
  const parsed = parseSummary(answer.text);
  if (parsed.kind === 'broken') return { accepted: false, reason: 'the answer is half a JSON object' };
  if (parsed.kind === 'sections' && isEmptySummary(parsed.sections)) {
    return { accepted: false, reason: 'every section of the answer is empty' };
  }
  return { accepted: true, parsed };
}

/**
 * The part of `acceptSummary` that holds for an answer of any shape: it is whole, it is text, and it is no
 * error of the provider. What the text must say, its reader decides.
 */
export function acceptAnswer({ items, finishReason }: ModelResponse): AnswerVerdict {
  const refusal = finishRefusals[finishReason];
  if (refusal) return { accepted: false, reason: refusal };
  const text = responseText(items);
  if (text.trim() === '') {
    const calledTool = items.some((item) => item.type === 'function_call');
    return {
      accepted: false,
      reason: calledTool ? 'the model called a tool instead of answering' : 'the answer is empty',
    };
  }
  if (isErrorPage(text)) return { accepted: false, reason: 'the answer is an error message of the provider' };
  return { accepted: true, text };
}

/** How long an error message may be and still be taken for one: prose about errors is longer, or says more than one line. */
const MAX_ERROR_CHARS = 400;

const errorStarts =
  /^(?:(?:api|http|internal|server|request|network|provider)?\s*error\s*(?:[:(\d]|$)|https?\s*\d{3}\b|[45]\d\d\b|an error occurred|rate limit|too many requests|request failed|service unavailable|overloaded)/i;
const errorWords =
  /rate limit|too many requests|quota|overloaded|unavailable|bad gateway|gateway time-?out|timed? ?out|internal server error|unauthori[sz]ed|forbidden|api key|invalid_request|invalid request|status code|context length|try again/i;

function isErrorPage(answer: string): boolean {
  const text = answer.trim();
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return true;
  if (/^\{\s*"(?:error|type"\s*:\s*"error)"/.test(text)) return true;
  return (
    text.length <= MAX_ERROR_CHARS &&
    !text.includes('\n##') &&
    errorStarts.test(text) &&
    errorWords.test(text)
  );
}
