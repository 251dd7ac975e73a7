import { describe, expect, test } from 'vitest';
import { assistant, call, output, pair, reasoning, user } from '../testing/item-builders.ts';
import type { AgentItem } from './agent-item.ts';
import { repairPairs, unansweredOutput } from './pair-repair.ts';

describe('repairPairs', () => {
  test('a legal list is returned as it is', () => {
    const items = [user('a'), ...pair('1'), assistant('b')];
    const repaired = repairPairs(items);
    expect(repaired).toEqual({ items, notes: [] });
    expect(repaired.items).toBe(items);
  });

  const lonely = call('1');
  const cases: [name: string, items: AgentItem[], expected: AgentItem[], notes: string[]][] = [
    [
      'a call without an output is answered after its response',
      [user('a'), lonely, call('2'), output('2'), user('b')],
      [user('a'), lonely, call('2'), unansweredOutput(lonely), output('2'), user('b')],
      ['pair repair: answered 1 call(s) that have no output'],
    ],
    [
      'an output without a call is left out',
      [user('a'), output('x'), assistant('b')],
      [user('a'), assistant('b')],
      ['pair repair: left out 1 output(s) without a call'],
    ],
    [
      'reasoning of a response that was broken off is left out',
      [user('a'), reasoning('x', { responseId: 'r1' }), user('b'), reasoning('y'), assistant('c')],
      [user('a'), user('b'), reasoning('y'), assistant('c')],
      ['pair repair: left out 1 reasoning item(s) that nothing of their response follows'],
    ],
    [
      'reasoning at the end of a response that was broken off is left out, the rest stays',
      [user('a'), assistant('b', { responseId: 'r1' }), reasoning('x', { responseId: 'r1' }), user('c')],
      [user('a'), assistant('b', { responseId: 'r1' }), user('c')],
      ['pair repair: left out 1 reasoning item(s) that nothing of their response follows'],
    ],
    [
      'a second output of one call is left out',
      [call('1'), output('1'), output('1', 'again', { id: 'again' }), user('a')],
      [call('1'), output('1'), user('a')],
      ['pair repair: left out 1 output(s) without a call'],
    ],
    [
      'an output that came after a message moves up to its call',
      [call('1'), user('steer'), output('1')],
      [call('1'), output('1'), user('steer')],
      ['pair repair: moved 1 item(s) next to their response'],
    ],
    [
      'outputs come in the order of their calls, behind the whole response',
      [
        call('1', 'read', { responseId: 'r' }),
        output('1'),
        call('2', 'read', { responseId: 'r' }),
        output('2'),
        reasoning('next', { responseId: 's' }),
        assistant('b', { responseId: 's' }),
      ],
      [
        call('1', 'read', { responseId: 'r' }),
        call('2', 'read', { responseId: 'r' }),
        output('1'),
        output('2'),
        reasoning('next', { responseId: 's' }),
        assistant('b', { responseId: 's' }),
      ],
      ['pair repair: moved 2 item(s) next to their response'],
    ],
    [
      'a call id that was used before becomes one of its own, with its output',
      [...pair('1'), call('1', 'ls', { id: 'second' }), output('1', 'x', { id: 'its output' })],
      [
        ...pair('1'),
        call('1', 'ls', { id: 'second', callId: '1~second' }),
        output('1', 'x', { id: 'its output', callId: '1~second' }),
      ],
      ['pair repair: gave 2 item(s) a call id of their own'],
    ],
  ];
  test.each(cases)('%s', (_name, items, expected, notes) => {
    expect(repairPairs(items)).toEqual({ items: expected, notes });
  });

  test('a list of orphans alone is told as messages, for an empty request is no request', () => {
    const { items } = repairPairs([output('x', 'the only thing known')]);
    expect(items).toEqual([
      {
        type: 'message',
        id: 'output:x',
        role: 'user',
        origin: 'injected',
        content: [
          { type: 'text', text: '[result of an earlier tool call x]' },
          { type: 'text', text: 'the only thing known' },
        ],
      },
    ]);
  });
});
