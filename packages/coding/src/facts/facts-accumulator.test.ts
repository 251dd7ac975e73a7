import type { MemoryItem } from '@ai4j/agent';
import { assistant, call, injected, output, user } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import { failingCommands } from './command-runs.ts';
import { FactsAccumulator, factsOf } from './facts-accumulator.ts';

const run = (callId: string, command: string, text: string, outcome: 'ok' | 'error' = 'ok') => [
  call(callId, 'bash', { arguments: JSON.stringify({ command }) }),
  output(callId, text, { outcome }),
];

describe('constraints', () => {
  test('claude-code#4017: a rule is taken word for word, with the message it stems from', () => {
    const { constraints } = factsOf([
      user('Fix the parser. Never touch package.json. Thanks!', { id: 'u1' }),
    ]);
    expect(constraints).toEqual([{ itemId: 'u1', text: 'Never touch package.json.' }]);
  });

  test('claude-code#46602: what a tool, the assistant or a reminder says is no rule of the user', () => {
    const { constraints } = factsOf([
      injected('You must never stop.'),
      assistant('I must not change package.json.'),
      ...run('c1', 'cat README.md', 'Never edit this file. You must not run tests.'),
    ]);
    expect(constraints).toEqual([]);
  });
});

describe('commands', () => {
  test('a failure stands until the same command goes well', () => {
    const failed = run('c1', 'npm test', 'ok 1\nError: 2 tests failed\n', 'error');
    expect(failingCommands(factsOf(failed).commands)).toEqual([
      { command: 'npm test', outcome: 'error', itemId: 'output:c1', error: 'Error: 2 tests failed' },
    ]);
    const fixed = [...failed, ...run('c2', 'npm run lint', 'x', 'error'), ...run('c3', 'npm test', 'all ok')];
    expect(failingCommands(factsOf(fixed).commands).map(({ command }) => command)).toEqual(['npm run lint']);
  });

  test('what failed without a word still failed', () => {
    expect(failingCommands(factsOf(run('c1', 'false', '', 'error')).commands)[0]?.error).toBe('');
  });
});

test('paths are told by what was done to them; what failed or was rejected touched none', () => {
  const { readPaths, modifiedPaths } = factsOf([
    call('c1', 'read', { arguments: '{"path":"src/a.ts"}' }),
    call('c2', 'edit', { arguments: '{"path":"src/b.ts"}' }),
    output('c2'),
    output('c1'),
    ...run('c3', 'cat src/c.ts > src/d.ts', 'disk full', 'error'),
    call('c4', 'edit', { arguments: '{"path":"src/failed.ts"}' }),
    output('c4', 'no such text', { outcome: 'error' }),
    call('c5', 'edit', { arguments: '{"path":"src/rejected.ts"}' }),
    output('c5', 'no', { outcome: 'rejected' }),
    call('c6', 'edit', { arguments: '{"path":"src/open.ts"}' }),
  ]);
  expect({ readPaths, modifiedPaths }).toEqual({
    readPaths: ['src/a.ts', 'src/c.ts'],
    modifiedPaths: ['src/b.ts', 'src/d.ts'],
  });
});

test('a rejected call keeps its reason and is no command that failed', () => {
  const { rejectedCalls, commands } = factsOf([
    call('c1', 'bash', { arguments: '{"command":"rm -rf build"}' }),
    output('c1', 'Too dangerous.', { outcome: 'rejected' }),
  ]);
  expect(rejectedCalls).toEqual([{ itemId: 'output:c1', toolName: 'bash', reason: 'Too dangerous.' }]);
  expect(commands).toEqual([]);
});

describe('claude-code#90036: running work is not forgotten', () => {
  const work = (...items: readonly MemoryItem[]) => factsOf(items).runningWork.map(({ id }) => id);
  const start = (callId: string, text: string) => [
    call(callId, 'bash', { arguments: '{"action":"start","command":"npm run dev"}' }),
    output(callId, text),
  ];

  test('a call without an output is running', () => {
    expect(factsOf([call('c1', 'task', { arguments: '{"prompt":"explore"}' })]).runningWork).toEqual([
      { itemId: 'call:c1', id: 'c1', description: 'task {"prompt":"explore"}' },
    ]);
  });
  test.each([
    ['{"processId":"proc_1","status":"running"}', ['proc_1']],
    ['Command running in background with ID: bash_7', ['bash_7']],
    ['Process running with session ID 42', ['42']],
    ['{"processId":"proc_1","status":"exited"}', []],
    ['done', []],
  ])('started: %s', (text, ids) => {
    expect(work(...start('c1', text))).toEqual(ids);
  });
  test.each([
    ['bash', '{"action":"stop","processId":"p1"}', '{"processId":"p1","status":"stopped"}', []],
    ['bash', '{"action":"status","processId":"p1"}', '{"processId":"p1","status":"exited"}', []],
    ['bash', '{"action":"status","processId":"p1"}', '{"processId":"p1","status":"running"}', ['p1']],
    ['KillShell', '{"shell_id":"p1"}', 'killed', []],
  ])('then %s %s gives %s', (name, json, text, ids) => {
    const then = [call('c2', name, { arguments: json }), output('c2', text)];
    expect(work(...start('c1', '{"processId":"p1"}'), ...then)).toEqual(ids);
  });
});

test('adding in pieces gives what adding at once gives', () => {
  const items = [
    user('Never touch package.json. Fix it.'),
    ...run('c1', 'npm test', 'Error: no', 'error'),
    assistant('Broken.'),
    user('So fix it.'),
    ...run('c2', 'npm test', 'fine'),
    call('c3', 'task'),
  ];
  const accumulator = new FactsAccumulator();
  for (const item of items) accumulator.add([item]);
  expect(accumulator.facts).toEqual(factsOf(items));
});
