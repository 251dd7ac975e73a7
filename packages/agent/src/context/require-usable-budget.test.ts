import { expect, test } from 'vitest';
import { assistant, user } from '../testing/item-builders.ts';
import type { ContextBudget } from './context-budget.ts';
import type { ContextProjector } from './context-projector.ts';
import { defaultContextProjector } from './default-context-projector.ts';
import { buildModelContext } from './model-context.ts';
import { typeAwareContextProjector } from './type-aware-context-projector.ts';

const items = [user('one'), assistant('two'), user('three'), assistant('four'), user('five')];
const sendAll: ContextProjector = (all) => defaultContextProjector(all, {});
const numbers = [
  'maxItems',
  'maxApproxChars',
  'maxTokens',
  'maxBytes',
  'maxRecentToolResults',
  'minClearTokens',
  'slackItems',
] as const;

test.each(
  numbers.flatMap((name) =>
    [Number.NaN, -1, Number.NEGATIVE_INFINITY, null, '5'].map((value) => [name, value] as const),
  ),
)('a request that is empty, or over its limit, for a budget that is no number: %s %s', (name, value) => {
  // What a configuration file may hold, whatever the types say.
  const budget = { [name]: value } as ContextBudget;
  const message = `budget.${name} must be a number of 0 or more, not ${value}.`;
  expect(() => defaultContextProjector(items, budget)).toThrow(message);
  expect(() => typeAwareContextProjector(items, budget)).toThrow(message);
  expect(() => buildModelContext({ snapshot: { items }, budget })).toThrow(message);
  expect(() => buildModelContext({ snapshot: { items }, budget, projector: sendAll })).toThrow(message);
});

test.each(numbers.filter((name) => name !== 'slackItems'))('%s Infinity and 1e308: no limit', (name) => {
  for (const limit of [Number.POSITIVE_INFINITY, 1e308])
    expect(defaultContextProjector(items, { [name]: limit }).items).toEqual(items);
});

test.each([Number.NEGATIVE_INFINITY, -1, 0])('pinnedPrefixItems %d: none', (pinnedPrefixItems) => {
  const sent = defaultContextProjector(items, { maxItems: 2, pinnedPrefixItems }).items;
  expect(sent).toEqual(items.slice(-2));
});

test('a step larger than the history cuts to what must stay, Infinity too', () => {
  for (const slackItems of [100, 1e308, Number.POSITIVE_INFINITY])
    expect(defaultContextProjector(items, { maxItems: 3, slackItems }).items).toEqual(items.slice(-1));
});

test('parts of items, tokens and chars count as none', () => {
  const sent = (budget: ContextBudget) => defaultContextProjector(items, budget).items.length;
  expect([sent({ maxItems: 3.7 }), sent({ maxItems: 2, pinnedPrefixItems: 1.9 })]).toEqual([3, 2]);
});
