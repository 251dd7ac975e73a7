import { ContextIndex, indexItems, type MemoryItem, ModelError } from '@ai4j/agent';
import { assistant, call, injected, output, pair, reasoning, user } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import {
  always,
  auto,
  checkpointAnswer,
  compactorOf,
  counter,
  promptOf,
  turns,
  words,
} from '../../test/compactor-setup.ts';
import { codingSessionCompactResultSchema } from './coding-session-compact-result.ts';

const noMicro = { toolResultMicroCompactEnabled: false };

describe('the rungs, in order', () => {
  test('a context within the target is left alone', async () => {
    const request = auto(turns(2, 500));
    const { memory, result } = await compactorOf(always(checkpointAnswer())).compact(request);
    expect(memory).toBe(request.snapshot);
    expect(result).toMatchObject({ outcome: 'skipped', skipReason: 'fits' });
  });

  test('micro first: old results become placeholders, and no model is asked', async () => {
    const model = always(checkpointAnswer());
    const items = turns(10, 700);
    const { memory, result } = await compactorOf(model, { toolResultMicroCompactKeepRecent: 1 }).compact(
      auto(items, { snapshot: { items, seqs: [[1, 40]] } }),
    );
    expect(model.requests).toHaveLength(0);
    expect(result).toMatchObject({
      outcome: 'compacted',
      strategy: 'tool-result-micro',
      checkpointReused: false,
    });
    expect(result.estimatedTokensAfter).toBeLessThanOrEqual(3_600);
    // Oldest first, and not one more than the aim needs.
    expect(result.clearedReferences.map(({ seq }) => seq)).toEqual(
      Array.from({ length: result.compactedToolResultCount }, (_, n) => 3 + 4 * n),
    );
    expect(result.compactedToolResultCount).toBeLessThan(9);
    expect(memory.items).toHaveLength(40);
    expect(memory.items.slice(-4)).toEqual(items.slice(-4));
  });

  test('checkpoint, then checkpoint-delta that carries the first on', async () => {
    const model = always(checkpointAnswer());
    const compactor = compactorOf(model, noMicro);
    const first = await compactor.compact(auto(turns(10, 700)));
    expect(first.result).toMatchObject({
      outcome: 'compacted',
      strategy: 'checkpoint',
      checkpointReused: false,
      fallbackSummary: false,
    });
    expect(first.memory.summary).toBe(first.result.summary);
    const second = await compactor.compact(
      auto([], { snapshot: { ...first.memory, items: [...first.memory.items, ...turns(9, 700, 10)] } }),
    );
    expect(second.result).toMatchObject({ strategy: 'checkpoint-delta', checkpointReused: true });
    expect(second.result.deltaItemCount).toBeGreaterThan(0);
    expect(promptOf(model.requests[1]!)).toContain('Ship the login page');
  });

  test('aggressive when the checkpoint leaves no room for recent items, on top of the one just made', async () => {
    const long = checkpointAnswer({
      criticalContext: Array.from({ length: 12 }, (_, n) => `${n} ${words(50)}`),
    });
    const model = always(long);
    const options = { ...noMicro, compactKeepRecentTokens: 2_900, compactAimShare: 1, minimumGain: 0.4 };
    const items = turns(10, 600);
    const { memory, result } = await compactorOf(model, options).compact(auto(items));
    expect(result).toMatchObject({ strategy: 'aggressive-checkpoint', fallbackSummary: false });
    expect(model.requests).toHaveLength(2);
    expect(promptOf(model.requests[1]!)).toContain('<previous-checkpoint>');
    expect(memory.items).toEqual([items[36], items[39]]);
  });

  test('what was asked last and open calls survive the aggressive cut', async () => {
    const open = [call('open-1', 'bash', { responseId: 'r' }), call('open-2', 'bash', { responseId: 'r' })];
    const items = [...turns(8, 700), user('the live request'), ...pair('x', 'bash', words(900)), ...open];
    const { memory } = await compactorOf(always(checkpointAnswer()), {
      ...noMicro,
      compactKeepRecentTokens: 0,
    }).compact(auto(items));
    expect(memory.items.slice(-2)).toEqual(open);
    expect(memory.items).toContainEqual(user('the live request'));
  });

  test('a manual compaction of a short session gives a checkpoint', async () => {
    const { result } = await compactorOf(always(checkpointAnswer())).compact(
      auto([user('one'), assistant('1'), user('two'), assistant('2')], { automatic: false }),
    );
    expect(result).toMatchObject({ outcome: 'compacted', strategy: 'checkpoint', automatic: false });
    expect(result.summary).toContain('## Goal');
  });

  test('every result is one of the schema', async () => {
    const compactor = compactorOf(always(checkpointAnswer()));
    for (const request of [
      auto([]),
      auto(turns(12, 700)),
      auto(turns(30, 700)),
      auto([user(words(9_000))]),
    ]) {
      const { result } = await compactor.compact(request);
      expect(codingSessionCompactResultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
    }
  });
});

describe('where compaction is impossible', () => {
  test('infinite compaction: a floor above the target is a typed skip, and no summary is paid for (opencode#27924)', async () => {
    const model = always(checkpointAnswer());
    const request = auto([user('hi'), assistant('hello')], { fixedTokens: 7_200 });
    for (let turn = 0; turn < 3; turn++) {
      const { memory, result } = await compactorOf(model).compact(request);
      expect(memory).toBe(request.snapshot);
      expect(result).toMatchObject({ outcome: 'skipped', skipReason: 'floor-too-high' });
      expect(result.floorParts[0]).toEqual({ name: 'system prompt and tools', tokens: 7_200 });
    }
    expect(model.requests).toHaveLength(0);
  });

  test('condensation succeeds with nothing forgotten: one exchange that must stay is skipped (OpenHands SDK#1073)', async () => {
    const model = always(checkpointAnswer());
    const { result } = await compactorOf(model).compact(
      auto([user(words(5_000))], { targetTokens: 5_600, contextTokens: 5_700 }),
    );
    expect(result.outcome).toBe('skipped');
    expect(model.requests).toHaveLength(0);
  });

  test('a 1.68 MB newest tool result is named, and left to the projection (crush#3733)', async () => {
    const items = [...turns(2, 300), user('go'), ...pair('big', 'bash', 'x '.repeat(840_000))];
    const { result } = await compactorOf(always(checkpointAnswer())).compact(auto(items));
    expect(result).toMatchObject({ outcome: 'skipped', skipReason: 'floor-too-high' });
    expect(result.floorParts[0]).toMatchObject({ name: 'result of bash', itemId: 'output:big' });
  });

  test('a giant result that is no longer newest does not block (W-K12)', async () => {
    const items = [user('go'), ...pair('big', 'bash', words(9_000)), assistant('I have read it.')];
    const { memory, result } = await compactorOf(always(checkpointAnswer()), noMicro).compact(auto(items));
    expect(result).toMatchObject({ outcome: 'compacted', splitTurn: true });
    expect(memory.items).toEqual([items[0], items[3]]);
  });
});

describe('nothing thrashes', () => {
  test('compaction after compaction: a summary as long as its input is refused, the next turn needs none (codex#13279)', async () => {
    const model = always({ text: checkpointAnswer({ criticalContext: [words(6_000)] }) });
    const compactor = compactorOf(model, noMicro);
    let { memory, result } = await compactor.compact(auto(turns(10, 700)));
    expect(result).toMatchObject({ outcome: 'compacted' });
    expect(result.estimatedTokensAfter).toBeLessThanOrEqual(6_000);
    const calls = model.requests.length;
    for (let turn = 0; turn < 2; turn++) {
      ({ memory, result } = await compactor.compact(auto([], { snapshot: memory })));
      expect(result).toMatchObject({ outcome: 'skipped', skipReason: 'fits' });
    }
    expect(model.requests).toHaveLength(calls);
  });

  test('context grew after condense: what is twice its input never enters memory (Roo-Code#3911)', async () => {
    const inflated = words(14_000, 'inflation');
    const model = always(checkpointAnswer({ goal: inflated }));
    const { memory, result } = await compactorOf(model, noMicro).compact(auto(turns(10, 700)));
    expect(memory.summary).not.toContain(words(500, 'inflation'));
    expect(result.estimatedTokensAfter).toBeLessThan(result.estimatedTokensBefore);
  });

  test('compresses twice in a row: the second finds that it fits (gemini-cli#8586)', async () => {
    const compactor = compactorOf(always(checkpointAnswer()), noMicro);
    const first = await compactor.compact(auto(turns(10, 700), { contextTokens: 7_900 }));
    const second = await compactor.compact(auto([], { snapshot: first.memory }));
    expect(second.result).toMatchObject({ outcome: 'skipped', skipReason: 'fits' });
  });

  test('real usage above the estimate makes the compaction go further, by one estimator on both sides', async () => {
    const items = turns(12, 500);
    const compact = (contextTokens?: number) =>
      compactorOf(always(checkpointAnswer()), noMicro).compact(auto(items, { contextTokens }));
    const [plain, dense] = await Promise.all([compact(), compact(20_000)]);
    expect(dense.result.estimatedTokensBefore).toBe(plain.result.estimatedTokensBefore);
    expect(dense.result.estimatedTokensAfter).toBeLessThanOrEqual(
      (6_000 * dense.result.estimatedTokensBefore) / 20_000,
    );
  });
});

describe('pairs', () => {
  const cuts = [
    [
      'result without call (openclaw#8525)',
      [...turns(9, 700), user('u'), call('p'), call('q'), output('p', words(600)), output('q', words(600))],
    ],
    [
      'in-flight calls (devo#186)',
      [
        ...turns(9, 700),
        user('u'),
        call('a', 'x', { responseId: 'r' }),
        call('b', 'x', { responseId: 'r' }),
        call('c', 'x', { responseId: 'r' }),
        output('a', words(300)),
      ],
    ],
    [
      'reasoning without its partner (opencode#41738)',
      [
        ...turns(9, 700),
        user('u'),
        reasoning('hm', { responseId: 'r' }),
        call('a', 'x', { responseId: 'r' }),
        output('a', words(900)),
        assistant('end'),
      ],
    ],
  ] as const;
  test.each(cuts)('%s: what is kept is legal', async (_name, items) => {
    const { memory, result } = await compactorOf(always(checkpointAnswer()), noMicro).compact(
      auto(items as readonly MemoryItem[]),
    );
    expect(result.outcome).toBe('compacted');
    const index = indexItems(memory.items);
    expect(index.defects.size).toBe(0);
    expect(index.fruitless.size).toBe(0);
    const openBefore = indexItems(items as readonly MemoryItem[]).unanswered.size;
    expect(index.unanswered.size).toBe(openBefore);
  });

  test('an injected reminder starts no turn: the typed request before it is what survives', async () => {
    const items = [
      ...turns(8, 700),
      user('do it'),
      ...pair('1', 'bash', words(900)),
      injected('reminder'),
      assistant('…'),
    ];
    const { memory } = await compactorOf(always(checkpointAnswer()), {
      ...noMicro,
      compactKeepRecentTokens: 0,
    }).compact(auto(items));
    expect(memory.items[0]).toEqual(user('do it'));
  });
});

describe('what is reported', () => {
  test('36 compactions cause two thirds of the cost: each says what its summary cost (claude-code#94177)', async () => {
    const usage = { inputTokens: 5_000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 300 };
    const model = always({ text: checkpointAnswer(), usage });
    const costOf = () => ({ amount: 0.02, currency: 'USD' });
    const { result } = await compactorOf(model, noMicro, { costOf }).compact(auto(turns(10, 700)));
    expect(result).toMatchObject({ summaryUsage: usage, summaryCost: { amount: 0.02, currency: 'USD' } });
  });

  test('a refused answer was billed all the same', async () => {
    const usage = { inputTokens: 5_000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
    const { result } = await compactorOf(always({ text: '', usage }), noMicro).compact(auto(turns(10, 700)));
    expect(result).toMatchObject({ fallbackSummary: true, summaryUsage: usage });
  });

  test('what memory no longer shows, by seq', async () => {
    const items = turns(10, 700);
    const { memory, result } = await compactorOf(always(checkpointAnswer()), noMicro).compact(
      auto(items, { snapshot: { items, seqs: [[101, 140]] } }),
    );
    const gone = 40 - memory.items.length;
    expect(result.lossRecord).toMatchObject({ ranges: [[101, 100 + gone]], items: gone });
    expect(result.deltaItemCount).toBe(gone);
  });

  test('fallbackSummary is of the compaction that used it, not of those after it (W-K8)', async () => {
    const failing = compactorOf(always(new ModelError('network', 'down')), noMicro);
    const first = await failing.compact(auto(turns(10, 700)));
    expect(first.result).toMatchObject({
      fallbackSummary: true,
      fallbackReason: expect.stringContaining('down'),
    });
    const working = compactorOf(always(checkpointAnswer()), noMicro);
    const second = await working.compact(
      auto([], { snapshot: { ...first.memory, items: [...first.memory.items, ...turns(9, 700, 10)] } }),
    );
    expect(second.result).toMatchObject({ strategy: 'checkpoint-delta', fallbackSummary: false });
  });
});

test('a constraint of turn 1 is in the checkpoint word for word after five compactions, whatever the model says', async () => {
  const compactor = compactorOf(
    always(checkpointAnswer({ constraints: ['Always deploy on Fridays'] })),
    noMicro,
  );
  let memory: { items: readonly MemoryItem[]; summary?: string | undefined } = {
    items: [user('Never touch package.json.'), assistant('Understood.')],
  };
  for (let round = 0; round < 5; round++) {
    const items = [...memory.items, ...turns(9, 700, round * 9)];
    const { result, memory: next } = await compactor.compact(auto([], { snapshot: { ...memory, items } }));
    expect(result.outcome).toBe('compacted');
    expect(result.checkpoint?.constraints).toEqual(['Never touch package.json.']);
    expect(result.checkpoint?.extensions.inferred).toContain('Always deploy on Fridays');
    memory = next;
  }
});

test('a check costs what is new in memory, whatever came before', async () => {
  const index = new ContextIndex();
  const compactor = compactorOf(undefined, { compactContextWindowTokens: 1_000_000 }, { index, counter });
  let items: readonly MemoryItem[] = turns(500, 5);
  await compactor.compact(auto(items));
  for (let step = 0; step < 20; step++) {
    items = [...items, ...turns(1, 5, 1_000 + step)];
    const visited = index.counters.itemsVisited;
    await compactor.compact(auto(items));
    expect(index.counters.itemsVisited - visited).toBe(4);
  }
});
