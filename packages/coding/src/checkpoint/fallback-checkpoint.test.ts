import { type MemoryItem, scriptAwareTokenEstimator } from '@ai4j/agent';
import { assistant, call, output, user } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../facts/facts-accumulator.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import type { CodingSessionCheckpoint } from './coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from './coding-session-checkpoint-formatter.ts';
import { fallbackCheckpoint } from './fallback-checkpoint.ts';

const counter = scriptAwareTokenEstimator({ family: 'openai' });
const run = (callId: string, command: string, text = 'fine', outcome: 'ok' | 'error' | 'rejected' = 'ok') => [
  call(callId, 'bash', { arguments: JSON.stringify({ command }) }),
  output(callId, text, { outcome }),
];
const edit = (callId: string, path: string) => [
  call(callId, 'edit', { arguments: JSON.stringify({ path }) }),
  output(callId),
];

function fallback(
  items: readonly MemoryItem[],
  more: { previous?: CodingSessionCheckpoint; processes?: ProcessSnapshot[]; targetTokens?: number } = {},
) {
  const { previous, processes, targetTokens = 4_000 } = more;
  return fallbackCheckpoint({
    items,
    facts: factsOf(items, previous?.extensions.ledger),
    previous,
    processes,
    counter,
    targetTokens,
    generatedAtEpochMs: 1,
    sourceItemCount: items.length,
    splitTurn: false,
  });
}
const tokens = (checkpoint: CodingSessionCheckpoint) =>
  counter.countText(codingSessionCheckpointFormatter.format(checkpoint));

const firstTurn = [
  user('Add a login page. Never touch package.json.'),
  ...edit('c1', 'src/login.ts'),
  ...run('c2', 'npm test', 'Error: 1 test failed', 'error'),
  ...run('c3', 'rm -rf build', 'Not this one.', 'rejected'),
  ...run('c4', 'npm run lint'),
  assistant('The login page is there, one test fails.'),
];
const secondTurn = [user('Now make the test pass.', { id: 'u2' }), ...edit('c5', 'src/login.test.ts')];

test('what happened, without a model', () => {
  expect(
    codingSessionCheckpointFormatter.format(fallback([...firstTurn, ...secondTurn])),
  ).toMatchInlineSnapshot(`
    "## Goal
    Now make the test pass.

    ## Constraints & Preferences
    - Never touch package.json.

    ## Progress

    ### Done
    - [x] Ran: npm run lint
    - [x] Modified: src/login.ts
    - [x] Modified: src/login.test.ts

    ### In Progress
    - [ ] Requested: Now make the test pass.

    ### Blocked
    - Failing: npm test — Error: 1 test failed
    - Rejected: bash: Not this one.

    ## Key Decisions
    - (none)

    ## Next Steps
    1. Go on with the open request.
    2. Make this command pass: npm test

    ## Critical Context
    - Assistant: The login page is there, one test fails.

    ## Requests
    - 1 | answered | item=user:Add a login page. Never touch package.json. | text=Add a login page. Never touch package.json.
    - 2 | open | item=u2 | text=Now make the test pass.

    <!-- checkpoint 1 | generatedAtEpochMs=1 | sourceItemCount=13 | splitTurn=false -->"
  `);
});

test('codex#25686: a finished request reads as answered, never as open', () => {
  const { goal, inProgressItems, extensions } = fallback([...firstTurn, ...secondTurn]);
  expect(goal).toBe('Now make the test pass.');
  expect(inProgressItems).toEqual(['Requested: Now make the test pass.']);
  expect(extensions.ledger.map(({ state }) => state)).toEqual(['answered', 'open']);
});

describe('on top of an earlier checkpoint', () => {
  const first = fallback([...firstTurn, ...secondTurn]);

  test('what was failing and open is dropped once it is over', () => {
    const then = fallback([...run('c6', 'npm test'), assistant('All tests pass.')], { previous: first });
    expect(then.blockedItems).toEqual(['Rejected: bash: Not this one.']);
    expect(then.inProgressItems).toEqual([]);
    expect(then.nextSteps).toEqual([]);
    expect(then.doneItems).toContain('Ran: npm test');
    expect(then.constraints).toEqual(['Never touch package.json.']);
  });

  test('adk-go PR 1431, opencrabs#1649: a rule lasts over twenty compactions and the size does not grow', () => {
    let checkpoint = first;
    const sizes: number[] = [];
    for (let n = 0; n < 20; n++) {
      const items = [user(`Part ${n}`), ...edit(`e${n}`, `src/${n}.ts`), assistant(`Part ${n} is done.`)];
      checkpoint = fallback(items, { previous: checkpoint, targetTokens: 1_500 });
      sizes.push(tokens(checkpoint));
    }
    expect(checkpoint.constraints).toEqual(['Never touch package.json.']);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_500);
  });

  test('the same material twice says the same', () => {
    const items = [...firstTurn, ...secondTurn];
    expect(fallback(items)).toEqual(first);
    expect(fallback(items, { previous: first })).toEqual(first);
  });
});

test('claude-code#90036: processes are there after a fallback as they were before', () => {
  const running: ProcessSnapshot = {
    processId: 'proc_1',
    command: 'npm run dev',
    workingDirectory: '/work/app',
    status: 'running',
    restored: false,
    controlAvailable: true,
    lastLogOffset: 0,
    lastLogPreview: 'ready',
  };
  expect(fallback(firstTurn, { processes: [running] }).processSnapshots).toEqual([running]);
});

test('opencode#20156: what the user said in Chinese stays in Chinese, word for word', () => {
  const checkpoint = fallback([user('修复登录页面。不要修改 package.json。'), ...edit('c1', '源/登录.ts')]);
  expect(checkpoint.goal).toBe('修复登录页面。不要修改 package.json。');
  expect(checkpoint.constraints).toEqual(['不要修改 package.json。']);
});

test('a reply stands with the question it answers', () => {
  const items = [user('Clean up.'), assistant('Two tests are old.\n\nShall I delete them?'), user('yes')];
  expect(fallback(items).goal).toBe('Clean up.\nAsked: Shall I delete them?\nAnswered: yes');
});

describe('a target is met', () => {
  const items = [
    user(`Never touch package.json. ${'Do all of it. '.repeat(500)}`, { id: 'u1' }),
    ...Array.from({ length: 300 }, (_, n) => [
      ...edit(`e${n}`, `src/${'deep/'.repeat(20)}${n}.ts`),
      ...run(`r${n}`, `node run.js ${n} ${'😀'.repeat(200)}`, '错误'.repeat(2_000), n % 2 ? 'error' : 'ok'),
    ]).flat(),
  ];
  test.each([8_000, 4_000, 2_000, 1_000, 500])('of %d Tokens', (targetTokens) => {
    const checkpoint = fallback(items, { targetTokens });
    expect(tokens(checkpoint)).toBeLessThanOrEqual(targetTokens);
    expect(checkpoint.constraints).toEqual(['Never touch package.json.']);
    expect(
      codingSessionCheckpointFormatter.parse(codingSessionCheckpointFormatter.format(checkpoint)),
    ).toEqual(checkpoint);
    expect(JSON.stringify(checkpoint)).not.toMatch(/\\ud[89a-f]/i);
  });
});
