import { expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';
import { UniqueIds } from './unique-ids.ts';

test('an id that is taken gets the first free number, also where a numbered one was recorded', () => {
  const ids = new UniqueIds();
  expect(['a', 'a', 'a#4', 'a', 'a', 'a', 'b'].map((id) => ids.take(id))).toEqual([
    'a',
    'a#2',
    'a#4',
    'a#3',
    'a#5',
    'a#6',
    'b',
  ]);
  expect(ids.all).toEqual(['a', 'a#2', 'a#4', 'a#3', 'a#5', 'a#6', 'b']);
});

test('import takes for ever: one id repeated a hundred thousand times, for items and for calls', async () => {
  const COUNT = 100_000;
  const call = { type: 'function_call', id: 'same', call_id: 'same', name: 'read', arguments: '{}' };
  const input = Array.from({ length: COUNT }, () => call);
  const { sessions } = await readTranscript(JSON.stringify({ input }));

  const ids = sessions.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.type === 'item' && entry.item.type === 'function_call'
        ? [[entry.item.id, entry.item.callId]]
        : [],
    ),
  );
  expect(ids.at(-1)).toEqual([`same#${COUNT}`, `same#${COUNT}`]);
  expect(new Set(ids.flat()).size).toBe(COUNT);
});
