import { expect, test } from 'vitest';
import { AgentHarness, deferred } from '../../test/agent-harness.ts';
import { user } from '../testing/item-builders.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { streamAgentLoop } from './stream-agent-loop.ts';

const input = [user('go')];

test('a stream gives the events in order, and promises for the totals', async () => {
  const harness = new AgentHarness();
  const stream = streamAgentLoop(harness.context(scriptedModel(['hello'], { deltaChars: 2 }), { input }));
  let text = '';
  const types: string[] = [];
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === 'text-delta') text += event.delta;
  }
  expect(text).toBe('hello');
  expect([types.at(0), types.at(-1)]).toEqual(['run-start', 'run-end']);
  expect(await stream.text).toBe('hello');
  expect(await stream.result).toMatchObject({ stopReason: 'completed' });
  expect(harness.events).toHaveLength(types.length);
});

test('events come while the run goes on', async () => {
  const harness = new AgentHarness();
  const reply = deferred<string>();
  const stream = streamAgentLoop(harness.context(scriptedModel([() => reply.promise]), { input }));
  const types: string[] = [];
  for await (const { type } of stream) {
    types.push(type);
    if (type === 'model-request') reply.resolve('done');
  }
  expect(types.indexOf('model-request')).toBeLessThan(types.indexOf('model-response'));
});

test('who stops reading does not stop the run', async () => {
  const harness = new AgentHarness();
  const stream = streamAgentLoop(harness.context(scriptedModel(['done']), { input }));
  for await (const { type } of stream) if (type === 'step-start') break;
  expect(await stream.result).toMatchObject({ stopReason: 'completed' });
});

test('totals need no reader', async () => {
  const harness = new AgentHarness();
  expect(await streamAgentLoop(harness.context(scriptedModel(['done']), { input })).text).toBe('done');
});

test('a run that throws ends the reading, and its error is in the result', async () => {
  const harness = new AgentHarness({ limits: { maxSteps: 0.5 } });
  const stream = streamAgentLoop(harness.context(scriptedModel([]), { input }));
  for await (const event of stream) expect(event.type).toBe('run-failed');
  await expect(stream.result).rejects.toMatchObject({ code: 'invalid_option' });
  await expect(stream.text).rejects.toMatchObject({ code: 'invalid_option' });
});

test('a listener of the context hears the same', async () => {
  const heard: string[] = [];
  const harness = new AgentHarness({ onEvent: ({ type }) => heard.push(type) });
  await streamAgentLoop(harness.context(scriptedModel(['done']), { input })).result;
  expect(heard.at(-1)).toBe('run-end');
});
