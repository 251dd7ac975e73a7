import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { fitCells, wrapCells } from './text-cells.ts';

test.each(['short', 'a longer line of text', '修复解析器然后运行测试', '👩‍👩‍👧 family and 한국어', ''])(
  '%j fits exactly, wide characters never half',
  (text) => {
    for (let cells = 1; cells < 24; cells++) expect(stringWidth(fitCells(text, cells))).toBe(cells);
  },
);

test('words wrap, a word that is too wide is cut', () => {
  expect(wrapCells('one two three incomprehensibilities four', 10)).toEqual([
    'one two',
    'three',
    'incompreh…',
    'four',
  ]);
});
