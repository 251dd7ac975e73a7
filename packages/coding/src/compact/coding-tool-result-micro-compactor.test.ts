import {
  ContextIndex,
  type FunctionCallOutputItem,
  type MemoryItem,
  measureMemory,
  type TokenCounter,
} from '@ai4j/agent';
import { call, output, pair } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import { counter, words } from '../../test/compactor-setup.ts';
import {
  codingToolResultMicroCompactor,
  type MicroCompaction,
  type MicroCompactOptions,
} from './coding-tool-result-micro-compactor.ts';

const results = (count: number, tokens = 1_000): MemoryItem[] =>
  Array.from({ length: count }, (_, n) => pair(`c${n}`, 'bash', words(tokens))).flat();

function compact(
  items: readonly MemoryItem[],
  options: Partial<MicroCompactOptions> = {},
  goal = { neededTokens: Number.POSITIVE_INFINITY, worthTokens: 1 },
) {
  const { view } = measureMemory({ items }, counter, new ContextIndex());
  const settings = { keepRecent: 1, maxTokens: 200, exemptTools: [], ...options };
  return codingToolResultMicroCompactor(settings).compact(view, goal, counter);
}

function outputAt(done: MicroCompaction | undefined, position: number) {
  const item = done?.items[position];
  return item?.type === 'function_call_output' ? item.output : undefined;
}

describe('what it compacts', () => {
  test('a placeholder says what stood there', () => {
    const items = [
      call('c1', 'read_file', { arguments: '{"path":"src/a.ts"}' }),
      output('c1', `line one\nline two ${words(900)}`),
      ...results(1),
    ];
    const done = compact(items);
    const placeholder = done?.items[1] as FunctionCallOutputItem;
    expect({ ...placeholder, output: undefined }).toEqual({
      type: 'function_call_output',
      id: 'output:c1',
      callId: 'c1',
      outcome: 'ok',
      cleared: true,
      output: undefined,
    });
    expect(placeholder.output).toMatch(
      /^\[tool result compacted to save context\] call_id=c1 tool=read_file size=5417 chars outcome=ok\. Preview: line one line two alpha .*\.\.\.$/,
    );
    expect(done?.clearedReferences).toEqual([
      { itemId: 'output:c1', callId: 'c1', toolName: 'read_file', path: 'src/a.ts' },
    ]);
    expect(items[1]).toMatchObject({ output: expect.stringContaining('line one') });
  });

  test('a failure keeps its first and last error lines', () => {
    const log = [
      'compiling',
      'src/a.ts: error TS1',
      words(900),
      'src/z.ts: error TS2',
      'bye',
      'npm ERR failed',
    ].join('\n');
    const done = compact([call('c1', 'bash'), output('c1', log, { outcome: 'error' }), ...results(1)]);
    expect(outputAt(done, 1)).toMatch(
      /outcome=error\. Preview: src\/a\.ts: error TS1 … src\/z\.ts: error TS2 … npm ERR failed$/,
    );
  });

  test('a preview limit in the middle of an emoji leaves no lone surrogate (claude-code#56064)', () => {
    for (let shift = 0; shift < 3; shift++) {
      const done = compact([
        call('c1'),
        output('c1', 'x'.repeat(shift) + '👩‍👩‍👧'.repeat(2_000)),
        ...results(1),
      ]);
      expect(JSON.stringify(done?.items)).not.toMatch(/\\ud[89a-f]/);
    }
  });

  test('only as many as are needed, the oldest first', () => {
    expect(compact(results(6), {}, { neededTokens: 1_500, worthTokens: 1 })?.positions).toEqual([1, 3]);
    expect(compact(results(6), { keepRecent: 4 })?.positions).toEqual([1, 3]);
    expect(compact(results(6), { keepRecent: 0 })?.positions).toHaveLength(6);
  });

  test.each<[string, MemoryItem[], Partial<MicroCompactOptions>]>([
    ['the newest results', results(3), { keepRecent: 3 }],
    ['small results', results(5, 50), {}],
    [
      'results of exempt tools (claude-code#57788)',
      [...pair('m', 'memory', words(900)), ...results(1)],
      { exemptTools: ['memory'] },
    ],
    [
      'what is a placeholder already',
      (compact(results(2), { keepRecent: 0 })?.items ?? []) as MemoryItem[],
      { keepRecent: 0, maxTokens: 1 },
    ],
    ['nothing at all', [], {}],
  ])('never %s', (_name, items, options) => {
    expect(compact(items, options)).toBeUndefined();
  });

  test('not when all of them together are not worth it', () => {
    expect(compact(results(3), {}, { neededTokens: 9_000, worthTokens: 8_000 })).toBeUndefined();
  });
});

test('prune toggles around the threshold: one batch, then the prefix holds for steps (senpi PR 425)', () => {
  const micro = codingToolResultMicroCompactor({ keepRecent: 2, maxTokens: 200, exemptTools: [] });
  const index = new ContextIndex();
  let items: readonly MemoryItem[] = [];
  let rewrites = 0;
  for (let step = 0; step < 40; step++) {
    items = [...items, ...pair(`c${step}`, 'bash', words(500))];
    const { view, tokens } = measureMemory({ items }, counter, index);
    if (tokens <= 6_000) continue;
    const done = micro.compact(view, { neededTokens: tokens - 3_600, worthTokens: 600 }, counter);
    if (done) rewrites += 1;
    items = done?.items ?? items;
  }
  expect(rewrites).toBeLessThanOrEqual(8);
});

test('a check of a history that grew looks at what is new', () => {
  let counted = 0;
  const counting: TokenCounter = {
    ...counter,
    countItem(item) {
      counted += 1;
      return counter.countItem(item);
    },
  };
  const micro = codingToolResultMicroCompactor({ keepRecent: 0, maxTokens: 200, exemptTools: [] });
  const index = new ContextIndex();
  let items = results(300, 20);
  measureMemory({ items }, counting, index);
  for (let step = 0; step < 10; step++) {
    items = [...items, ...pair(`new${step}`, 'bash', words(20))];
    const visited = index.counters.itemsVisited;
    counted = 0;
    const { view } = measureMemory({ items }, counting, index);
    expect(micro.compact(view, { neededTokens: 1, worthTokens: 1 }, counting)).toBeUndefined();
    expect([index.counters.itemsVisited - visited, counted]).toEqual([2, 2]);
  }
});
