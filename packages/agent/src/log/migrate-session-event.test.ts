import { expect, test } from 'vitest';
import { migrateSessionEvent } from './migrate-session-event.ts';

const steps = {
  1: (event: object) => ({ ...event, second: true }),
  2: (event: object) => ({ ...event, third: true }),
};

test('an older event takes every step up to the version of this release, one after the other', () => {
  expect(migrateSessionEvent({ first: true }, 1, steps, 3)).toEqual({
    first: true,
    second: true,
    third: true,
  });
  expect(migrateSessionEvent({ first: true }, 2, steps, 3)).toEqual({ first: true, third: true });
});

test('an event of this release is returned as it is', () => {
  const event = { type: 'run-started' };
  expect(migrateSessionEvent(event, 1)).toBe(event);
});

test('a step that is missing is an error, never a skipped step', () => {
  expect(() => migrateSessionEvent({}, 1, { 2: (event: object) => event }, 3)).toThrow('from version 1 to 2');
});
