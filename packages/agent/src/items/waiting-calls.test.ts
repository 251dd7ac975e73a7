import { expect, test } from 'vitest';
import { call, output, pair, user } from '../testing/item-builders.ts';
import type { AgentItem } from './agent-item.ts';
import { waitingCalls } from './waiting-calls.ts';

test.each<[name: string, items: readonly AgentItem[], callIds: readonly string[]]>([
  ['an empty history waits for nothing', [], []],
  ['a call with its output does not wait', [user('a'), ...pair('1')], []],
  ['calls of the last response wait, in order', [user('a'), call('1'), call('2')], ['1', '2']],
  ['those of them that have an output do not', [call('1'), call('2'), call('3'), output('2')], ['1', '3']],
  ['a call that the model went on without does not', [call('1'), user('b'), ...pair('2')], []],
  ['a call that the provider ran itself does not', [call('1', 'search', { providerExecuted: true })], []],
])('%s', (_, items, callIds) => {
  expect(waitingCalls(items).map(({ callId }) => callId)).toEqual(callIds);
});
