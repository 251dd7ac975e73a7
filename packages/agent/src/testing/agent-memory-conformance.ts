import type { AgentMemory } from '../memory/agent-memory.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';
import { assistant, output, pair, user } from './item-builders.ts';

/** Makes an empty memory, apart from every other. */
export type AgentMemoryFactory = () => AgentMemory | Promise<AgentMemory>;

const summarized: MemorySnapshot = { items: [user('go on')], summary: 'what was before' };

/** What every AgentMemory must keep to. Run it on your own: see the package README. */
export function agentMemoryConformance(): readonly ConformanceCase<AgentMemoryFactory>[] {
  return [
    {
      name: 'begins empty, without a summary',
      run: async (create) => {
        const { items, summary, seqs, covered } = await (await create()).snapshot();
        checkEqual({ items, summary, seqs, covered }, { items: [], seqs: [] }, 'a new memory');
      },
    },
    {
      name: 'holds what was appended, in order, byte for byte',
      run: async (create) => {
        const memory = await create();
        const items = [user('压缩 🧠 \ud83d'), ...pair('1', 'read', 'x'.repeat(100_000)), assistant('')];
        await memory.append(items.slice(0, 2));
        await memory.append(items.slice(2));
        checkEqual((await memory.snapshot()).items, items, 'the items');
      },
    },
    {
      name: 'gives each item a seq',
      run: async (create) => {
        const memory = await create();
        await memory.append(pair('1'));
        await memory.append([user('more')]);
        const { seqs } = await memory.snapshot();
        checkEqual(
          seqs.reduce((sum, [from, to]) => sum + to - from + 1, 0),
          3,
          'how many seqs there are',
        );
      },
    },
    {
      name: 'never changes a snapshot that it gave',
      run: async (create) => {
        const memory = await create();
        await memory.append(pair('1'));
        const snapshot = await memory.snapshot();
        const before = JSON.stringify(snapshot);
        await memory.append([user('more')]);
        await memory.restore(summarized);
        await memory.clear();
        checkEqual(JSON.stringify(snapshot), before, 'an earlier snapshot');
      },
    },
    {
      name: 'loses nothing of appends at the same time, and keeps their order',
      run: async (create) => {
        const memory = await create();
        const items = Array.from({ length: 20 }, (_, at) => user(`message ${at}`));
        await Promise.all(items.map((item) => memory.append([item])));
        checkEqual((await memory.snapshot()).items, items, 'the items');
      },
    },
    {
      name: 'refuses an id that is in use, and holds what it held',
      run: async (create) => {
        const memory = await create();
        await memory.append([user('one')]);
        await refuses(memory.append([user('two'), user('one')]), 'invalid_option', 'an id that is in use');
        await refuses(memory.append([user('two'), user('two')]), 'invalid_option', 'one id twice');
        checkEqual((await memory.snapshot()).items, [user('one')], 'the items');
      },
    },
    {
      name: 'restores items and summary, and keeps the summary when it grows',
      run: async (create) => {
        const memory = await create();
        await memory.append([user('one'), user('two')]);
        await memory.restore(summarized);
        await memory.append([user('three')]);
        const { items, summary } = await memory.snapshot();
        checkEqual(
          { items, summary },
          { items: [user('go on'), user('three')], summary: 'what was before' },
          'memory',
        );
      },
    },
    {
      name: 'clears the summary when it restores a snapshot without one',
      run: async (create) => {
        const memory = await create();
        await memory.restore(summarized);
        await memory.restore({ items: [user('go on')] });
        checkEqual((await memory.snapshot()).summary, undefined, 'the summary');
      },
    },
    {
      name: 'keeps the summary out of the items: snapshot and restore never double it',
      run: async (create) => {
        const memory = await create();
        await memory.restore(summarized);
        for (let round = 0; round < 3; round++) await memory.restore(await memory.snapshot());
        const { items, summary } = await memory.snapshot();
        checkEqual({ items, summary }, summarized, 'memory after three rounds');
      },
    },
    {
      name: 'restores items in another form and another order',
      run: async (create) => {
        const memory = await create();
        await memory.append([...pair('1', 'read', 'long text'), user('go on')]);
        const cleared = output('1', '[cleared]', { cleared: true });
        const [first] = pair('1');
        await memory.restore({ items: [user('go on'), ...(first ? [first] : []), cleared] });
        checkEqual((await memory.snapshot()).items, [user('go on'), first, cleared], 'the items');
        await memory.restore(await memory.snapshot());
        checkEqual(
          (await memory.snapshot()).items,
          [user('go on'), first, cleared],
          'the items, restored again',
        );
      },
    },
    {
      name: 'covers every seq that ever left memory',
      run: async (create) => {
        const memory = await create();
        await memory.append([user('one'), user('two'), user('three')]);
        const [first] = (await memory.snapshot()).seqs;
        await memory.restore({ items: [user('two'), user('three')] });
        await memory.restore({ items: [user('three')] });
        const { covered } = await memory.snapshot();
        const from = first?.[0] ?? 0;
        check(
          covered !== undefined && covered[0] <= from && covered[1] >= from + 1,
          `covered is ${JSON.stringify(covered)}; ${from} and ${from + 1} left memory`,
        );
      },
    },
    {
      name: 'discards a restore of a history that has changed, and says that it is stale',
      run: async (create) => {
        const memory = await create();
        await memory.append([user('one')]);
        const ifUnchanged = await memory.snapshot();
        await memory.append([user('two')]);
        await refuses(memory.restore(summarized, { ifUnchanged }), 'stale', 'a restore of a changed history');
        checkEqual((await memory.snapshot()).items, [user('one'), user('two')], 'the items');
      },
    },
    {
      name: 'is empty after clear, and goes on from there',
      run: async (create) => {
        const memory = await create();
        await memory.restore(summarized);
        await memory.clear();
        await memory.append([user('again')]);
        const { items, summary } = await memory.snapshot();
        checkEqual({ items, summary }, { items: [user('again')] }, 'memory');
      },
    },
    {
      name: 'shares nothing with another memory',
      run: async (create) => {
        const [one, other] = [await create(), await create()];
        await one.append([user('only here')]);
        await one.restore(summarized);
        const { items, summary } = await other.snapshot();
        checkEqual({ items, summary }, { items: [] }, 'the other memory');
      },
    },
  ];
}

async function refuses(outcome: Promise<void>, code: string, what: string): Promise<void> {
  const error: unknown = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const found = error instanceof Error && 'code' in error ? error.code : error;
  check(found === code, `${what}: expected an error with code "${code}", got ${String(found)}`);
}
