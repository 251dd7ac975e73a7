import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAmount } from '../src/money.js';
import { isOn, priceOn } from '../src/sale.js';

const summer = { name: 'Summer sale', from: '2026-07-01', to: '2026-07-31', percent: 25, tags: ['garden'] };
const catalogue = JSON.parse(readFileSync(new URL('../data/catalogue.json', import.meta.url), 'utf8'));

function product(sku) {
  const { price, tags } = catalogue.find((entry) => entry.sku === sku);
  return { price: parseAmount(price, 'EUR'), tags };
}

test('a sale is on between its days', () => {
  assert.equal(isOn(summer, '2026-06-30'), false);
  assert.equal(isOn(summer, '2026-07-01'), true);
  assert.equal(isOn(summer, '2026-07-15'), true);
  assert.equal(isOn(summer, '2026-08-01'), false);
});

test('a sale takes its percentage off', () => {
  assert.equal(priceOn(product('GD-104'), [summer], '2026-07-15'), 1499);
});

test('a sale leaves other products alone', () => {
  assert.equal(priceOn(product('KT-201'), [summer], '2026-07-15'), 3450);
});

test('the better of two sales counts', () => {
  const clearance = { ...summer, name: 'Clearance', percent: 40 };
  assert.equal(priceOn(product('GD-104'), [summer, clearance], '2026-07-15'), 1199);
});
