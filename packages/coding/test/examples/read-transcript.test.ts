import { expect, test } from 'vitest';

// #region example

import { readTranscript } from '@ai4j/coding/transcripts';

const recording = JSON.stringify([
  { role: 'user', content: 'What is the capital of Peru?' },
  { role: 'assistant', content: 'Lima.' },
]);
const { format, sessions, problems } = await readTranscript(recording);
const items = sessions.flatMap(({ entries }) =>
  entries.flatMap((entry) => (entry.type === 'item' ? [entry.item] : [])),
);
// #endregion

test('read a transcript', () => {
  expect(problems).toEqual([]);
  expect(items.map((item) => item.type === 'message' && [item.role, item.content])).toEqual([
    ['user', 'What is the capital of Peru?'],
    ['assistant', 'Lima.'],
  ]);
  expect(format).toBe('openai-chat');
});
