import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred, illegalParts } from '../../test/agent-harness.ts';
import { alteredLog } from '../../test/session-logs.ts';
import { SessionStoreError } from '../errors.ts';
import type { FunctionCallOutputItem } from '../items/agent-item.ts';
import { contentParts, contentText } from '../items/content.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { type ToolSet, tool } from '../model/tool.ts';
import { recallItems } from '../recall/recall-items.ts';
import type { ScriptedCall } from '../testing/scripted-model.ts';
import type { ToolCallDecision } from './agent-hooks.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';

const text = z.object({ text: z.string() });
const returns = (value: unknown) =>
  tool({ description: '', inputSchema: z.object({}), execute: () => value });
const echo = tool({ description: '', inputSchema: text, execute: (input) => input.text });

/** The outputs of one response with these calls. */
async function outputsOf(
  calls: readonly ScriptedCall[],
  tools: ToolSet,
  extra: Partial<AgentLoopContext> = {},
): Promise<readonly FunctionCallOutputItem[]> {
  const session = new AgentHarness({ tools });
  const result = await session.run('go', [{ calls }, 'done'], extra);
  expect(result.stopReason).toBe('completed');
  expect(illegalParts(await session.items())).toEqual([]);
  return result.items.filter((item) => item.type === 'function_call_output');
}

describe('what a tool returns', () => {
  const image = {
    type: 'image',
    mediaType: 'image/png',
    source: { type: 'url', url: 'https://example.com/a.png' },
  };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  test.each<[string, unknown, unknown, string]>([
    ['a text', 'plain', 'plain', 'ok'],
    ['nothing', undefined, '', 'ok'],
    ['null', null, 'null', 'ok'],
    ['a number', 7, '7', 'ok'],
    ['an object', { a: [1] }, '{"a":[1]}', 'ok'],
    ['an empty list', [], '[]', 'ok'],
    ['content parts', [{ type: 'text', text: 'see' }, image], [{ type: 'text', text: 'see' }, image], 'ok'],
    ['a list that is no content', [{ type: 'text' }], '[{"type":"text"}]', 'ok'],
    ['an output with its outcome', { output: { code: 1 }, outcome: 'error' }, '{"code":1}', 'error'],
    [
      'an object that only looks like one',
      { output: 'x', outcome: 'odd' },
      '{"output":"x","outcome":"odd"}',
      'ok',
    ],
    ['a cycle', cyclic, expect.stringContaining('Error: '), 'error'],
    ['a function', () => {}, 'Error: A function is no JSON value.', 'error'],
  ])('%s', async (_, value, output, outcome) => {
    expect(await outputsOf([{ name: 'it' }], { it: returns(value) })).toMatchObject([{ output, outcome }]);
  });
});

describe('what goes wrong becomes an output', () => {
  const throws = tool({
    description: '',
    inputSchema: z.object({}),
    execute: () => {
      throw new Error('no such file');
    },
  });
  const picky = tool({
    description: '',
    inputSchema: z.object({
      action: z.literal('exec'),
      command: z.string({ error: 'exec requires a command' }),
    }),
    execute: () => {
      throw new Error('must not run');
    },
  });
  test.each<[string, ScriptedCall, RegExp]>([
    ['an unknown tool', { name: 'nope' }, /no tool "nope".*throws, picky/],
    ['a name that every object has', { name: 'constructor' }, /no tool "constructor"/],
    ['arguments that are no JSON', { name: 'picky', arguments: '{"a' }, /no valid JSON/],
    [
      'arguments that do not fit, and the tool is not run',
      { name: 'picky', arguments: { action: 'exec' } },
      /do not fit "picky":\ncommand: exec requires a command/,
    ],
    ['a tool that throws', { name: 'throws' }, /^Error: no such file$/],
  ])('%s', async (_, call, output) => {
    expect(await outputsOf([call], { throws, picky })).toMatchObject([
      { output: expect.stringMatching(output), outcome: 'error' },
    ]);
  });

  test('a call that is refused is told of like one that ran', async () => {
    const session = new AgentHarness({ tools: { picky } });
    await session.run('go', [{ calls: [{ name: 'picky', arguments: { action: 'exec' } }] }, 'done']);
    expect(session.eventsOf('tool-start')).toHaveLength(1);
    expect(session.eventsOf('tool-end')).toMatchObject([{ output: { outcome: 'error' } }]);
  });

  test('no arguments at all are an empty object', async () => {
    expect(await outputsOf([{ name: 'it', arguments: '' }], { it: returns('ran') })).toMatchObject([
      { output: 'ran' },
    ]);
  });

  test('a call of free text gives the tool that text', async () => {
    const free = tool({ description: '', inputSchema: z.string(), execute: (input) => `got ${input}` });
    const call = { name: 'free', kind: 'text' as const, arguments: '*** patch' };
    expect(await outputsOf([call], { free })).toMatchObject([{ output: 'got *** patch' }]);
  });
});

