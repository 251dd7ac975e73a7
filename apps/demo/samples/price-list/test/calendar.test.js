import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, daysBetween } from '../src/calendar.js';

test('adds days over the end of a month and a year', () => {
  assert.equal(addDays('2026-01-31', 1), '2026-02-01');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
});

test('adds months', () => {
  assert.equal(addMonths('2026-03-15', 1), '2026-04-15');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});

test('counts days', () => {
  assert.equal(daysBetween('2026-02-28', '2026-03-01'), 1);
  assert.equal(daysBetween('2026-03-01', '2026-02-28'), -1);
});

test('refuses what is no day', () => {
  assert.throws(() => addDays('tomorrow', 1), /not a day/);
});
