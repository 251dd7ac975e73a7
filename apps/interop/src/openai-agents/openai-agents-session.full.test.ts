import { inMemorySessionEventLog, openAgentMemory, readMemory } from '@ai4j/agent';
import { assistant, pair, user } from '@ai4j/agent/testing';
import type { AgentInputItem } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';
import { openAIAgentsSession } from './openai-agents-session.ts';

const shellCall = {
  type: 'shell_call',
  callId: 'shell-1',
  action: { commands: ['ls'] },
} satisfies AgentInputItem;
const shellOutput = {
  type: 'shell_call_output',
  callId: 'shell-1',
  output: [{ stdout: 'a.ts', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
} satisfies AgentInputItem;

async function sessionOver(log = inMemorySessionEventLog({ sessionId: 'one' })) {
  let ids = 0;
  const memory = await openAgentMemory(log);
  return {
    log,
    memory,
    session: openAIAgentsSession({ sessionId: log.sessionId, memory, newId: () => `id-${++ids}` }),
  };
}

describe('the contract of Session', () => {
  test('the newest items within the limit, in the order of time, as copies', async () => {
    const { session } = await sessionOver();
    await session.addItems(['one', 'two', 'three'].map((content) => ({ role: 'user', content })));
    expect(await session.getSessionId()).toBe('one');
    expect(await session.getItems(2)).toEqual([
      { role: 'user', content: 'two' },
      { role: 'user', content: 'three' },
    ]);
    expect(await session.getItems(0)).toEqual([]);
    Object.assign((await session.getItems())[0] ?? {}, { content: 'changed' });
    expect((await session.getItems(9))[0]).toEqual({ role: 'user', content: 'one' });
  });

  test('what was popped or cleared is still in the log', async () => {
    const { log, session } = await sessionOver();
    await session.addItems([
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ]);
    expect(await session.popItem()).toEqual({ role: 'user', content: 'two' });
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
    expect((await readMemory(log, 2)).items).toMatchObject([{ content: 'one' }, { content: 'two' }]);
  });

  test('a summary is the oldest item: it comes first, and is popped last', async () => {
    const { memory, session } = await sessionOver();
    await memory.restore({ items: [user('and now?')], summary: 'We chose Berlin.' });
    const summary = { role: 'system', content: 'We chose Berlin.' };
    expect(await session.getItems()).toEqual([summary, { role: 'user', content: 'and now?' }]);
    expect(await session.getItems(1)).toEqual([{ role: 'user', content: 'and now?' }]);
    await session.popItem();
    expect(await session.popItem()).toEqual(summary);
    expect(await session.getItems()).toEqual([]);
  });
});

describe('what memory holds', () => {
  test('one response of the model is one group, and pairs of built-in tools are pairs', async () => {
    const { memory, session } = await sessionOver();
    await session.addItems([
      { role: 'user', content: 'go' },
      { type: 'reasoning', content: [{ type: 'input_text', text: 'list, then read' }] },
      shellCall,
      { type: 'function_call', callId: 'call-1', name: 'read', arguments: '{}' },
      shellOutput,
      {
        type: 'function_call_result',
        callId: 'call-1',
        name: 'read',
        status: 'completed',
        output: { type: 'text', text: 'x' },
      },
      { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done' }] },
    ]);
    const { items } = await memory.snapshot();
    expect(items.map((item) => [item.type, 'responseId' in item ? item.responseId : undefined])).toEqual([
      ['message', undefined],
      ['reasoning', 'id-3'],
      ['function_call', 'id-3'],
      ['function_call', 'id-3'],
      ['function_call_output', undefined],
      ['function_call_output', undefined],
      ['message', expect.stringMatching(/^id-(?!3$)/)],
    ]);
    expect(items.at(-2)).toMatchObject({ callId: 'call-1', output: [{ type: 'text', text: 'x' }] });
  });

  test('what memory cleared is sent cleared, not as it was', async () => {
    const { memory, session } = await sessionOver();
    await session.addItems([
      { type: 'reasoning', id: 'rs-1', content: [{ type: 'input_text', text: 'hm' }] },
      { type: 'function_call', callId: 'call-1', name: 'read', arguments: '{}' },
      {
        type: 'function_call_result',
        callId: 'call-1',
        name: 'read',
        status: 'completed',
        output: 'a lot of text',
      },
    ]);
    const { items } = await memory.snapshot();
    await memory.restore({
      items: items.map((item) => {
        if (item.type === 'reasoning') return { ...item, text: '[cleared]', cleared: true };
        return item.type === 'function_call_output' ? { ...item, output: '[cleared]', cleared: true } : item;
      }),
    });
    expect(await session.getItems()).toEqual([
      { type: 'function_call', callId: 'call-1', name: 'read', arguments: '{}' },
      {
        type: 'function_call_result',
        callId: 'call-1',
        name: 'read',
        status: 'completed',
        output: '[cleared]',
      },
    ]);
  });

  test('items of our own agents are items of theirs', async () => {
    const { memory, session } = await sessionOver();
    await memory.append([user('go'), ...pair('call-1', 'read', 'text'), assistant('done')]);
    expect(await session.getItems()).toEqual([
      { role: 'user', content: 'go' },
      { type: 'function_call', callId: 'call-1', name: 'read', arguments: '{}' },
      {
        type: 'function_call_result',
        callId: 'call-1',
        name: 'read',
        status: 'completed',
        output: 'text',
      },
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'done' }],
      },
    ]);
  });

  test('two processes on one session see what the other one adds', async () => {
    const { log, session } = await sessionOver();
    const { session: other } = await sessionOver(log);
    await session.addItems([{ role: 'user', content: 'one' }]);
    expect(await other.getItems()).toEqual([{ role: 'user', content: 'one' }]);
    await other.popItem();
    expect(await session.getItems()).toEqual([]);
  });
});
