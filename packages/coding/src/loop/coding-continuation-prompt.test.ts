import { describe, expect, test } from 'vitest';
import { emptyCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import type { UserRequest } from '../facts/requests-ledger.ts';
import { codingContinuationPrompt } from './coding-continuation-prompt.ts';

const compaction: CodingSessionCompactResult = {
  schemaVersion: 1,
  outcome: 'compacted',
  strategy: 'checkpoint-delta',
  automatic: true,
  beforeItemCount: 40,
  afterItemCount: 4,
  estimatedTokensBefore: 7_000,
  estimatedTokensAfter: 3_000,
  splitTurn: true,
  compactedToolResultCount: 0,
  deltaItemCount: 36,
  checkpointReused: true,
  fallbackSummary: false,
  droppedOnRetryCount: 0,
  clearedReferences: [],
  floorParts: [],
  durationMs: 5,
};

const request = (number: number, state: UserRequest['state']): UserRequest => ({
  number,
  itemId: `u${number}`,
  text: `request ${number}`,
  state,
});

const checkpoint = {
  ...emptyCheckpoint,
  goal: 'Ship the login page',
  constraints: ['Never touch package.json'],
  inProgressItems: ['Wire the API'],
  blockedItems: ['npm test fails'],
  nextSteps: ['Fix the test'],
  criticalContext: ['src/login.tsx holds the form'],
  processSnapshots: [
    {
      processId: 'proc_demo',
      command: 'npm run dev',
      workingDirectory: '.',
      status: 'running' as const,
      restored: true,
      controlAvailable: false,
      lastLogOffset: 0,
      lastLogPreview: '',
    },
  ],
  extensions: {
    ...emptyCheckpoint.extensions,
    ledger: [request(1, 'answered'), request(2, 'open'), request(3, 'superseded')],
  },
};

describe('the hidden prompt', () => {
  test('after a compaction it anchors everything anew, and names open requests only (codex#25686)', () => {
    const prompt = codingContinuationPrompt({
      reason: 'continue_after_compaction',
      turn: 3,
      compaction,
      checkpoint,
    });
    expect(prompt).toMatchInlineSnapshot(`
      "This is an internal continuation of the same task, not a message of the user.
      Do not restate what was done, and do not ask again for what is known.
      If the task is complete, say so in a short summary and stop.
      If you need an answer or an approval of the user, say what you need and stop.
      Otherwise do the next concrete step.

      Continuation reason: continue_after_compaction.

      Open requests of the user, all others are settled:
      - #2 request 2

      The context was compacted (strategy: checkpoint-delta); the summary at its beginning is your memory of what came before.
      It updates the checkpoint that was there before.
      The cut fell inside the current turn: the summary covers its first part, and the messages after it are the latest part of that same turn.
      Checkpoint goal: Ship the login page
      Constraints:
      - Never touch package.json
      Blocked:
      - npm test fails
      Next steps:
      - Fix the test
      Critical context:
      - src/login.tsx holds the form
      In progress:
      - Wire the API
      Processes:
      - proc_demo [running] npm run dev (restored snapshot)

      Continuation turn #3."
    `);
  });

  test('without a compaction it says why the task goes on, no more', () => {
    expect(codingContinuationPrompt({ reason: 'continue_after_tool_work', turn: 2 })).toMatchInlineSnapshot(`
      "This is an internal continuation of the same task, not a message of the user.
      Do not restate what was done, and do not ask again for what is known.
      If the task is complete, say so in a short summary and stop.
      If you need an answer or an approval of the user, say what you need and stop.
      Otherwise do the next concrete step.

      Continuation reason: continue_after_tool_work.

      Continuation turn #2."
    `);
  });

  test('its size is bounded', () => {
    const many = Array.from({ length: 500 }, (_, n) => `${n} ${'x'.repeat(2_000)}`);
    const lists = {
      constraints: many,
      inProgressItems: many,
      blockedItems: many,
      nextSteps: many,
      criticalContext: many,
    };
    const prompt = codingContinuationPrompt({
      reason: 'continue_after_compaction',
      turn: 2,
      compaction,
      checkpoint: { ...checkpoint, ...lists, goal: 'g'.repeat(9_000) },
    });
    expect(prompt.length).toBeLessThan(14_000);
  });
});
