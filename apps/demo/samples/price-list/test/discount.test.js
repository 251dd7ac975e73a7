import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentOff, percentsOff } from '../src/discount.js';

test('takes a percentage off', () => {
  assert.equal(percentOff(1000, 20), 800);
  assert.equal(percentOff(999, 33), 669);
  assert.equal(percentOff(1999, 0), 1999);
});

test('takes percentages off one after the other', () => {
  assert.equal(percentsOff(1000, [10, 10]), 810);
});
