import type { MemoryItem } from '@ai4j/agent';
import type { TranscriptEntry } from '@ai4j/coding/transcripts';
import { expect, test } from 'vitest';
import { playback } from './playback.ts';

const user = (id: string): MemoryItem => ({ type: 'message', id, role: 'user', content: id });
const call = (id: string, responseId: string): MemoryItem => ({
  type: 'function_call',
  id,
  callId: id,
  name: 'read',
  arguments: '{}',
  kind: 'json',
  responseId,
});
const output = (callId: string): MemoryItem => ({
  type: 'function_call_output',
  id: `${callId}-out`,
  callId,
  output: 'text',
  outcome: 'ok',
});
const entry = (item: MemoryItem): TranscriptEntry => ({ type: 'item', item });
const usage = { inputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };

test('a response is one action with its usage, even where outputs were recorded inside it', () => {
  const entries: TranscriptEntry[] = [
    entry(user('u')),
    entry(call('a', 'r1')),
    entry(output('a')),
    entry(call('b', 'r1')),
    { type: 'usage', responseId: 'r1', usage, outputReliable: true },
    entry(output('b')),
    { type: 'compaction', kind: 'summary', summary: 'so far' },
    entry(call('c', 'r2')),
  ];

  expect([...playback(entries)]).toEqual([
    { type: 'input', items: [user('u')] },
    { type: 'response', items: [call('a', 'r1'), call('b', 'r1')], usage: { usage, outputReliable: true } },
    { type: 'input', items: [output('a'), output('b')] },
    { type: 'compaction', kind: 'summary', summary: 'so far' },
    { type: 'response', items: [call('c', 'r2')] },
  ]);
});

test('an answer without a response id is a response of its own', () => {
  const answer = (id: string): MemoryItem => ({ type: 'message', id, role: 'assistant', content: id });

  expect([...playback([entry(answer('x')), entry(answer('y'))])]).toEqual([
    { type: 'response', items: [answer('x')] },
    { type: 'response', items: [answer('y')] },
  ]);
});
