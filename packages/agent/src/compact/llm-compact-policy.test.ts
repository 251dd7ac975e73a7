import { describe, expect, test } from 'vitest';
import { type Answer, summarizer } from '../../test/summarizer.ts';
import { ModelError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { contentText } from '../items/content.ts';
import { compactPolicyConformance } from '../testing/compact-policy-conformance.ts';
import { call, output, pair, user } from '../testing/item-builders.ts';
import { llmCompactPolicy } from './llm-compact-policy.ts';

const turns = (count: number): MemoryItem[] => Array.from({ length: count }, (_, n) => user(`question ${n}`));
const oneTurn = (steps: number): MemoryItem[] => [
  user('do it all'),
  ...Array.from({ length: steps }, (_, n) => pair(`${n}`, 'read', `result ${n} ${'x'.repeat(80)}`)).flat(),
];

const full = {
  goal: 'Ship login',
  completed: ['Wrote the form'],
  pending: ['Wire the API'],
  decisions: ['Use JWT sessions'],
  errors: ['npm test failed: 2 specs'],
  testResults: ['login.spec green'],
  openQuestions: ['Which mail provider?'],
};

describe('what it asks and what it makes of the answer', () => {
  test('fills the structured fields and renders sections', async () => {
    const policy = llmCompactPolicy({ model: summarizer(JSON.stringify(full)), maxItems: 3 });
    const result = await policy.compact({ items: turns(6) });
    expect(result.memory.items).toEqual(turns(6).slice(4));
    expect(result).toMatchObject({
      completed: full.completed,
      pending: full.pending,
      decisions: full.decisions,
      failedCommands: full.errors,
      testResults: full.testResults,
      openQuestions: full.openQuestions,
      changedArtifacts: [],
      userConfirmations: [],
      sandboxState: [],
    });
    expect(result.contextReport?.notes).toEqual(['tier3 summary: summarized 4 item(s), kept recent 2']);
    expect(result.summary).toMatchInlineSnapshot(`
      "## Goal
      Ship login

      ## Progress
      - Wrote the form

      ## Pending
      - Wire the API

      ## Key Decisions
      - Use JWT sessions

      ## Errors
      - npm test failed: 2 specs

      ## Test Results
      - login.spec green

      ## Open Questions
      - Which mail provider?"
    `);
  });

  test('tolerates a fence, prose around the object, and a string where a list was asked for', async () => {
    const answer =
      'Here you go:\n```json\n{"goal":"g","completed":"just this","pending":[" ",null,7]}\n```\nDone.';
    const result = await llmCompactPolicy({ model: summarizer(answer), maxItems: 2 }).compact({
      items: turns(5),
    });
    expect([result.completed, result.pending]).toEqual([['just this'], ['7']]);
  });

  test('prose is a summary as it is, with empty lists', async () => {
    const model = summarizer('The user asked five questions; all were answered.');
    const result = await llmCompactPolicy({ model, maxItems: 2 }).compact({ items: turns(5) });
    expect(result.summary).toBe('The user asked five questions; all were answered.');
    expect([result.completed, result.pending, result.decisions]).toEqual([[], [], []]);
  });

  test('asks with the previous summary, the files, calls with their arguments, and without tools or images', async () => {
    const model = summarizer(JSON.stringify(full));
    const image = {
      type: 'image' as const,
      mediaType: 'image/png',
      source: { type: 'url' as const, url: 'https://e.x/a' },
    };
    const items = [
      user([{ type: 'text', text: 'look at this' }, image]),
      call('1', 'edit', { arguments: '{"path":"src/a.ts","old":"x"}' }),
      output('1', 'no match', { outcome: 'error' }),
      ...turns(3),
    ];
    await llmCompactPolicy({ model, maxItems: 4 }).compact({ items, summary: 'Earlier: set up the repo' });
    const [request] = model.requests;
    expect(request?.tools).toBeUndefined();
    expect(
      contentText((request!.items[0] as Extract<MemoryItem, { type: 'message' }>).content),
    ).toMatchInlineSnapshot(`
      "Previous summary:
      Earlier: set up the repo

      Carry over from the previous summary what still holds: move what got done to "completed", keep what is unresolved, keep every decision and rule.

      Files modified: src/a.ts

      Conversation to summarize:
      [User]
      look at this
      [image: image/png]

      [Tool call edit]
      {"path":"src/a.ts","old":"x"}

      [Tool result (error)]
      no match

      [User]
      question 0"
    `);
  });

  test('what the redactor takes out reaches neither the summariser nor memory', async () => {
    const model = summarizer('The key is SECRET-42.');
    const redact = (text: string) => text.replaceAll(/SECRET-\d+/g, '[redacted]');
    const policy = llmCompactPolicy({ model, maxItems: 2, redact });
    const result = await policy.compact({ items: [user('my key is SECRET-42'), ...turns(4)] });
    expect(JSON.stringify(model.requests)).not.toContain('SECRET-42');
    expect(result.summary).toBe('The key is [redacted].');
  });
});

describe('where it cuts', () => {
  const [u1, a1, t1] = [user('1'), call('a'), output('a')];
  const [u2, a2, t2] = [user('2'), call('b'), output('b')];
  const cases: [
    name: string,
    items: MemoryItem[],
    options: { maxItems: number; keepItems?: number },
    kept: MemoryItem[],
  ][] = [
    [
      'back to the start of the turn, where that fits',
      [u1, a1, t1, u2, a2, t2],
      { maxItems: 3, keepItems: 2 },
      [u2, a2, t2],
    ],
    ['inside the turn where it does not', [u1, a1, t1, u2, a2, t2], { maxItems: 2 }, [a2, t2]],
    ['nothing when nothing is older than what is kept', [u1, a1, t1], { maxItems: 6 }, [u1, a1, t1]],
    ['inside one giant turn, at a legal place', oneTurn(8), { maxItems: 6 }, oneTurn(8).slice(15)],
    [
      'never between parallel calls and their outputs',
      [u1, call('x'), call('y'), output('x'), output('y')],
      { maxItems: 4, keepItems: 2 },
      [call('x'), call('y'), output('x'), output('y')],
    ],
  ];
  test.each(cases)('%s', async (_name, items, options, kept) => {
    const result = await llmCompactPolicy({ model: summarizer('short'), ...options }).compact({ items });
    expect(result.memory.items).toEqual(kept);
  });

  test('memory that cannot be cut is the very memory it was, and costs no model call', async () => {
    const model = summarizer('short');
    const snapshot = { items: turns(2) };
    expect((await llmCompactPolicy({ model, maxItems: 10 }).compact(snapshot)).memory).toBe(snapshot);
    expect((await llmCompactPolicy({ model, maxItems: 10 }).compact({ items: [] })).memory).toEqual({
      items: [],
    });
    expect(model.requests).toHaveLength(0);
  });

  test('a newest unit over the limit fails with its parts named, and costs no model call', async () => {
    const model = summarizer('short');
    const items = [...turns(4), call('1'), output('1', 'y'.repeat(8_000))];
    await expect(llmCompactPolicy({ model, maxTokens: 500 }).compact({ items })).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('function_call_output "output:1"'),
    });
    expect(model.requests).toHaveLength(0);
  });
});

