import { expect, test } from 'vitest';
import type { UserRequest } from '../facts/requests-ledger.ts';
import { withRequestUnderWay } from './request-under-way.ts';

const request = (number: number, state: UserRequest['state']): UserRequest => ({
  number,
  itemId: `item-${number}`,
  text: `request ${number}`,
  state,
});

test.each([
  ['the last one is open again', ['answered', 'answered'], ['answered', 'open']],
  ['one that is open stays so', ['answered', 'open'], ['answered', 'open']],
  ['one that was superseded stays so', ['superseded'], ['superseded']],
  ['no request, none open', [], []],
] as const)('a task that goes on: %s', (_, before, after) => {
  const ledger = before.map((state, at) => request(at + 1, state));
  expect(withRequestUnderWay(ledger).map(({ state }) => state)).toEqual(after);
});
