import { expect, test } from 'vitest';
import { counted, grouped, percent, short } from './figures.ts';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1_000, '1,000', '1k'],
  [9_449, '9,449', '9.4k'],
  [23_950, '23,950', '24k'],
  [999_400, '999,400', '999k'],
  [999_600, '999,600', '1M'],
  [12_345_678, '12,345,678', '12M'],
])('%d', (value, inFull, inShort) => {
  expect([grouped(value), short(value)]).toEqual([inFull, inShort]);
});

test('nouns agree with their number', () => {
  expect([counted(1, 'item'), counted(1_200, 'item'), counted(2, 'summary', 'summaries')]).toEqual([
    '1 item',
    '1,200 items',
    '2 summaries',
  ]);
});

test('a figure that is not there is a dash', () => {
  expect([percent(2.345), percent(0.0234), percent(0), percent(null)]).toEqual([
    '2.3 %',
    '0.02 %',
    '0.0 %',
    '–',
  ]);
});
