import { describe, expect, test } from 'vitest';
import { generate } from '../model/generate.ts';
import type { ModelStreamPart } from '../model/model-client.ts';
import { assistant, user } from './item-builders.ts';
import { scriptedModel } from './scripted-model.ts';

const request = { items: [user('hi')] };

describe('scriptedModel', () => {
  test('answers from its list, with ids that are the same each time', async () => {
    const usage = { inputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 2 };
    const model = scriptedModel([
      'one',
      { text: 'two', calls: [{ name: 'read', arguments: { path: 'a' } }], usage },
    ]);
    expect(await generate(model, request)).toEqual({
      items: [
        {
          type: 'message',
          id: 'response-1:message',
          responseId: 'response-1',
          role: 'assistant',
          content: 'one',
        },
      ],
      finishReason: 'stop',
      model: 'scripted',
    });
    expect(await generate(model, request)).toMatchObject({
      items: [
        { type: 'message', content: 'two' },
        {
          type: 'function_call',
          callId: 'response-2:call-1',
          name: 'read',
          arguments: '{"path":"a"}',
          kind: 'json',
        },
      ],
      finishReason: 'tool-calls',
      usage,
    });
    expect(model.requests).toEqual([request, request]);
    model.assertComplete();
  });

  test('takes items as they are, errors, and functions of the request', async () => {
    const model = scriptedModel([
      [assistant('as it is')],
      new Error('no network'),
      ({ items }) => `saw ${items.length}`,
    ]);
    expect((await generate(model, request)).items).toEqual([assistant('as it is')]);
    await expect(generate(model, request)).rejects.toThrow('no network');
    expect((await generate(model, request)).items).toMatchObject([{ content: 'saw 1' }]);
  });

  test('fails a call beyond its list, and a list that was not used up', async () => {
    const model = scriptedModel(['only one']);
    expect(() => model.assertComplete()).toThrow('1 replies; 0 calls');
    await generate(model, request);
    await expect(generate(model, request)).rejects.toMatchObject({ code: 'failed' });
  });

  test('streams deltas that add up to the response, and none of it after an error', async () => {
    const reply = { reasoning: 'hmm', text: 'hello', calls: [{ name: 'read' }] };
    const parts: ModelStreamPart[] = [];
    await generate(scriptedModel([reply], { deltaChars: 3 }), request, (part) => parts.push(part));
    expect(parts.slice(0, -1)).toEqual([
      { type: 'reasoning-delta', delta: 'hmm' },
      { type: 'text-delta', delta: 'hel' },
      { type: 'text-delta', delta: 'lo' },
      { type: 'call-start', callId: 'response-1:call-1', name: 'read' },
      { type: 'call-delta', callId: 'response-1:call-1', delta: '{}' },
    ]);
    const broken = scriptedModel([{ text: 'half', error: new Error('reset') }], { deltaChars: 3 });
    await expect(generate(broken, request)).rejects.toThrow('reset');
  });

  test('ends a call that hangs when its signal is aborted', async () => {
    const controller = new AbortController();
    const hanging = scriptedModel([() => new Promise<string>(() => {})]);
    const call = generate(hanging, { ...request, signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    await expect(generate(hanging, { ...request, signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
