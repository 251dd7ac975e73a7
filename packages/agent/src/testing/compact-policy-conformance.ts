import type { CompactContext, CompactPolicy, CompactResult } from '../compact/compact-policy.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { indexItems } from '../items/item-index.ts';
import { compactRecordSchema } from '../log/compact-record.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';
import { assistant, call, output, pair, reasoning, user } from './item-builders.ts';

/** Makes a policy that compacts a memory of some 40 items and 10,000 chars. */
export type CompactPolicyFactory = () => CompactPolicy;

/** What every CompactPolicy must keep to, whatever it forgets. Run it on your own: see the package README. */
export function compactPolicyConformance(): readonly ConformanceCase<CompactPolicyFactory>[] {
  return [
    {
      name: 'changes nothing of the memory it is given',
      run: async (create) => {
        const snapshot = session('a');
        const before = JSON.stringify(snapshot);
        await create().compact(snapshot);
        checkEqual(JSON.stringify(snapshot), before, 'the snapshot after compaction');
      },
    },
    {
      name: 'leaves less than there was, and says how much',
      run: async (create) => {
        const snapshot = session('a');
        const { memory, itemsBefore, itemsAfter } = await create().compact(snapshot);
        check(
          memory.items.length < snapshot.items.length,
          `nothing was dropped of ${snapshot.items.length} items`,
        );
        checkEqual(
          [itemsBefore, itemsAfter],
          [snapshot.items.length, memory.items.length],
          'itemsBefore, itemsAfter',
        );
      },
    },
    {
      name: 'is not due again at once',
      run: async (create) => {
        const policy = create();
        const { memory } = await policy.compact(session('a'));
        check(policy.shouldCompact?.(memory) !== true, 'the policy wants to compact what it just compacted');
      },
    },
    {
      name: 'is due neither for nothing nor for little',
      run: (create) => {
        const policy = create();
        check(policy.shouldCompact?.({ items: [] }) !== true, 'the policy wants to compact an empty memory');
        check(
          policy.shouldCompact?.({ items: [user('hi')] }) !== true,
          'the policy wants to compact one short item',
        );
      },
    },
    {
      name: 'splits no pair and no response: tool results keep their calls (W-C4)',
      run: async (create) => {
        const policy = create();
        const whole = session('a').items;
        for (let end = 30; end <= whole.length; end++) {
          const snapshot: MemorySnapshot = { items: whole.slice(0, end) };
          const before = indexItems(snapshot.items);
          const { items } = (await policy.compact(snapshot)).memory;
          const after = indexItems(items);
          checkEqual([...after.defects], [], `defects after compacting the first ${end} items`);
          checkEqual(
            after.unanswered.size,
            before.unanswered.size,
            `calls without output of the first ${end} items`,
          );
        }
      },
    },
    {
      name: 'keeps calls that wait for an approval',
      run: async (create) => {
        const pending = call('pending', 'deploy', { responseId: 'last' });
        const { items } = (await create().compact({ items: [...session('a').items, pending] })).memory;
        checkEqual(items.at(-1), pending, 'the newest item');
      },
    },
    {
      name: 'says in the result what it says in memory, as a record that the log can keep',
      run: async (create) => {
        const result = await create().compact(session('a', 'what was before'));
        checkEqual(result.summary, result.memory.summary, 'the summary of the result');
        const { memory: _, ...record } = result;
        checkEqual(compactRecordSchema.parse(record).policy, result.policy, 'the record');
      },
    },
    {
      name: 'has summaries that do not grow without bound (W-C6)',
      run: async (create) => {
        const policy = create();
        let memory = session('0', 'what was before');
        let first: number | undefined;
        for (let round = 1; round <= 20; round++) {
          memory = (await policy.compact(memory)).memory;
          first ??= memory.summary?.length;
          memory = { ...memory, items: [...memory.items, ...session(String(round)).items] };
        }
        const last = memory.summary?.length ?? 0;
        check(
          last <= 2 * (first ?? 0) + 200,
          `the summary grew from ${first} to ${last} chars in 20 compactions`,
        );
      },
    },
    {
      name: 'leaks nothing from one session into another',
      run: async (create) => {
        const shared = create();
        const sharedResults = await bothSessions(shared, shared);
        const ownResults = await bothSessions(create(), create());
        checkEqual(sharedResults, ownResults, 'results of one policy in two sessions');
      },
    },
    {
      name: 'stops before it began when it was aborted',
      run: async (create) => {
        const signal = AbortSignal.abort();
        const error: unknown = await create()
          .compact(session('a'), { signal })
          .then(
            () => undefined,
            (reason: unknown) => reason,
          );
        const code = error instanceof Error && 'code' in error ? error.code : error;
        check(code === 'aborted', `expected an error with code "aborted", got ${String(code)}`);
      },
    },
  ];
}

async function bothSessions(one: CompactPolicy, other: CompactPolicy): Promise<readonly CompactResult[]> {
  const results: CompactResult[] = [];
  const sessions = [session('one', 'first'), session('other')];
  for (let round = 0; round < 2; round++) {
    for (const [at, policy] of [one, other].entries()) {
      const context: CompactContext = { previous: results.at(-2) };
      results.push(await policy.compact(sessions[at] as MemorySnapshot, context));
    }
  }
  return results;
}

/** Some 40 items: turns, responses with parallel calls, texts of all sorts. */
function session(name: string, summary?: string): MemorySnapshot {
  const items: MemoryItem[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const at = `${name}-${turn}`;
    const responseId = `response ${at}`;
    items.push(
      user(`turn ${at}: ${'please '.repeat(20)}`),
      reasoning(`look first ${at}`, { responseId }),
      call(`${at}a`, 'read', { responseId }),
      call(`${at}b`, 'grep', { responseId }),
      output(`${at}a`, 'x'.repeat(1_000)),
      output(`${at}b`, '压缩 🧠'.repeat(100)),
      ...pair(`${at}c`, 'edit', 'ok'),
    );
    items.push(assistant(`done ${at}`));
  }
  return { items, ...(summary !== undefined && { summary }) };
}
