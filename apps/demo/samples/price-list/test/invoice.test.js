import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printInvoice, totals } from '../src/invoice.js';
import { parseAmount } from '../src/money.js';

const lines = [
  { name: 'Watering can, 5 l', quantity: 2, price: parseAmount('19.99', 'EUR') },
  { name: 'Seed tray', quantity: 10, price: parseAmount('1.15', 'EUR') },
];

test('adds up lines and tax', () => {
  assert.deepEqual(totals(lines, 19), { net: 5148, tax: 978, gross: 6126 });
});

test('prints an invoice in columns', () => {
  const printed = printInvoice({ number: 17, day: '2026-07-15', currency: 'EUR', lines, taxPercent: 19 });
  assert.equal(
    printed,
    [
      'Invoice 17, 2026-07-15, due 2026-08-15',
      '',
      'Watering can, 5 l              2        €39.98',
      'Seed tray                     10        €11.50',
      'Net                                     €51.48',
      'Tax 19 %                                 €9.78',
      'Total                                   €61.26',
    ].join('\n'),
  );
});