describe('order', () => {
  test('tools run in parallel, their outputs are in call order', async () => {
    const first = deferred<string>();
    const order: string[] = [];
    const wait = tool({
      description: '',
      inputSchema: text,
      execute: async (input) => {
        order.push(`start ${input.text}`);
        if (input.text === 'a') await first.promise;
        else first.resolve('');
        order.push(`end ${input.text}`);
        return input.text;
      },
    });
    const calls = ['a', 'b'].map((it) => ({ name: 'wait', arguments: { text: it } }));
    expect(await outputsOf(calls, { wait })).toMatchObject([{ output: 'a' }, { output: 'b' }]);
    expect(order).toEqual(['start a', 'start b', 'end b', 'end a']);
  });

  test('serial execution runs one after the other', async () => {
    const order: string[] = [];
    const note = tool({
      description: '',
      inputSchema: text,
      execute: async (input) => {
        order.push(`start ${input.text}`);
        await Promise.resolve();
        order.push(`end ${input.text}`);
      },
    });
    const calls = ['a', 'b'].map((it) => ({ name: 'note', arguments: { text: it } }));
    await outputsOf(calls, { note }, { toolExecution: 'serial' });
    expect(order).toEqual(['start a', 'end a', 'start b', 'end b']);
  });

  test('W-R3: each parallel call knows its own call and the run it belongs to', async () => {
    const seen: [string, string][] = [];
    const who = tool({
      description: '',
      inputSchema: text,
      execute: async (input, { callId, signal }) => {
        await Promise.resolve();
        expect(signal.aborted).toBe(false);
        seen.push([input.text, callId]);
      },
    });
    const calls = ['a', 'b', 'c'].map((it) => ({
      name: 'who',
      callId: `id-of-${it}`,
      arguments: { text: it },
    }));
    await outputsOf(calls, { who });
    expect(seen).toEqual([
      ['a', 'id-of-a'],
      ['b', 'id-of-b'],
      ['c', 'id-of-c'],
    ]);
  });
});

