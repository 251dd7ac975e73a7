import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { agentOf, distinctModel, keepNewest, textsOf } from '../../test/session-agents.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { type Tool, tool } from '../model/tool.ts';
import { inMemorySessionStore } from '../session/in-memory-session-store.ts';
import { pair, user } from '../testing/item-builders.ts';
import { recallTool, recallToolNames, searchHistoryTool } from './recall-tool.ts';

const context = { callId: 'now', signal: new AbortController().signal };

async function ask(asked: Tool, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const parsed = await asked.parse(input);
  if (!parsed.valid) throw new Error('the input is not valid');
  return asked.execute(parsed.input, context);
}

async function historyOf(...items: Parameters<typeof pair>[2][]) {
  const log = inMemorySessionEventLog();
  await log.append([
    { type: 'items-appended', items: items.flatMap((text, at) => pair(`call-${at + 1}`, 'read', text)) },
  ]);
  return { log };
}

describe('recallTool', () => {
  test.each([
    '[tool result cleared: read(call-2)]',
    '[tool result cleared: call-2]',
    'call-2',
    'seq 3-4',
    '3-4',
  ])('knows what %j means', async (reference) => {
    expect(await ask(recallTool(await historyOf('one', 'two')), { reference })).toBe(
      '[seq 3, call of read]\nread {}\n\n[seq 4, tool result]\ntwo',
    );
  });

  test('gives one item by its id, or by the note in a cut output', async () => {
    const source = await historyOf('one', 'two');
    const two = '[seq 4, tool result]\ntwo';
    expect(await ask(recallTool(source), { reference: 'output:call-2' })).toBe(two);
    const note = '[… 5 of 9 chars cut here; the whole output is kept as item "output:call-2" …]';
    expect(await ask(recallTool(source), { reference: note })).toBe(two);
  });

  test('says so where nothing is known by that name', async () => {
    expect(await ask(recallTool(await historyOf('one')), { reference: 'call-9' })).toEqual({
      output: 'Nothing in this session is known as call-9.',
      outcome: 'error',
    });
  });

  test('gives what is long part by part, and the parts are the whole', async () => {
    const text = '🧠 line\n'.repeat(40);
    const recall = recallTool(await historyOf(text), { maxChars: 50 });
    let offset: string | undefined = '0';
    let whole = '';
    while (offset !== undefined) {
      const answer = String(await ask(recall, { reference: 'output:call-1', offset: Number(offset) }));
      const follows = /\n\[\d+ chars follow: go on with offset (\d+)\]$/.exec(answer);
      const shown = follows ? answer.slice(0, follows.index) : answer;
      expect(shown.length).toBeLessThanOrEqual(51);
      expect(shown.isWellFormed()).toBe(true);
      whole += shown;
      offset = follows?.[1];
    }
    expect(whole).toBe(`[seq 2, tool result]\n${text}`);
  });

  test('shows what is left of what was redacted', async () => {
    const source = await historyOf('secret');
    await source.log.append([{ type: 'redacted', ranges: [[2, 2]], reason: 'policy 7' }]);
    expect(await ask(recallTool(source), { reference: 'output:call-1' })).toBe(
      '[seq 2, tool result]\n[redacted: policy 7]',
    );
  });
});

describe('searchHistoryTool', () => {
  test('finds every word in any case, the newest first, on one line each', async () => {
    const source = await historyOf('Build FAILED:\n exit code 7', 'build passed', 'exit of the build');
    expect(await ask(searchHistoryTool(source), { query: 'exit build' })).toBe(
      'seq 6 (function_call_output): exit of the build\nseq 2 (function_call_output): Build FAILED: exit code 7',
    );
    expect(await ask(searchHistoryTool(source), { query: 'exit', limit: 1 })).toContain('seq 6');
    expect(await ask(searchHistoryTool(source), { query: 'nowhere' })).toBe('Nothing found.');
  });

  test('does not find what was redacted', async () => {
    const source = await historyOf('secret');
    await source.log.append([{ type: 'redacted', ranges: [[2, 2]], reason: 'policy 7' }]);
    expect(await ask(searchHistoryTool(source), { query: 'secret' })).toBe('Nothing found.');
  });
});

describe('in a session', () => {
  const long = Array.from({ length: 400 }, (_, line) => `line ${line} of the log`).join('\n');
  const read = tool({
    description: '',
    inputSchema: z.object({}),
    maxOutputChars: 200,
    execute: () => long,
  });
  const tools = (source: Parameters<typeof recallTool>[0]) => ({
    read,
    recall: recallTool(source, { maxChars: 100_000 }),
    search: searchHistoryTool(source),
  });

  test('a cut output that a compaction covered comes back byte for byte, after a restart', async () => {
    const sessionStore = inMemorySessionStore();
    const session = await agentOf([{ calls: [{ name: 'read', callId: 'r1' }] }, 'read it'], {
      tools,
      sessionStore,
    }).newSession();
    await session.run('read the log');
    await session.compact(keepNewest(1));
    await session.close();

    const again = distinctModel([{ calls: [{ name: 'recall', arguments: { reference: 'r1' } }] }, 'there']);
    const resumed = await agentOf(again, { tools, sessionStore }).resumeSession(session.sessionId);
    await resumed.run('what did line 399 say?');
    const texts = await textsOf(resumed);
    expect(texts.some((text) => text.endsWith(`\n${long}`))).toBe(true);
  });

  test('what was recalled is not cleared again at once: no loop of clearing and recalling', async () => {
    const model = distinctModel([
      { calls: [{ name: 'read', callId: 'r1' }] },
      { calls: [{ name: 'recall', callId: 'again', arguments: { reference: 'r1' } }] },
      { calls: [{ name: 'read', callId: 'r2' }] },
      'done',
    ]);
    const session = await agentOf(model, {
      tools,
      contextBudget: { maxRecentToolResults: 1 },
    }).newSession();
    await session.run('go');
    const sent = model.requests.at(-1)?.items.filter(({ type }) => type === 'function_call_output');
    expect(sent).toMatchObject([
      { callId: 'r1', cleared: true },
      { callId: 'again', output: expect.stringContaining('line 399') },
      { callId: 'r2' },
    ]);
    expect(sent?.filter((item) => 'cleared' in item)).toHaveLength(1);
  });

  test('recall tools are known by what made them, whatever they are called', async () => {
    const log = inMemorySessionEventLog();
    await log.append([{ type: 'items-appended', items: [user('hi')] }]);
    expect(recallToolNames({ ...tools({ log }), look_back: recallTool({ log }) })).toEqual([
      'recall',
      'search',
      'look_back',
    ]);
  });
});