test('shouldCompact is due above the limit, not at it', () => {
  const policy = llmCompactPolicy({ model: summarizer('x'), maxItems: 3 });
  expect([2, 3, 4].map((count) => policy.shouldCompact?.({ items: turns(count) }))).toEqual([
    false,
    false,
    true,
  ]);
});

test('one long turn: a compaction every few steps, none of them without progress (no call at every step)', async () => {
  const model = summarizer('so far so good');
  const policy = llmCompactPolicy({ model, maxItems: 10 });
  let memory: { items: readonly MemoryItem[]; summary?: string | undefined } = { items: [user('do it all')] };
  for (let step = 0; step < 30; step++) {
    if (policy.shouldCompact?.(memory)) {
      const before = memory.items.length;
      memory = (await policy.compact(memory)).memory;
      expect(memory.items.length).toBeLessThan(before);
      expect(policy.shouldCompact?.(memory)).toBe(false);
    }
    memory = { ...memory, items: [...memory.items, ...pair(`step ${step}`)] };
  }
  expect(model.requests.length).toBeLessThanOrEqual(12);
});

describe('an answer that may not be trusted changes nothing (L5)', () => {
  const refused: [name: string, answer: Answer][] = [
    ['empty', ''],
    ['blank', '  \n '],
    ['an empty object', '{}'],
    ['an empty object in a fence', '```json\n{}\n```'],
    ['every section empty', '{"goal":"","completed":[],"pending":[" "]}'],
    ['half a JSON object', '{"goal":"Ship login","completed":["Wrote the'],
    ['cut off by the output limit', { text: 'The user wants', finishReason: 'length' }],
    ['declined', { text: 'I cannot help with that.', finishReason: 'refusal' }],
    ['a tool call and no text', { items: [call('1', 'read')] }],
    ['an HTML error page', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'],
    ['an error message', 'Error: rate limit exceeded, please try again in 20s'],
    ['an error object', '{"error":{"message":"overloaded","type":"overloaded_error"}}'],
    ['an HTTP status', '503 Service Unavailable'],
    ['the model throws', new ModelError('rate_limited', 'slow down')],
  ];
  test.each(refused)('%s', async (_name, answer) => {
    const snapshot = { items: turns(6), summary: 'earlier' };
    const before = JSON.stringify(snapshot);
    const policy = llmCompactPolicy({ model: summarizer(answer), maxItems: 3 });
    await expect(policy.compact(snapshot)).rejects.toMatchObject({ name: 'CompactError', code: 'failed' });
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  test.each([
    'Error handling was reworked: every route now returns a typed error, and the tests cover the rate limit path.',
    'The user asked why the server returned 500 errors; the cause was a missing index.',
  ])('prose about errors is no error: %s', async (answer) => {
    const result = await llmCompactPolicy({ model: summarizer(answer), maxItems: 3 }).compact({
      items: turns(6),
    });
    expect(result.summary).toBe(answer);
  });

  test('context grew after condense: a summary as long as what it replaces is refused', async () => {
    const model = summarizer('z '.repeat(4_000));
    const items = oneTurn(20);
    await expect(llmCompactPolicy({ model, maxTokens: 1_000 }).compact({ items })).rejects.toMatchObject({
      code: 'failed',
    });
  });

  test('a summariser that never answers is given up after its time', async () => {
    const model = {
      model: 'silent',
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
    };
    const policy = llmCompactPolicy({ model, maxItems: 3, timeoutMs: 5 });
    await expect(policy.compact({ items: turns(6) })).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('5 ms'),
    });
  });

  test('an abort during the summary is an abort', async () => {
    const abort = new AbortController();
    const model = summarizer(() => {
      abort.abort();
      return new Error('aborted');
    });
    const compacting = llmCompactPolicy({ model, maxItems: 3 }).compact(
      { items: turns(6) },
      { signal: abort.signal },
    );
    await expect(compacting).rejects.toMatchObject({ code: 'aborted' });
  });
});

test('the same overflowing prompt is not sent again: each retry is strictly smaller, at most three', async () => {
  const tooLong = new ModelError('context_overflow', 'prompt is too long');
  const model = summarizer(tooLong);
  const items = [...oneTurn(40), ...turns(5)];
  await expect(llmCompactPolicy({ model, maxItems: 10 }).compact({ items })).rejects.toMatchObject({
    code: 'failed',
  });
  const sizes = model.requests.map((request) => JSON.stringify(request.items).length);
  expect(sizes).toHaveLength(4);
  expect(sizes.every((size, at) => at === 0 || size < (sizes[at - 1] as number))).toBe(true);
});

test('files accumulate over compactions, by exact tool names, bash and patches seen', async () => {
  const policy = llmCompactPolicy({
    model: summarizer('so far'),
    maxItems: 4,
    fileEffects: { deploy: () => ({ writes: ['prod.env'] }) },
  });
  const calls = (...specs: [name: string, args: unknown][]): MemoryItem[] =>
    specs.flatMap(([name, args], n) => [
      call(`${name}${n}`, name, {
        arguments: typeof args === 'string' ? args : JSON.stringify(args),
        kind: typeof args === 'string' ? 'text' : 'json',
      }),
      output(`${name}${n}`),
    ]);
  const first = await policy.compact({
    items: [
      ...calls(
        ['read', { path: 'a.ts' }],
        ['read', { path: 'a.ts' }],
        ['edit', { file_path: 'b.ts' }],
        ['confirm_thread', { path: 'not/a/file' }],
        ['bash', { command: 'cat log.txt | grep x > out.txt && sed -i s/a/b/ c.ts' }],
      ),
      ...turns(4),
    ],
  });
  expect([first.readFiles, first.modifiedFiles]).toEqual([
    ['a.ts', 'log.txt'],
    ['b.ts', 'out.txt', 'c.ts'],
  ]);
  const second = await policy.compact(
    {
      ...first.memory,
      items: [
        ...calls(['apply_patch', '*** Begin Patch\n*** Update File: a.ts\n*** End Patch'], ['deploy', {}]),
        ...turns(4),
      ],
    },
    { previous: first },
  );
  expect([second.readFiles, second.modifiedFiles]).toEqual([
    ['log.txt'],
    ['b.ts', 'out.txt', 'c.ts', 'a.ts', 'prod.env'],
  ]);
});

test.each([
  [{ maxItems: 0 }, 'maxItems is 0'],
  [{ maxItems: 3, keepItems: 4 }, 'keepItems is 4'],
  [{ maxTokens: 100, keepTokens: -1 }, 'keepTokens is -1'],
])('options that cannot work are refused by name: %o', (options, message) => {
  expect(() => llmCompactPolicy({ model: summarizer('x'), ...options })).toThrow(message);
});
describe('conforms', () => {
  const answer = JSON.stringify(full);
  test.each(compactPolicyConformance())('by items: $name', ({ run }) =>
    run(() => llmCompactPolicy({ model: summarizer(answer), maxItems: 12 })),
  );
  test.each(compactPolicyConformance())('by tokens: $name', ({ run }) =>
    run(() => llmCompactPolicy({ model: summarizer(answer), maxTokens: 1_200 })),
  );
});