describe('the size of a result', () => {
  const large = `head ${'🧠'.repeat(30_000)} tail`;

  test.each([10, 11, 12, 13, 1_001])(
    'is cut to %d chars, head and tail kept, no character halved',
    async (maxOutputChars) => {
      const it = tool({ description: '', inputSchema: z.object({}), maxOutputChars, execute: () => large });
      const [output] = await outputsOf([{ name: 'it' }], { it });
      const cut = output?.output as string;
      expect(cut).toMatch(/^head[\s\S]*tail$/);
      expect(cut.isWellFormed()).toBe(true);
      const note =
        /\n\[… (\d+) of (\d+) chars cut here; the whole output is kept as item "([^"]+)" …\]\n/.exec(cut);
      expect(note?.slice(2)).toEqual([`${large.length}`, output?.id]);
      expect(cut.length - (note?.[0].length ?? 0) + Number(note?.[1])).toBe(large.length);
      expect(large.length - Number(note?.[1])).toBeLessThanOrEqual(maxOutputChars);
    },
  );

  test('the whole is recalled byte for byte, halves of characters included', async () => {
    const odd = `\ud83d${'x'.repeat(60_000)}\ude00`;
    const session = new AgentHarness({ tools: { it: returns(odd) } });
    await session.run('go', [{ calls: [{ name: 'it' }] }, 'done']);
    const { items, seqs } = await session.memory.snapshot();
    const kept = items.find((item) => item.type === 'function_call_output');
    expect(kept).toMatchObject({ original: { sizeBytes: expect.any(Number) } });
    const recalled = (await recallItems(session.log, seqs)).find(({ item }) => item.id === kept?.id);
    expect(recalled?.item).toEqual({ ...kept, output: odd, original: undefined });
    expect(recalled?.item).not.toHaveProperty('original');
  });

  test('text parts share the limit, media stay', async () => {
    const parts = [
      { type: 'text', text: 'a'.repeat(3_000) },
      { type: 'image', mediaType: 'image/png', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'text', text: 'b'.repeat(1_000) },
    ];
    const it = tool({
      description: '',
      inputSchema: z.object({}),
      maxOutputChars: 400,
      execute: () => parts,
    });
    const [output] = await outputsOf([{ name: 'it' }], { it });
    const [first, image, last] = contentParts(output?.output ?? '').map((part) => ({
      ...part,
      text: contentText([part]),
    }));
    expect(first?.text).toMatch(/^a{150}\n\[… 2700 of 3000 [\s\S]*\]\na{150}$/);
    expect(image).toEqual({ ...parts[1], text: '' });
    expect(last?.text).toMatch(/^b{50}\n\[… 900 of 1000 [\s\S]*\]\nb{50}$/);
  });

  test('where the whole cannot be kept, nothing is cut: the run fails and the call stays open', async () => {
    const memoryLog = inMemorySessionEventLog({ sessionId: 'session' });
    const broken = {
      ...alteredLog(memoryLog, {}),
      blobs: {
        get: async () => undefined,
        put: async () => {
          throw new SessionStoreError('write_failed', 'disk full');
        },
      },
    };
    const session = new AgentHarness({ tools: { it: returns(large) } }, broken);
    await expect(session.run('go', [{ calls: [{ name: 'it' }] }])).rejects.toMatchObject({
      code: 'write_failed',
    });
    expect((await session.items()).map(({ type }) => type)).toEqual(['message', 'function_call']);
  });
});

describe('hooks around tools', () => {
  const call = { name: 'echo', arguments: { text: 'secret' } };
  const decide = (decision: ToolCallDecision) => ({ hooks: { beforeToolCall: () => decision } });

  test.each<[string, Partial<AgentLoopContext>, object]>([
    ['allow', decide({ action: 'allow' }), { output: 'secret', outcome: 'ok' }],
    ['modify', decide({ action: 'modify', input: { text: 'other' } }), { output: 'other', outcome: 'ok' }],
    [
      'modify to what does not fit',
      decide({ action: 'modify', input: {} }),
      { output: expect.stringMatching(/modified arguments do not fit "echo":\ntext: /), outcome: 'error' },
    ],
    [
      'block',
      decide({ action: 'block', reason: 'not here' }),
      { output: 'Rejected: not here', outcome: 'rejected' },
    ],
    [
      'a beforeToolCall that throws',
      {
        hooks: {
          beforeToolCall: () => {
            throw new Error('policy is down');
          },
        },
      },
      { output: 'Error: The call was not carried out: policy is down', outcome: 'error' },
    ],
    [
      'afterToolCall replaces output and outcome',
      { hooks: { afterToolCall: () => ({ output: '[redacted]', outcome: 'error' as const }) } },
      { output: '[redacted]', outcome: 'error' },
    ],
    [
      'an afterToolCall that throws',
      {
        hooks: {
          afterToolCall: () => {
            throw new Error('scanner is down');
          },
        },
      },
      { output: 'Error: the output is withheld: scanner is down', outcome: 'error' },
    ],
  ])('%s', async (_, extra, expected) => {
    expect(await outputsOf([call], { echo }, extra)).toMatchObject([expected]);
  });
});
