import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyArbitrary } from '../../test/histories.ts';
import { eventsOf } from '../../test/session-logs.ts';
import { CompactError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { foldMemory, readMemory } from './fold-memory.ts';
import { inMemoryAgentMemory } from './in-memory-agent-memory.ts';
import { openAgentMemory } from './logged-agent-memory.ts';
import type { MemorySnapshot } from './memory-snapshot.ts';

type Command =
  | { readonly kind: 'append'; readonly count: number }
  | {
      readonly kind: 'compact' | 'restore';
      readonly keep: number;
      readonly mutate: number;
      readonly add: boolean;
    }
  | { readonly kind: 'restore-old'; readonly pick: number }
  | { readonly kind: 'redact'; readonly pick: number }
  | { readonly kind: 'clear' | 'undo' | 'other-event' };

const small = fc.nat({ max: 12 });
const replacing = fc.record({
  kind: fc.constantFrom('compact' as const, 'compact' as const, 'restore' as const),
  keep: small,
  mutate: small,
  add: fc.boolean(),
});
const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 5, arbitrary: replacing },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore-old' as const), pick: small }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redact' as const), pick: small }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('clear', 'undo', 'undo', 'other-event')
      .map((kind) => ({ kind: kind as 'undo' })),
  },
);

/** The newest `keep` items, one of them in another form, and maybe one that the log has never seen. */
function shrink(
  { items }: MemorySnapshot,
  command: Extract<Command, { keep: number }>,
  newId: string,
): MemorySnapshot {
  const kept: MemoryItem[] = items
    .slice(Math.max(0, items.length - command.keep))
    .map((item, at) =>
      at === command.mutate && item.type === 'message' ? { ...item, content: `${item.id} shortened` } : item,
    );
  if (command.add)
    kept.unshift({ type: 'message', id: newId, role: 'user', content: 'new here', origin: 'injected' });
  return { items: kept, summary: `summary ${newId}` };
}

const scenarioArbitrary = fc.record({
  history: historyArbitrary({ minItems: 200, maxItems: 260 }),
  commands: fc.array(commandArbitrary, { minLength: 1, maxLength: 40, size: 'max' }),
});

test('memory is the fold of its log after any commands, and no view that was handed out has changed', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioArbitrary, async ({ history, commands }) => {
      const log = inMemorySessionEventLog();
      const memory = inMemoryAgentMemory({ log });
      const views: { readonly view: MemorySnapshot; readonly copy: MemorySnapshot }[] = [];
      let next = 0;
      let hasRedacted = false;
      for (const [at, command] of commands.entries()) {
        const view = await memory.snapshot();
        views.push({ view, copy: { ...view, items: [...view.items] } });
        switch (command.kind) {
          case 'append':
            await memory.append(history.slice(next, next + command.count));
            next += command.count;
            break;
          case 'compact':
          case 'restore':
          case 'restore-old': {
            const wanted =
              command.kind === 'restore-old'
                ? (views[command.pick % views.length]?.view ?? view)
                : shrink(view, command, `new-${at}`);
            const reason = command.kind === 'compact' ? 'compact' : 'restore';
            await memory.restore(wanted, { reason, ifUnchanged: view });
            const { items, summary } = await memory.snapshot();
            if (!hasRedacted)
              expect({ items, summary }).toEqual({ items: wanted.items, summary: wanted.summary });
            break;
          }
          case 'redact':
            hasRedacted = true;
            await log.append([
              { type: 'redacted', ranges: [[command.pick + 1, command.pick + 2]], reason: 'secret' },
            ]);
            break;
          case 'clear':
            await memory.clear();
            break;
          case 'undo':
            await memory.undoCompact().catch((error) => expect(CompactError.isInstance(error)).toBe(true));
            break;
          case 'other-event':
            await log.append([{ type: 'run-started', runId: `run-${at}` }]);
            break;
          default:
            command satisfies never;
        }
      }
      const now = await memory.snapshot();
      expect(now).toEqual(foldMemory(await eventsOf(log)));
      expect(now).toEqual(await readMemory(log));
      expect(now).toEqual(await (await openAgentMemory(log)).snapshot());
      expect(now.seqs.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(now.items.length);
      for (const { view, copy } of views) expect({ ...view }).toEqual(copy);
    }),
    { numRuns: 60 },
  );
});

test('L3: every item ever appended is in memory, or covered and in the log byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioArbitrary, async ({ history, commands }) => {
      const log = inMemorySessionEventLog();
      const memory = inMemoryAgentMemory({ log });
      await memory.append(history);
      const ids = new Set(history.map(({ id }) => id));
      for (const [at, command] of commands.entries()) {
        if (!('keep' in command)) {
          if (command.kind === 'undo') await memory.undoCompact().catch(() => {});
          continue;
        }
        const view = await memory.snapshot();
        await memory.restore(
          shrink(view, { ...command, keep: view.items.length - command.keep }, `new-${at}`),
          {
            reason: command.kind === 'compact' ? 'compact' : 'restore',
          },
        );
        if (command.add) ids.add(`new-${at}`);
      }
      const { items, covered } = await memory.snapshot();
      const inMemory = new Set(items.map(({ id }) => id));
      const originals = new Map<string, { readonly seq: number; readonly item: MemoryItem }>();
      for (const event of await eventsOf(log)) {
        if (event.type !== 'items-appended') continue;
        for (const [index, item] of event.items.entries())
          originals.set(item.id, { seq: event.seq + index, item });
      }
      for (const id of ids) {
        const original = originals.get(id);
        expect(original).toBeDefined();
        if (inMemory.has(id)) continue;
        expect(original?.seq).toBeGreaterThanOrEqual(covered?.[0] ?? Infinity);
        expect(original?.seq).toBeLessThanOrEqual(covered?.[1] ?? -Infinity);
      }
      for (const item of history) expect(originals.get(item.id)?.item).toEqual(item);
    }),
    { numRuns: 60 },
  );
});

test('L4: undoing any number of compactions gives the memory before them, and what came after', async () => {
  const roundArbitrary = fc.record({ grow: small, command: replacing });
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary({ minItems: 200, maxItems: 220 }),
      fc.array(roundArbitrary, { minLength: 1, maxLength: 8 }),
      async (history, rounds) => {
        const log = inMemorySessionEventLog();
        const memory = inMemoryAgentMemory({ log });
        await memory.append(history.slice(0, 100));
        let next = 100;
        const before: {
          readonly items: readonly MemoryItem[];
          readonly summary: string | undefined;
          readonly next: number;
        }[] = [];
        for (const [at, { grow, command }] of rounds.entries()) {
          const view = await memory.snapshot();
          before.push({ items: view.items, summary: view.summary, next });
          await memory.restore(shrink(view, command, `new-${at}`), { reason: 'compact' });
          const more = history.slice(next, next + grow);
          await memory.append(more);
          next += more.length;
        }
        for (const state of before.reverse()) {
          await memory.undoCompact();
          const { items, summary } = await memory.snapshot();
          expect(items).toEqual([...state.items, ...history.slice(state.next, next)]);
          expect(summary).toBe(state.summary);
        }
        await expect(memory.undoCompact()).rejects.toMatchObject({ code: 'nothing_to_undo' });
      },
    ),
    { numRuns: 60 },
  );
});
