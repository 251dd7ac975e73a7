import { expect, test } from 'vitest';
import { drawingOptions } from './drawing-options.ts';

const draw = (env: Record<string, string>, stdout: { isTTY?: boolean; columns?: number } = {}) =>
  drawingOptions({ stdout: { ...stdout, write() {} }, stderr: { write() {} }, cwd: '/', env });

test.each<[string, Record<string, string>, boolean, boolean]>([
  ['a terminal', {}, true, true],
  ['a pipe', {}, false, false],
  ['a terminal whose user asked for none', { NO_COLOR: '1' }, true, false],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
  ['a pipe that wants it', { FORCE_COLOR: '1' }, false, true],
])('colour on %s', (_name, env, isTTY, color) => {
  expect(draw(env, { isTTY }).color).toBe(color);
});

test('as wide as the terminal, 100 cells elsewhere', () => {
  expect([draw({}, { columns: 72 }).width, draw({}).width]).toEqual([72, 100]);
});
