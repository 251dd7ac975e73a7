import { type MemoryItem, type ModelClient, type ModelRequest, scriptAwareTokenEstimator } from '@ai4j/agent';
import { assistant, call, output, type ScriptedReply, scriptedModel, user } from '@ai4j/agent/testing';
import { codingSessionCompactor } from '../src/compact/coding-session-compactor.ts';
import type { CodingCompactRequest } from '../src/compact/compact-situation.ts';
import { type CodingAgentOptions, resolveCodingAgentOptions } from '../src/options.ts';

export const counter = scriptAwareTokenEstimator({ family: 'default' });

/** A window of 8,000: target 6,000, aim 3,600, keep-recent 1,000. */
export const smallWindow: CodingAgentOptions = {
  compactContextWindowTokens: 8_000,
  compactReserveTokens: 2_000,
  compactKeepRecentTokens: 1_000,
  compactSummaryMaxOutputTokens: 1_000,
  toolResultMicroCompactMaxTokens: 200,
};

export function compactorOf(
  model: ModelClient | undefined,
  options: CodingAgentOptions = {},
  extra: Partial<Parameters<typeof codingSessionCompactor>[0]> = {},
) {
  return codingSessionCompactor({
    model,
    counter,
    options: resolveCodingAgentOptions({ ...smallWindow, ...options }),
    nowEpochMs: () => 1_000,
    ...extra,
  });
}

export function auto(
  items: readonly MemoryItem[],
  extra: Partial<CodingCompactRequest> = {},
): CodingCompactRequest {
  return { snapshot: { items }, automatic: true, fixedTokens: 500, ...extra };
}

/** A model that gives the same reply to every request. */
export function always(reply: ScriptedReply) {
  return scriptedModel(Array.from({ length: 50 }, () => reply));
}

export const promptOf = ({ items: [first] }: ModelRequest): string =>
  first?.type === 'message' && typeof first.content === 'string' ? first.content : '';

/** About one Token for each word. */
export const words = (count: number, word = 'alpha'): string => `${word} `.repeat(count).trim();

export const checkpointAnswer = (extra: object = {}): string =>
  JSON.stringify({
    goal: 'Ship the login page',
    constraints: [],
    progress: { done: ['Wrote the form'], inProgress: ['Wire the API'], blocked: [] },
    keyDecisions: ['Sessions are JWTs'],
    nextSteps: ['Wire the API'],
    criticalContext: ['src/login.tsx holds the form'],
    ...extra,
  });

/** Finished turns, each about `tokens` Tokens in one tool result. */
export const turns = (count: number, tokens: number, from = 0): MemoryItem[] =>
  Array.from({ length: count }, (_, n) => [
    user(`question ${from + n}`),
    call(`c${from + n}`, 'bash', { arguments: JSON.stringify({ command: `make step${from + n}` }) }),
    output(`c${from + n}`, words(tokens)),
    assistant(`answer ${from + n}`),
  ]).flat();
