import type { FunctionCallOutputItem, MemoryItem } from '@ai4j/agent';
import { expect, test } from 'vitest';
import { ItemLives } from './item-lives.ts';

const user: MemoryItem = { type: 'message', id: 'u', role: 'user', content: 'Read it.' };
const call: MemoryItem = {
  type: 'function_call',
  id: 'c',
  callId: 'c',
  name: 'read',
  arguments: '{}',
  kind: 'json',
};
const output: FunctionCallOutputItem = {
  type: 'function_call_output',
  id: 'o',
  callId: 'c',
  output: 'text',
  outcome: 'ok',
};
const placeholder: FunctionCallOutputItem = { ...output, output: '[cleared]', cleared: true };

function livesOf(...items: MemoryItem[]): ItemLives {
  const lives = new ItemLives();
  lives.appended({ type: 'items-appended', seq: 1, atEpochMs: 0, items });
  return lives;
}

const fates = (lives: ItemLives) =>
  lives
    .records(() => 1)
    .map(({ seq, label, firstStep, lastStep, clearedStep, fate, reason }) => ({
      seq,
      label,
      steps: [firstStep, lastStep],
      ...(clearedStep !== undefined && { clearedStep }),
      fate,
      reason,
    }));

test('kept to the end, cleared on the way, and never sent', () => {
  const lives = livesOf(user, call, output);
  lives.sent([user], 1, 0, []);
  lives.sent([user, call, output], 2, 1, []);
  lives.sent([user, call, placeholder], 3, 2, []);
  lives.appended({ type: 'items-appended', seq: 4, atEpochMs: 0, items: [{ ...user, id: 'late' }] });

  expect(fates(lives)).toEqual([
    { seq: 1, label: 'user', steps: [1, 3], fate: 'kept', reason: '' },
    { seq: 2, label: 'read', steps: [2, 3], fate: 'kept', reason: '' },
    {
      seq: 3,
      label: 'read',
      steps: [2, 3],
      clearedStep: 3,
      fate: 'cleared',
      reason: 'cleared at call 3 by Tier 1: an older tool result',
    },
    { seq: 4, label: 'user', steps: [0, 0], fate: 'kept', reason: '' },
  ]);
});

test('compacted items end with the request before, dropped ones may come back', () => {
  const lives = livesOf(user, call, output);
  lives.sent([user, call, output], 1, 0, []);
  lives.sent([call, output], 2, 0, ['tokens: dropped 1 item(s)']);
  expect(fates(lives)[0]).toEqual({
    seq: 1,
    label: 'user',
    steps: [1, 1],
    fate: 'dropped',
    reason: 'dropped from the request at call 2 (tokens: dropped 1 item(s))',
  });

  lives.sent([user], 3, 0, []);
  lives.compacted([call, output], 1, 3);
  expect(fates(lives)).toEqual([
    { seq: 1, label: 'user', steps: [1, 3], fate: 'kept', reason: '' },
    {
      seq: 2,
      label: 'read',
      steps: [1, 2],
      fate: 'compacted',
      reason: 'left memory at call 3: compaction 1',
    },
    {
      seq: 3,
      label: 'read',
      steps: [1, 2],
      fate: 'compacted',
      reason: 'left memory at call 3: compaction 1',
    },
  ]);
});

test('a preview is short and never ends in half a character', () => {
  const [record] = livesOf({ ...user, content: `${'x'.repeat(399)}🙂 and more` }).records(() => 7);
  expect(record).toMatchObject({ tokens: 7, chars: 410, preview: 'x'.repeat(399) });
});
