import { expect, test } from 'vitest';

// #region example

import { createAgent, type ModelClient } from '@ai4j/agent';

/** Repeats what it was told last. A real one makes its request of `items`, `tools` and `instructions`. */
const echo: ModelClient = {
  model: 'echo',
  async *stream({ items }) {
    const newest = items.at(-1);
    const content = newest?.type === 'message' ? newest.content : 'Nothing was said.';
    const id = crypto.randomUUID();
    const answer = { type: 'message', id, responseId: id, role: 'assistant', content } as const;
    yield { type: 'finish', response: { items: [answer], finishReason: 'stop' } };
  },
};

// #endregion

test('model', async () => {
  // #region example
  const session = await createAgent({ model: echo }).newSession();
  const { text } = await session.run('Hello.');
  // #endregion

  expect(text).toBe('Hello.');
});
