import type { MemoryItem } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { CLEARED_RESULT, recordedPrompts } from './recorded-prompts.ts';
import type { TranscriptEntry, TranscriptSession } from './transcript.ts';

const user = (id: string): TranscriptEntry => ({
  type: 'item',
  item: { type: 'message', id, role: 'user', content: id },
});
const said = (id: string): TranscriptEntry => ({
  type: 'item',
  item: { type: 'message', id, responseId: id, role: 'assistant', content: id },
});
const call = (id: string): TranscriptEntry => ({
  type: 'item',
  item: { type: 'function_call', id, responseId: id, callId: id, name: 'f', arguments: '{}', kind: 'json' },
});
const output = (callId: string): TranscriptEntry => ({
  type: 'item',
  item: { type: 'function_call_output', id: `${callId}-out`, callId, output: 'long text', outcome: 'ok' },
});
const usage = (responseId: string): TranscriptEntry => ({
  type: 'usage',
  responseId,
  usage: { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1 },
  outputReliable: true,
});

function promptsOf(...entries: readonly TranscriptEntry[]) {
  const session: TranscriptSession = { id: 's', kind: 'main', hiddenPrefix: false, entries };
  const ids = (items: readonly MemoryItem[]) => items.map((item) => item.id);
  return Array.from(recordedPrompts(session), ({ summary, items, added, restarted }) => ({
    items: ids(items),
    added: ids(added),
    restarted,
    ...(summary === undefined ? {} : { summary }),
  }));
}

test('a response is no part of its own prompt, but of the next', () => {
  expect(promptsOf(user('u1'), call('c1'), usage('c1'), output('c1'), said('a1'), usage('a1'))).toEqual([
    { items: ['u1'], added: ['u1'], restarted: true },
    { items: ['u1', 'c1', 'c1-out'], added: ['c1', 'c1-out'], restarted: false },
  ]);
});

test('a response that was not billed is part of the prompts after it', () => {
  expect(promptsOf(user('u1'), said('a1'), user('u2'), said('a2'), usage('a2'))).toEqual([
    { items: ['u1', 'a1', 'u2'], added: ['u1', 'a1', 'u2'], restarted: true },
  ]);
});

test('after a compaction the prompt is the summary, the kept items and what came later', () => {
  expect(
    promptsOf(
      user('u1'),
      said('a1'),
      usage('a1'),
      user('u2'),
      { type: 'compaction', kind: 'summary', summary: 'so far', keptItemIds: ['u2'] },
      said('a2'),
      usage('a2'),
      user('u3'),
      said('a3'),
      usage('a3'),
    ),
  ).toEqual([
    { items: ['u1'], added: ['u1'], restarted: true },
    { items: ['u2'], added: ['u2'], restarted: true, summary: 'so far' },
    { items: ['u2', 'a2', 'u3'], added: ['a2', 'u3'], restarted: false, summary: 'so far' },
  ]);
});

test('after a clearing the results are placeholders, also where a later compaction keeps them', () => {
  const session: TranscriptSession = {
    id: 's',
    kind: 'main',
    hiddenPrefix: false,
    entries: [
      call('c1'),
      output('c1'),
      { type: 'compaction', kind: 'clearing', clearedCallIds: ['c1'] },
      { type: 'compaction', kind: 'summary', keptItemIds: ['c1', 'c1-out'] },
      said('a1'),
      usage('a1'),
    ],
  };
  const [prompt] = recordedPrompts(session);
  expect(prompt?.items[1]).toEqual({
    type: 'function_call_output',
    id: 'c1-out',
    callId: 'c1',
    output: CLEARED_RESULT,
    outcome: 'ok',
    cleared: true,
  });
});

test('a clearing that emptied nothing restarts nothing', () => {
  const clearing: TranscriptEntry = { type: 'compaction', kind: 'clearing', clearedCallIds: [] };
  expect(promptsOf(user('u1'), said('a1'), usage('a1'), clearing, said('a2'), usage('a2'))[1]).toEqual({
    items: ['u1', 'a1'],
    added: ['a1'],
    restarted: false,
  });
});
