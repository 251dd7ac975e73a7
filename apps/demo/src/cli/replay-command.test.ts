import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTraceFile } from '../check/trace-file.ts';
import { recordedChat } from '../replay/recorded-chat-fixture.ts';
import type { ReplayReport } from '../replay/replay-report.ts';
import { capturedIo } from './captured-io.ts';
import { runCli } from './run-cli.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ai4j-replay-'));
  writeFileSync(join(folder, 'chat.json'), recordedChat(40));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function replay(...argv: string[]) {
  const captured = capturedIo(folder);
  const exitCode = await runCli(['replay', ...argv], captured.io);
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() };
}

async function replayJson(...argv: string[]): Promise<ReplayReport> {
  const { exitCode, stdout, stderr } = await replay(...argv, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as ReplayReport;
}

test('a window that holds everything: no compaction, each request extends the one before', async () => {
  const report = await replayJson('chat.json');

  expect(report).toMatchObject({
    source: {
      format: 'openai-chat',
      file: 'chat.json',
      items: 90,
      userTurns: 1,
      toolCalls: 40,
      toolOutputs: 40,
    },
    settings: { windowTokens: 128_000, reserveTokens: 16_384, summarizer: 'deterministic' },
    steps: 41,
    compactions: [],
    cache: { rewrittenPrefixes: 0 },
    loss: { records: 0, factsLost: 0, factsRecallable: 0 },
    violations: [],
  });
});

test('a small window: compacted, and all that left memory is recalled', async () => {
  const report = await replayJson('chat.json', '--window', '8000');

  expect(report.violations).toEqual([]);
  expect(report.compactions.length).toBeGreaterThan(0);
  expect(report.loss.factsLost).toBeGreaterThan(0);
  expect(report.loss.factsRecallable).toBe(report.loss.factsLost);
  expect(report.final.memoryItems + report.loss.factsLost).toBe(report.source.items);
  for (const { tokensBefore = 0, tokensAfter = 0 } of report.compactions)
    expect(tokensAfter).toBeLessThan(tokensBefore);
});

test('the settings of a replay are those that were asked for', async () => {
  const { settings } = await replayJson(
    'chat.json',
    '--window',
    '9000',
    '--reserve',
    '1000',
    '--summarizer',
    'recorded',
  );
  expect(settings).toMatchObject({ windowTokens: 9_000, reserveTokens: 1_000, summarizer: 'recorded' });
});

test('one session on its own is the whole object; all of them come with a list', async () => {
  const all = await replayJson('chat.json');
  const { timings: _, sessions: none, ...one } = await replayJson('chat.json', '--session', '1');

  expect(none).toBeUndefined();
  expect(all.sessions).toHaveLength(1);
  expect(all.sessions?.[0]).toMatchObject(one);
});

test('a session that the file does not have', async () => {
  expect(await replay('chat.json', '--session', '2')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'ai4j: --session 2: chat.json has 1 session.\n',
  });
});

test('the trace that is written passes the checker on its own', async () => {
  const report = await replayJson('chat.json', '--window', '8000', '--trace', 'trace.jsonl');
  const { violations, counters } = await checkTraceFile(
    readFileSync(join(folder, 'trace.jsonl'), 'utf8').split('\n'),
  );

  expect(violations).toEqual([]);
  expect(counters).toMatchObject({ requests: report.steps, loggedItems: 90, recalls: report.loss.factsLost });
});

test('the page and the report are written where they were asked for', async () => {
  const { exitCode, stdout } = await replay('chat.json', '--window', '8000', '--html', 'out/page.html');

  expect(exitCode).toBe(0);
  expect(stdout).toContain('0 violations of L1 L2 L3 L7');
  expect(stdout).toContain('out/page.html');
  expect(readFileSync(join(folder, 'out/page.html'), 'utf8')).toMatch(/^<!doctype html>/);
});

test('a file that cannot be written is the user’s to mend', async () => {
  const { exitCode, stderr } = await replay('chat.json', '--trace', 'no/such/folder/trace.jsonl');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^ai4j: --trace no\/such\/folder\/trace\.jsonl cannot be written: .*\n$/);
});

test('a disk that fills up while the trace is written is the user’s to mend', async () => {
  const { exitCode, stderr } = await replay('chat.json', '--trace', '/dev/full');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^ai4j: --trace \/dev\/full cannot be written: .*ENOSPC.*\n$/);
});

test.each([
  [['--trace', './chat.json'], '--trace and the recording are the same file'],
  [['--html', 'link.json'], '--html and the recording are the same file'],
  [['--trace', 'second-name.json'], '--trace and the recording are the same file'],
  [['--trace', 'out', '--html', './out'], '--html and --trace are the same file'],
])('nothing is written over the recording, nor one output over the other: %j', async (argv, refusal) => {
  const recording = readFileSync(join(folder, 'chat.json'), 'utf8');
  rmSync(join(folder, 'link.json'), { force: true });
  symlinkSync('chat.json', join(folder, 'link.json'));
  rmSync(join(folder, 'second-name.json'), { force: true });
  linkSync(join(folder, 'chat.json'), join(folder, 'second-name.json'));
  const { exitCode, stderr } = await replay('chat.json', ...argv);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(refusal);
  expect(readFileSync(join(folder, 'chat.json'), 'utf8')).toBe(recording);
});

test('a recording takes over the terminal: control characters in names of files and sessions, and in notices', async () => {
  const takeover = '\u001b[2J\u001b]0;title\u0007\u202e';
  const line = (sessionId: string, uuid: string, content: unknown) =>
    JSON.stringify({
      type: 'user',
      uuid,
      sessionId,
      isSidechain: uuid !== 'a',
      agentId: sessionId,
      message: { content },
    });
  const lines = [line(takeover, 'a', 'x'), line(`${takeover}b`, 'b', [{ type: takeover }])];
  writeFileSync(join(folder, `${takeover}\n.jsonl`), lines.join('\n'));

  const { exitCode, stdout, stderr } = await replay(`${takeover}\n.jsonl`);
  const missing = await replay(`${takeover}gone`);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(stdout + missing.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(stdout).toContain('\\u001b[2J');
  expect(missing.stderr).toContain('\\u001b[2J');
});
