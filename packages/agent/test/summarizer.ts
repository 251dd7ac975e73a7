import type { MemoryItem } from '../src/items/agent-item.ts';
import type { FinishReason, ModelClient, ModelRequest, ModelResponse } from '../src/model/model-client.ts';

/** A text, an error to throw, items, or a text with a reason for stopping. */
export type Answer =
  | string
  | Error
  | { readonly items: readonly MemoryItem[] }
  | { readonly text: string; readonly finishReason: FinishReason };

export interface Summarizer extends ModelClient {
  readonly requests: readonly ModelRequest[];
}

/** A summariser that gives the answers in turn, the last one again and again, and keeps what it was asked. */
export function summarizer(
  ...answers: readonly (Answer | ((request: ModelRequest) => Answer))[]
): Summarizer {
  const requests: ModelRequest[] = [];
  return {
    model: 'summarizer',
    requests,
    async *stream(request) {
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(request);
      const given = typeof answer === 'function' ? answer(request) : answer;
      if (given === undefined || given instanceof Error) throw given;
      yield { type: 'finish', response: responseOf(given) };
    },
  };
}

function responseOf(answer: Exclude<Answer, Error>): ModelResponse {
  if (typeof answer === 'string') return responseOf({ text: answer, finishReason: 'stop' });
  if ('items' in answer) return { items: answer.items, finishReason: 'tool-calls' };
  const { text, finishReason } = answer;
  return { items: [{ type: 'message', id: 'answer', role: 'assistant', content: text }], finishReason };
}
