import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['\u001b[2J\u001b]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['\u009b31m', '\\u009b31m'],
  ['one\r\ntwo\tthree', 'one\\u000d\\u000atwo\\u0009three'],
  ['\u202egpj.exe\u2066', '\\u202egpj.exe\\u2066'],
  ['größer 漢字 👩‍💻', 'größer 漢字 👩‍💻'],
])('%j is written as %j', (text, written) => {
  expect(printable(text)).toBe(written);
});
