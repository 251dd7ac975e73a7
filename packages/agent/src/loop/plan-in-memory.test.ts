import { expect, test } from 'vitest';
import type { AgentMemory } from '../memory/agent-memory.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { assistant } from '../testing/item-builders.ts';
import { PlanInMemory } from './plan-in-memory.ts';

/** A memory that counts how often its items are searched. */
function searchedMemory() {
  const memory = inMemoryAgentMemory();
  const counts = { searches: 0 };
  const counting: AgentMemory = {
    append: (items, options) => memory.append(items, options),
    restore: (snapshot, options) => memory.restore(snapshot, options),
    clear: () => memory.clear(),
    async snapshot() {
      const snapshot = await memory.snapshot();
      const items = [...snapshot.items];
      const findLastIndex: typeof items.findLastIndex = (
        matches: Parameters<typeof items.findLastIndex>[0],
      ) => {
        counts.searches++;
        return [...items].findLastIndex(matches);
      };
      return { ...snapshot, items: Object.assign(items, { findLastIndex }) };
    },
  };
  return { memory: counting, counts };
}

test('a step costs what is new: memory is searched only after it was replaced', async () => {
  const { memory, counts } = searchedMemory();
  let ids = 0;
  const plan = new PlanInMemory(memory, () => `${++ids}`);
  await plan.add(['Look']);
  for (let step = 0; step < 100; step++) {
    await memory.append([assistant(`step ${step}`)]);
    await plan.renew();
  }
  expect(counts.searches).toBe(0);

  const { items } = await memory.snapshot();
  await memory.restore({ items: [assistant('kept'), ...items.slice(0, 3)] });
  await plan.renew();
  await plan.renew();
  expect(counts.searches).toBe(1);
  expect(ids).toBe(1);

  await memory.restore({ items: [assistant('all that is left')] });
  await plan.renew();
  await plan.renew();
  expect(counts.searches).toBe(2);
  expect((await memory.snapshot()).items.map(({ id }) => id)).toEqual([
    'assistant:all that is left',
    'plan:2',
  ]);
});
