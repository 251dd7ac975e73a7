import { describe, expect, test } from 'vitest';
import { assistant, call, injected, output, pair, reasoning, user } from '../testing/item-builders.ts';
import type { AgentItem } from './agent-item.ts';
import { indexItems } from './item-index.ts';

/** Every position at which the history may be cut. */
function legalCuts(items: readonly AgentItem[]): number[] {
  const index = indexItems(items);
  const cuts: number[] = [];
  for (let at = 0; at <= items.length; at++) if (index.cutAtOrAfter(at) === at) cuts.push(at);
  return cuts;
}

describe('legal cuts', () => {
  const cases: [name: string, items: AgentItem[], cuts: number[]][] = [
    ['an empty history', [], [0]],
    ['messages may be cut anywhere', [user('a'), assistant('b'), user('c')], [0, 1, 2, 3]],
    ['a call stays with its output', [user('a'), ...pair('1'), assistant('b')], [0, 1, 3, 4]],
    [
      'parallel calls and their outputs are one unit',
      [user('a'), call('1'), call('2'), output('1'), output('2'), user('b')],
      [0, 1, 5, 6],
    ],
    [
      'reasoning, message and calls of one response are one unit',
      [reasoning('r'), assistant('x'), call('1'), output('1'), reasoning('s'), assistant('y')],
      [0, 4, 6],
    ],
    [
      'responses side by side are told apart by their id',
      [
        assistant('a', { responseId: '1' }),
        assistant('b', { responseId: '1' }),
        assistant('c', { responseId: '2' }),
      ],
      [0, 2, 3],
    ],
    ['two messages without a response id are two responses', [assistant('a'), assistant('b')], [0, 1, 2]],
    [
      'a response whose parts lie apart is one unit with all between',
      [
        call('1', 'read', { responseId: 'r' }),
        output('1'),
        call('2', 'read', { responseId: 'r' }),
        output('2'),
      ],
      [0, 4],
    ],
    [
      'calls that wait for outputs stay with what comes',
      [user('a'), call('1'), call('2'), output('1'), user('steer')],
      [0, 1],
    ],
    [
      'a call that the model went on without is abandoned',
      [user('a'), call('1'), user('go on'), assistant('b'), user('c')],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      'an output that comes late joins all since its call',
      [user('a'), call('1'), user('go on'), assistant('b'), output('1'), user('c')],
      [0, 1, 5, 6],
    ],
    ['an orphan output stands alone', [output('x'), user('a')], [0, 1, 2]],
    [
      'repeated call ids pair with the call before them',
      [
        call('1', 'a', { id: 'a' }),
        output('1', 'x', { id: 'b' }),
        call('1', 'b', { id: 'c' }),
        output('1', 'y', { id: 'd' }),
      ],
      [0, 2, 4],
    ],
    [
      'what the provider ran needs no output',
      [call('1', 'search', { providerExecuted: true }), user('a')],
      [0, 1, 2],
    ],
  ];
  test.each(cases)('%s', (_name, items, cuts) => {
    expect(legalCuts(items)).toEqual(cuts);
  });

  test('the cut before a position mirrors the cut after it', () => {
    const items = [user('a'), ...pair('1'), user('b'), call('2')];
    const index = indexItems(items);
    expect([0, 1, 2, 3, 4, 5].map((at) => index.cutAtOrBefore(at))).toEqual([0, 1, 1, 3, 4, 4]);
    expect([0, 1, 2, 3, 4, 5].map((at) => index.cutAtOrAfter(at))).toEqual([0, 1, 3, 3, 4, 4]);
  });
});

test('an output knows its call and its tool, and the other way round', () => {
  const index = indexItems([call('1', 'grep'), call('2', 'ls'), output('2'), output('1'), output('3')]);
  expect([2, 3, 4].map((at) => [index.callOf(at), index.toolNameOf(at)])).toEqual([
    [1, 'ls'],
    [0, 'grep'],
    [undefined, undefined],
  ]);
  expect([0, 1].map((at) => index.outputOf(at))).toEqual([3, 2]);
});

test('turns start where a person typed, not where a reminder was injected', () => {
  const index = indexItems([user('a'), injected('reminder'), assistant('b'), user('c')]);
  expect(index.turnStarts).toEqual([0, 3]);
});

test('reasoning is fruitless until something else of its response comes, and so long no cut lies before it', () => {
  const thought = reasoning('x', { responseId: 'r1' });
  expect(indexItems([user('a'), thought, user('b')]).fruitless).toEqual(new Set([1]));
  expect(indexItems([user('a'), thought, user('b')]).cutAtOrAfter(1)).toBe(2);

  const answered = indexItems([user('a'), thought, assistant('c', { responseId: 'r1' }), user('b')]);
  expect(answered.fruitless).toEqual(new Set());
  expect([1, 2, 3].map((at) => answered.cutAtOrAfter(at))).toEqual([1, 3, 3]);
});
