import { SnapshotVersionError } from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import { type CodingSessionCheckpoint, emptyCheckpoint } from './coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from './coding-session-checkpoint-formatter.ts';

const { format, formatJson, parse } = codingSessionCheckpointFormatter;

const checkpoint: CodingSessionCheckpoint = {
  ...emptyCheckpoint,
  goal: 'Make the parser faster.\n\n## Background\nIt is slow on large files.',
  constraints: ['Never touch package.json.', '接口保持不变'],
  doneItems: ['Measured it', '[x] marks of the task list kept'],
  inProgressItems: ['Rewriting the tokenizer:\n```ts\nnext();\n```'],
  blockedItems: ['(none)'],
  keyDecisions: ['"quoted" words stay words', '"a JSON string"'],
  nextSteps: ['2.0 comes after the tests', 'Run npm test'],
  processSnapshots: [
    {
      processId: 'proc_1',
      command: 'npm run dev | tee log',
      workingDirectory: '/work/app',
      status: 'lost',
      restored: true,
      controlAvailable: false,
      lastLogOffset: 120,
      lastLogPreview: 'server ready\n',
    },
  ],
  generatedAtEpochMs: 1_700_000_000_000,
  sourceItemCount: 42,
  splitTurn: true,
  extensions: {
    schemaVersion: 1,
    ledger: [
      { number: 1, itemId: 'u1', text: 'Make the parser faster.', state: 'answered' },
      { number: 2, itemId: 'u2', text: 'yes', state: 'open', inReplyTo: 'Shall I go on?' },
    ],
    pins: [],
    inferred: ['Use tabs'],
    unlisted: { doneItems: 3 },
  },
};

test('what people and models read', () => {
  expect(format(checkpoint)).toMatchInlineSnapshot(`
    "## Goal
    Make the parser faster.

    \\## Background
    It is slow on large files.

    ## Constraints & Preferences
    - Never touch package.json.
    - 接口保持不变

    ## Progress

    ### Done
    - … 3 earlier entries are no longer listed
    - [x] Measured it
    - [x] [x] marks of the task list kept

    ### In Progress
    - [ ] Rewriting the tokenizer:
      \`\`\`ts
      next();
      \`\`\`

    ### Blocked
    - "(none)"

    ## Key Decisions
    - "quoted" words stay words
    - "\\"a JSON string\\""

    ## Next Steps
    1. 2.0 comes after the tests
    2. Run npm test

    ## Critical Context
    - (none)

    ## Inferred (not said by the user)
    - Use tabs

    ## Requests
    - 1 | answered | item=u1 | text=Make the parser faster.
    - 2 | open | item=u2 | text=yes | inReplyTo=Shall I go on?

    ## Process Snapshots
    - proc_1 | metadata-only | status=lost | cwd=/work/app | command="npm run dev | tee log" | lastLogOffset=120 | preview="server ready\\n"

    <!-- checkpoint 1 | generatedAtEpochMs=1700000000000 | sourceItemCount=42 | splitTurn=true -->"
  `);
});

test('it reads back as itself, within other text and with Windows line ends too', () => {
  expect(parse(format(checkpoint))).toEqual(checkpoint);
  expect(parse(`Here is the checkpoint:\n\n${format(checkpoint)}\n`)).toEqual(checkpoint);
  expect(parse(format(checkpoint).replaceAll('\n', '\r\n'))).toEqual(checkpoint);
});

test('an empty one reads back as empty: what stands in for nothing is no content', () => {
  expect(parse(format(emptyCheckpoint))).toEqual(emptyCheckpoint);
});

describe('a fence in an entry ends nothing early', () => {
  test.each(['```\n## Goal\nother\n```', '~~~~\n### Done\n~~~~', '- [ ] a\n- [x] b', '1. a\n2. b'])(
    '%j',
    (entry) => {
      const fenced = { ...emptyCheckpoint, criticalContext: [entry, 'after'] };
      expect(parse(format(fenced))).toEqual(fenced);
    },
  );
});

describe('JSON as models write it', () => {
  const answer = {
    goal: 'Continue the coding task.',
    constraints: ['Never touch package.json.'],
    progress: { done: ['a'], inProgress: ['b'], blocked: ['(none)', ' '] },
    keyDecisions: 'one decision',
    nextSteps: ['c'],
    criticalContext: [{ file: 'a.ts' }],
  };
  const read = {
    ...emptyCheckpoint,
    goal: 'Continue the coding task.',
    constraints: ['Never touch package.json.'],
    doneItems: ['a'],
    inProgressItems: ['b'],
    keyDecisions: ['one decision'],
    nextSteps: ['c'],
    criticalContext: ['{"file":"a.ts"}'],
  };
  const { progress, ...rest } = answer;
  const flat = { ...rest, doneItems: progress.done, inProgressItems: progress.inProgress };

  test.each([
    ['bare', JSON.stringify(answer)],
    ['fenced', `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``],
    ['within prose', `Sure!\n${JSON.stringify(answer)}\nDone.`],
    ['flat', JSON.stringify(flat)],
  ])('%s', (_, text) => {
    expect(parse(text)).toEqual(read);
  });

  test('what a summariser is shown is what it is asked for', () => {
    expect(parse(formatJson(read))).toEqual(read);
  });
});

describe('markdown as models write it', () => {
  test('prose before, starred bullets, nested bullets, headings in other case, unnumbered steps', () => {
    const text = [
      'Here is what happened.',
      '## goal:',
      '- Ship it',
      '',
      '## Progress',
      '### Done',
      '* [x] Parsed',
      '    - the lexer',
      '### In Progress',
      '(none)',
      '## Next Steps',
      '- Test',
      '2) Release',
    ].join('\n');
    expect(parse(text)).toEqual({
      ...emptyCheckpoint,
      goal: 'Ship it',
      doneItems: ['Parsed\n  - the lexer'],
      nextSteps: ['Test', 'Release'],
    });
  });
});

describe('stavrobot#28, LibreChat: an answer with nothing in it is no checkpoint', () => {
  test.each([
    '',
    '   ',
    '{}',
    '```json\n{}\n```',
    '{"goal":"","constraints":[],"progress":{"done":[]}}',
    '{"goal":"(none)"}',
    '[]',
    'Error: rate limit exceeded',
    '<html><body>502</body></html>',
    '## Goal\n\n## Progress\n### Done\n- (none)',
    '## Goal\nContinue the current coding session.\n## Next Steps\n1. Resume from the latest workspace state.',
  ])('%j', (text) => {
    expect(parse(text)).toBeUndefined();
  });
});

test('kimi-code: half a JSON object is no checkpoint', () => {
  const whole = JSON.stringify({ goal: 'Ship it', constraints: ['a'], progress: { done: ['b'] } });
  for (let end = 0; end < whole.length; end++) expect(parse(whole.slice(0, end))).toBeUndefined();
});

test('a checkpoint of a later release is refused, not half read', () => {
  const later = format(checkpoint).replace('<!-- checkpoint 1 ', '<!-- checkpoint 2 ');
  expect(() => parse(later)).toThrow(SnapshotVersionError);
});
