import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, parseAmount } from '../src/money.js';

test('parses whole amounts', () => {
  assert.equal(parseAmount('12', 'EUR'), 1200);
  assert.equal(parseAmount('1,299', 'USD'), 129900);
});

test('parses amounts with cents', () => {
  assert.equal(parseAmount('12.50', 'EUR'), 1250);
  assert.equal(parseAmount('0.05', 'EUR'), 5);
});

test('parses every price of a cent step exactly', () => {
  for (let cents = 0; cents < 3000; cents++)
    assert.equal(parseAmount((cents / 100).toFixed(2), 'EUR'), cents);
});

test('refuses what is no amount', () => {
  assert.throws(() => parseAmount('twelve', 'EUR'), /not an amount/);
  assert.throws(() => parseAmount(' ', 'EUR'), /not an amount/);
});

test('prints amounts with their currency', () => {
  assert.equal(formatAmount(129950, 'EUR'), '€1,299.50');
  assert.equal(formatAmount(5, 'USD'), '$0.05');
  assert.equal(formatAmount(-5, 'GBP'), '-£0.05');
});
