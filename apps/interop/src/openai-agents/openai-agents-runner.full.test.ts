import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, tool } from '@openai/agents-core';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod/v4';

// #region example

import { compactPolicyMemoryCompressor, openAgentMemory, structuredSummaryCompactPolicy } from '@ai4j/agent';
import { openJsonlSessionEventLog } from '@ai4j/agent/node';
import { Runner } from '@openai/agents-core';
import { openAIAgentsSession } from './openai-agents-session.ts';

// #endregion

const directory = mkdtempSync(path.join(tmpdir(), 'ai4j-openai-agents-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('their Runner, their model and our session: tools, streaming, compaction, a restart', async () => {
  const getWeather = tool({
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => `Sunny in ${city}`,
  });
  const model = new ScriptedModel([
    [functionCall('get_weather', { city: 'Berlin' }, { callId: 'call-1' })],
    [assistantMessage('Sunny. Take a hat.')],
    [assistantMessage('Neither.')],
    [functionCall('get_weather', { city: 'Rome' }, { callId: 'call-2' })],
    [assistantMessage('Sunny as well.')],
  ]);
  const agent = new Agent({ name: 'Weather', instructions: 'Be brief.', model, tools: [getWeather] });
  const runner = new Runner({ tracingDisabled: true });

  // #region example
  const policy = structuredSummaryCompactPolicy({ maxItems: 3 });
  const log = await openJsonlSessionEventLog({ directory, sessionId: 'weather' });
  const memory = await openAgentMemory(log, { compressor: compactPolicyMemoryCompressor(policy) });
  const session = openAIAgentsSession({ sessionId: log.sessionId, memory });
  const result = await runner.run(agent, 'What is the weather in Berlin?', { session });
  // #endregion

  expect(result.finalOutput).toBe('Sunny. Take a hat.');
  // Memory holds 3 items at most: the first turn was compacted as soon as it was added.
  const { items, summary } = await memory.snapshot();
  expect(items.length).toBeLessThanOrEqual(3);
  expect(summary).toContain('1 dropped');

  const streamed = await runner.run(agent, 'Umbrella or coat?', { session, stream: true });
  for await (const _ of streamed) {
    // What is streamed is the SDK's; here only the end counts.
  }
  await streamed.completed;
  expect(streamed.finalOutput).toBe('Neither.');
  await log.close();

  const reopened = await openJsonlSessionEventLog({ directory, sessionId: 'weather' });
  const resumedMemory = await openAgentMemory(reopened, {
    compressor: compactPolicyMemoryCompressor(policy),
  });
  const resumed = openAIAgentsSession({ sessionId: reopened.sessionId, memory: resumedMemory });
  const before = await resumed.getItems();
  expect(before[0]).toMatchObject({ role: 'system' });
  const afterRestart = await runner.run(agent, 'And in Rome?', { session: resumed });
  expect(afterRestart.finalOutput).toBe('Sunny as well.');

  const inputs = model.calls.map(({ request }) => request.input);
  expect(inputs[3]).toEqual([...before, expect.objectContaining({ role: 'user', content: 'And in Rome?' })]);
  // Every request is legal: each call is answered, each answer has its call.
  for (const input of inputs)
    expect(callIds(input, 'function_call')).toEqual(callIds(input, 'function_call_result'));
  model.assertComplete();

  // Nothing is lost: the log has every item that was ever added.
  const said: string[] = [];
  for await (const event of reopened.read())
    if (event.type === 'items-appended') said.push(...event.items.map(({ type }) => type));
  expect(said).toEqual([
    ...['message', 'function_call', 'function_call_output', 'message'],
    ...['message', 'message'],
    ...['message', 'function_call', 'function_call_output', 'message'],
  ]);
  await reopened.close();
});

function callIds(input: unknown, type: string): readonly unknown[] {
  if (!Array.isArray(input)) return [];
  return input.filter((item) => item.type === type).map(({ callId }) => callId);
}
