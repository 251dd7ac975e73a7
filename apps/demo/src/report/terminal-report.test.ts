import { expect, test } from 'vitest';
import { fixtureView } from './report-fixture.ts';
import { terminalReport } from './terminal-report.ts';

const laws = ['L1', 'L2', 'L3', 'L7'];
const view = fixtureView();
const input = {
  report: view.report,
  sessions: [view],
  laws,
  notices: [],
  written: [{ name: 'HTML', path: '/tmp/x.html' }],
};

test('80 cells', () => {
  expect(terminalReport(input, { width: 80, color: false })).toMatchInlineSnapshot(`
    "
      修复解析器-session.jsonl                                         claude-code
      185 items · 5 turns · 60 tool calls · 60 model calls
      window 32,000, 8,000 reserved, so at most 24,000 tokens of context

      Context  tokens per model call
                                      ▼                   ▼                   ▼
        24k ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▆▆┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▅┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▂▄▆┄┄┄┄
        18k │                    ▃▇███               ▁▄▇██            ▁▃▅▇████
            │                 ▁▅██████           ▁▄▆▆█████        ▂▂▆█████████
            │              ▃▆▆████████        ▂▅▇█████████      ▂▆████████████
         9k │           ▂▅████████████   ▃▄▆▆█████████████    ▃▆██████████████   ▁
            │       ▃▃▅███████████████▁▄██████████████████▁▄▄▇████████████████▁▃▆█
            │   ▂▄▆███████████████████████████████████████████████████████████████
          0 │▆▆███████████████████████████████████████████████████████████████████
            └1 ─────────────────────────────────────────────────────────── step 60

      Compactions  ▼ 3 times
           step            tokens        items   left memory
      1      22    24,741 → 6,200       68 → 6   17 outputs, 17 calls, 17
                                                 thoughts, 2 user messages
      2      40    24,179 → 6,200       62 → 6   17 outputs, 17 calls, 17
                                                 thoughts, 2 user messages
                                                 (recorded summary)
      3      57    24,281 → 6,200       58 → 6   17 outputs, 17 calls, 17
                                                 thoughts, 2 user messages

      Projection  everything in memory is in the last request, word for word
      Estimate    prompts off by 0.4 % median and 2.7 % p95, growth per step by
                  14.2 % median, over 60 recorded prompts
      Cache       98.9 % of 803k tokens sent were an unchanged prefix; the prefix
                  was rewritten 3 times
      Memory      15 items in memory at the end; 170 items left it, all of them
                  recallable word for word
      Laws        0 violations of L1 L2 L3 L7
      HTML        /tmp/x.html

    "
  `);
});

test('120 cells', () => {
  expect(terminalReport(input, { width: 120, color: false })).toMatchInlineSnapshot(`
    "
      修复解析器-session.jsonl                                                                                 claude-code
      185 items · 5 turns · 60 tool calls · 60 model calls
      window 32,000, 8,000 reserved, so at most 24,000 tokens of context

      Context  tokens per model call
                                                    ▼                               ▼                              ▼
        24k ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▂▆▆┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▂▅┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▂▂▄▆▆┄┄┄┄┄┄┄
        18k │                               ▃▃▇▇████                       ▁▁▄▄▇▇███                   ▁▃▃▅▅▇▇█████
            │                          ▁▁▅▅█████████                  ▁▁▄▆▆█████████             ▂▂▆▆██████████████
            │                      ▃▃▆▆█████████████            ▂▂▅▅▇▇██████████████         ▂▂▆▆██████████████████
         9k │                 ▂▂▅███████████████████     ▃▃▄▄▆▆█████████████████████      ▃▃▆██████████████████████      ▁
            │           ▃▃▅▅████████████████████████▁▄▄█████████████████████████████▁▁▄▄▇▇█████████████████████████▁▁▃▃▆▆█
            │    ▂▂▄▄▆▆███████████████████████████████████████████████████████████████████████████████████████████████████
          0 │▆▆███████████████████████████████████████████████████████████████████████████████████████████████████████████
            └1 ─────────────────────────────────────────────────────────────────────────────────────────────────── step 60

      Compactions  ▼ 3 times
           step            tokens        items   left memory
      1      22    24,741 → 6,200       68 → 6   17 outputs, 17 calls, 17 thoughts, 2 user messages
      2      40    24,179 → 6,200       62 → 6   17 outputs, 17 calls, 17 thoughts, 2 user messages (recorded summary)
      3      57    24,281 → 6,200       58 → 6   17 outputs, 17 calls, 17 thoughts, 2 user messages

      Projection  everything in memory is in the last request, word for word
      Estimate    prompts off by 0.4 % median and 2.7 % p95, growth per step by 14.2 % median, over 60 recorded prompts
      Cache       98.9 % of 803k tokens sent were an unchanged prefix; the prefix was rewritten 3 times
      Memory      15 items in memory at the end; 170 items left it, all of them recallable word for word
      Laws        0 violations of L1 L2 L3 L7
      HTML        /tmp/x.html

    "
  `);
});
