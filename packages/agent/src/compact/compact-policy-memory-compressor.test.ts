import { expect, test } from 'vitest';
import { eventsOf } from '../../test/session-logs.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { user } from '../testing/item-builders.ts';
import type { CompactContext, CompactPolicy } from './compact-policy.ts';
import { compactPolicyMemoryCompressor } from './compact-policy-memory-compressor.ts';
import { structuredSummaryCompactPolicy } from './structured-summary-compact-policy.ts';

test('compresses three items to one, and the last result has the report', async () => {
  const compressor = compactPolicyMemoryCompressor(structuredSummaryCompactPolicy({ maxItems: 1 }));
  expect(compressor.lastResult).toBeUndefined();
  const { items } = await compressor({ items: [user('one'), user('two'), user('three')] });
  expect(items).toEqual([user('three')]);
  expect(compressor.lastResult?.contextReport?.droppedItemCount).toBe(2);
});

/** Keeps the newest item and counts in its summary; what it was called with is kept for the test. */
function recordingPolicy(): CompactPolicy & { readonly contexts: CompactContext[] } {
  const { compact } = structuredSummaryCompactPolicy({ maxItems: 1 });
  const contexts: CompactContext[] = [];
  return {
    name: 'recording',
    contexts,
    compact: async (snapshot, context = {}) => {
      contexts.push(context);
      return { ...(await compact(snapshot, context)), readFiles: [`file ${contexts.length}`] };
    },
  };
}

test('W-C7 every write compacts, or pays for a compaction that drops nothing', async () => {
  const log = inMemorySessionEventLog();
  const compressor = compactPolicyMemoryCompressor(structuredSummaryCompactPolicy({ maxItems: 10 }));
  const memory = inMemoryAgentMemory({ log, compressor });
  for (let write = 0; write < 10; write++) await memory.append([user(`${write}`)]);
  expect(compressor.lastResult).toBeUndefined();
  expect((await eventsOf(log)).filter(({ type }) => type === 'memory-replaced')).toEqual([]);
});

test('a policy that does not say when compacts on every write', async () => {
  const policy = recordingPolicy();
  const memory = inMemoryAgentMemory({ compressor: compactPolicyMemoryCompressor(policy) });
  for (let write = 0; write < 4; write++) await memory.append([user(`${write}`)]);
  expect(policy.contexts).toHaveLength(4);
  expect((await memory.snapshot()).items).toEqual([user('3')]);
});

test('W-C8 what accumulates gets lost: each compaction is told of the one before', async () => {
  const policy = recordingPolicy();
  const memory = inMemoryAgentMemory({ compressor: compactPolicyMemoryCompressor(policy) });
  for (const text of ['one', 'two', 'three']) await memory.append([user(text)]);
  expect(policy.contexts.map(({ previous }) => previous?.readFiles)).toEqual([
    undefined,
    ['file 1'],
    ['file 2'],
  ]);
});

test('a memory of another summary is told of no earlier compaction', async () => {
  const policy = recordingPolicy();
  const compressor = compactPolicyMemoryCompressor(policy);
  await compressor({ items: [user('one'), user('two')] });
  await compressor({ items: [user('three'), user('four')], summary: 'of another session' });
  expect(policy.contexts.map(({ previous }) => previous)).toEqual([undefined, undefined]);
});

test('W-C9 log and last result disagree about compactions', async () => {
  const log = inMemorySessionEventLog();
  const compressor = compactPolicyMemoryCompressor(structuredSummaryCompactPolicy({ maxItems: 2 }));
  const memory = inMemoryAgentMemory({ log, compressor });
  await memory.append([user('one'), user('two'), user('three')]);
  const { memory: _, ...record } = compressor.lastResult ?? { memory: undefined };
  expect((await eventsOf(log)).at(-1)).toMatchObject({
    type: 'memory-replaced',
    reason: 'compress',
    result: record,
  });
  expect((await memory.snapshot()).summary).toBe(compressor.lastResult?.summary);
});

test('a policy that fails loses no write', async () => {
  const failing: CompactPolicy = { name: 'failing', compact: () => Promise.reject(new Error('no')) };
  const memory = inMemoryAgentMemory({ compressor: compactPolicyMemoryCompressor(failing) });
  await memory.append([user('one')]);
  expect((await memory.snapshot()).items).toEqual([user('one')]);
});
