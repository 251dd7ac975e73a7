import { tool } from '@ai4j/agent';
import { type ScriptedReply, scriptedModel } from '@ai4j/agent/testing';
import { z } from 'zod/v4';
import type { CodingAgentOptions } from '../src/options.ts';
import { type CreateCodingAgentOptions, createCodingAgent } from '../src/session/coding-agent.ts';
import type { CodingEvent } from '../src/session/coding-event.ts';
import { workspaceContext } from '../src/workspace/workspace-context.ts';
import { checkpointAnswer, smallWindow, words } from './compactor-setup.ts';

let agents = 0;

export interface Setup extends Omit<Partial<CreateCodingAgentOptions>, 'codingOptions' | 'summaryModel'> {
  readonly codingOptions?: CodingAgentOptions;
  /** Default: the same good checkpoint for every request. */
  readonly summaries?: readonly ScriptedReply[];
}

/** An agent that answers from `replies` in a window of 8,000, and what it told and asked. */
export function codingAgentOf(replies: readonly ScriptedReply[], setup: Setup = {}) {
  const nth = ++agents;
  let ids = 0;
  const { codingOptions, summaries, ...options } = setup;
  const model = scriptedModel(replies, { idPrefix: `agent-${nth}:` });
  const summaryModel = scriptedModel(summaries ?? Array.from({ length: 100 }, () => checkpointAnswer()), {
    idPrefix: `summary-${nth}:`,
  });
  const events: CodingEvent[] = [];
  const agent = createCodingAgent({
    model,
    summaryModel,
    workspaceContext: workspaceContext({ rootPath: '/work/shop' }),
    tools: { bash: bash() },
    codingOptions: { ...smallWindow, ...codingOptions },
    newId: () => `id-${nth}-${++ids}`,
    clock: { nowEpochMs: () => 1_000, schedule: () => () => {} },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { agent, model, summaryModel, events };
}

/** Prints `tokens` Tokens; fails when asked to. */
function bash() {
  return tool({
    description: 'Runs a command.',
    inputSchema: z.object({ command: z.string(), tokens: z.number().optional() }),
    execute: ({ tokens = 1 }) => words(tokens),
  });
}

/** A reply that runs a command with an output of so many Tokens. */
export const runs = (command: string, tokens = 1): ScriptedReply => ({
  calls: [{ name: 'bash', arguments: { command, tokens } }],
});

export function eventsOf<Type extends CodingEvent['type']>(events: readonly CodingEvent[], type: Type) {
  return events.filter((event): event is Extract<CodingEvent, { type: Type }> => event.type === type);
}
