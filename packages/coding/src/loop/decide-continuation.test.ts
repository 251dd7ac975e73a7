import { describe, expect, test } from 'vitest';
import { resolveCodingAgentOptions } from '../options.ts';
import { decideContinuation, type TaskProgress } from './decide-continuation.ts';
import type { TurnSignals } from './turn-signals.ts';

const done: TurnSignals = {
  ended: 'completed',
  isCutOff: false,
  hasText: true,
  usedTools: true,
  wasRejected: false,
  endedInToolError: false,
  wasCompacted: false,
  question: undefined,
  goesOn: false,
  isDone: true,
};
const working: TurnSignals = { ...done, goesOn: true, isDone: false };
const first: TaskProgress = { turns: 1, followUps: 0 };

type Row = readonly [
  name: string,
  signals: TurnSignals,
  decision: string,
  options?: Parameters<typeof resolveCodingAgentOptions>[0],
  progress?: TaskProgress,
];

const rows: readonly Row[] = [
  ['an answer', { ...done, isDone: false }, 'completed'],
  ['an answer that says done', done, 'completed'],
  ['announced work, tools used', working, 'continue_after_tool_work'],
  ['announced work, no tools', { ...working, usedTools: false }, 'continue_autonomous_work'],
  ['announced work after a compaction', { ...working, wasCompacted: true }, 'continue_after_compaction'],
  [
    'a finished turn that is compacted afterwards: no follow-up, no duplicate answer (openclaw PR 82513)',
    { ...done, wasCompacted: true },
    'completed',
  ],
  [
    'stops in the middle of work after compact (opencode PR 12872)',
    { ...done, isDone: false, hasText: false, wasCompacted: true },
    'continue_after_compaction',
  ],
  [
    'continueAfterCompact off',
    { ...working, wasCompacted: true },
    'needs_user_input',
    { continueAfterCompact: false },
  ],
  [
    'continueAfterCompact off, no compaction',
    working,
    'continue_after_tool_work',
    { continueAfterCompact: false },
  ],
  [
    'continueAfterCompact off, nothing left',
    { ...done, wasCompacted: true },
    'completed',
    { continueAfterCompact: false },
  ],
  ['no text at all', { ...done, isDone: false, hasText: false }, 'continue_after_tool_work'],
  ['an answer cut off by the output limit', { ...done, isCutOff: true }, 'continue_after_tool_work'],
  ['the step limit of a run', { ...done, ended: 'max_steps' }, 'continue_after_tool_work'],
  ['auto-continue off', working, 'completed', { autoContinueEnabled: false }],
  ['follow-ups used up', working, 'max_auto_follow_ups', {}, { turns: 3, followUps: 2 }],
  ['follow-ups used up, but nothing left', done, 'completed', {}, { turns: 3, followUps: 2 }],
  ['turns used up', working, 'max_total_turns', { maxAutoFollowUps: 0 }, { turns: 6, followUps: 5 }],
  [
    '0 = no limit',
    working,
    'continue_after_tool_work',
    { maxAutoFollowUps: 0, maxTotalTurns: 0 },
    { turns: 99, followUps: 98 },
  ],
  [
    'goes on although it had asked the user (opencode#18794)',
    { ...working, question: 'Which one?' },
    'needs_user_input',
  ],
  [
    'a question where questions do not stop',
    { ...working, question: 'Which?' },
    'continue_after_tool_work',
    { stopOnExplicitQuestion: false },
  ],
  ['a rejected call', { ...done, wasRejected: true }, 'blocked_by_approval'],
  [
    'a rejected call where that does not stop',
    { ...done, wasRejected: true },
    'completed',
    { stopOnApprovalBlock: false },
  ],
  [
    'a pending approval, whatever the options',
    { ...working, ended: 'awaiting_approval' },
    'blocked_by_approval',
    { stopOnApprovalBlock: false },
  ],
  ['a failed call at the end', { ...working, endedInToolError: true }, 'blocked_by_tool_error'],
  ['a failed call at the end, and the answer says done', { ...done, endedInToolError: true }, 'completed'],
  [
    'a rejection counts before a question',
    { ...working, wasRejected: true, question: 'Why?' },
    'blocked_by_approval',
  ],
  [
    'a question counts before a failed call',
    { ...working, endedInToolError: true, question: 'Retry?' },
    'needs_user_input',
  ],
  ['aborted', { ...working, ended: 'interrupted' }, 'interrupted'],
  ['aborted after a question', { ...working, ended: 'interrupted', question: 'Which?' }, 'interrupted'],
  ['a failed model', { ...working, ended: 'error' }, 'error'],
  ['out of time', { ...working, ended: 'timeout' }, 'error'],
  ['out of tokens', { ...working, ended: 'token_limit' }, 'error'],
];

describe('whether a task goes on', () => {
  for (const [name, signals, decision, options = {}, progress = first] of rows) {
    test(name, () => {
      const { reason } = decideContinuation(signals, progress, resolveCodingAgentOptions(options));
      expect(reason).toBe(decision);
    });
  }

  test('a stop says why to a person', () => {
    const options = resolveCodingAgentOptions();
    expect(decideContinuation(working, { turns: 3, followUps: 2 }, options)).toEqual({
      action: 'stop',
      reason: 'max_auto_follow_ups',
      detail: 'The loop added 2 turn(s), as many as it may.',
    });
  });
});
