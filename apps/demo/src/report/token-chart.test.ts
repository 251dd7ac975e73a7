import { expect, test } from 'vitest';
import { tokenChart } from './token-chart.ts';

const draw = (tokens: number[], width = 40, limitTokens = 1_000, compactedSteps: number[] = []) =>
  `\n${tokenChart({ tokens, compactedSteps, limitTokens, width, height: 4 })
    .map(({ axis, plot }) => axis + plot)
    .join('\n')}\n`;

test('no step, no chart', () => {
  expect(tokenChart({ tokens: [], compactedSteps: [], limitTokens: 9, width: 40, height: 4 })).toEqual([]);
});

test('a few steps are wide bars, a compaction is marked where it happened', () => {
  expect(draw([250, 500, 1_000, 300], 40, 1_000, [4])).toMatchInlineSnapshot(`
    "
                             ▼
       1k ┄┄┄┄┄┄┄┄┄┄┄┄┄██████┄┄┄┄┄┄
      500 │            ██████      
          │      ████████████▂▂▂▂▂▂
        0 │████████████████████████
          └1 ─────────────── step 4
    "
  `);
});

test('more steps than columns: the largest of each column is drawn', () => {
  const tokens = Array.from({ length: 300 }, (_, index) => (index === 150 ? 1_000 : 100));
  expect(draw(tokens)).toMatchInlineSnapshot(`
    "
       1k ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄█┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
      500 │                █                
          │                █                
        0 │▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃█▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃
          └1 ────────────────────── step 300
    "
  `);
});

test('a limit far above what was used is not drawn: the bars keep their height', () => {
  expect(draw([100, 200], 40, 128_000)).toMatchInlineSnapshot(`
    "
      200 │      ██████
      100 │      ██████
          │████████████
        0 │████████████
          └1 ─── step 2
    "
  `);
});
