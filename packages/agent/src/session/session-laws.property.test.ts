import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentOf, keepNewest, talkativeModel } from '../../test/session-agents.ts';
import { eventsOf } from '../../test/session-logs.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { CompactError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { readMemory } from '../memory/fold-memory.ts';
import { fileSessionStore } from '../node/file-session-store.ts';
import type { Agent } from './agent.ts';
import type { AgentSession } from './agent-session.ts';
import { inMemorySessionStore } from './in-memory-session-store.ts';
import type { AgentSessionSnapshot } from './session-snapshot.ts';
import type { SessionStore } from './session-store.ts';

const numRuns = process.env.AI4J_TIER === 'full' ? 1_000 : 60;

type Command =
  | { readonly kind: 'run' | 'run-elsewhere'; readonly text: string }
  | { readonly kind: 'compact' | 'preview'; readonly keep: number }
  | { readonly kind: 'fork'; readonly point: number }
  | { readonly kind: 'undo' | 'save' | 'resume' | 'metadata' };

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('run' as const, 'run' as const, 'run-elsewhere' as const),
      text: fc.constantFrom('go on', '压缩 🧠', '\ud83d', ''),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('compact' as const, 'compact' as const, 'preview' as const),
      keep: fc.nat({ max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), point: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('undo' as const, 'undo' as const, 'save' as const, 'resume' as const, 'metadata' as const)
      .map((kind) => ({ kind })),
  },
);

/** Memory by its history of compactions: what each left, and what came after it. */
class Model {
  readonly frames: {
    readonly base: readonly MemoryItem[];
    readonly summary?: string | undefined;
    since: MemoryItem[];
  }[] = [{ base: [], since: [] }];
  readonly everything: MemoryItem[] = [];

  get items(): readonly MemoryItem[] {
    const { base, since } = this.#top;
    return [...base, ...since];
  }

  get summary(): string | undefined {
    return this.#top.summary;
  }

  append(items: readonly MemoryItem[]): void {
    this.#top.since.push(...items);
    this.everything.push(...items);
  }

  compact(keep: number, summary: string | undefined): void {
    const { items } = this;
    this.frames.push({ base: items.slice(Math.max(0, items.length - keep)), summary, since: [] });
  }

  undo(): void {
    const undone = this.frames.pop();
    this.#top.since.push(...(undone?.since ?? []));
  }

  get #top() {
    const top = this.frames.at(-1);
    if (!top) throw new Error('The model undid what was never done.');
    return top;
  }
}

/** A session under random commands, and what it should be. */
class Scenario {
  readonly agent: Agent;
  readonly model = new Model();
  /** Memory as it was at each version, to fork from. */
  readonly points: { readonly atSeq: number; readonly memory: AgentSessionSnapshot['memory'] }[] = [];
  session: AgentSession;

  private constructor(agent: Agent, session: AgentSession) {
    this.agent = agent;
    this.session = session;
  }

  static async begin(sessionStore: SessionStore): Promise<Scenario> {
    const agent = agentOf(talkativeModel(), { sessionStore });
    return new Scenario(agent, await agent.newSession());
  }

  async apply(command: Command): Promise<void> {
    switch (command.kind) {
      case 'run':
      case 'run-elsewhere': {
        const runner =
          command.kind === 'run' ? this.session : await this.agent.resumeSession(this.session.sessionId);
        const before = (await runner.memory.snapshot()).items.length;
        await runner.run(command.text);
        this.model.append((await runner.memory.snapshot()).items.slice(before));
        if (runner !== this.session) await runner.close();
        break;
      }
      case 'compact': {
        const outcome = await this.session.compact(keepNewest(command.keep));
        if (outcome.outcome === 'compacted') this.model.compact(command.keep, outcome.result.summary);
        break;
      }
      case 'preview': {
        const preview = await this.session.preview(keepNewest(command.keep));
        if (preview.outcome === 'skipped') break;
        await preview.commit({ summary: 'as edited' });
        this.model.compact(command.keep, 'as edited');
        break;
      }
      case 'undo':
        if (this.model.frames.length === 1) {
          await expect(this.session.undoCompact()).rejects.toBeInstanceOf(CompactError);
        } else {
          await this.session.undoCompact();
          this.model.undo();
        }
        break;
      case 'fork':
        await this.#fork(command.point);
        break;
      case 'save':
        await this.session.save();
        break;
      case 'resume':
        await this.session.close();
        this.session = await this.agent.resumeSession(this.session.sessionId);
        break;
      case 'metadata':
        await this.session.updateMetadata({ changed: this.points.length });
        break;
      default:
        command satisfies never;
    }
  }

  async verify(): Promise<void> {
    const { session, model } = this;
    const memory = await session.memory.snapshot();
    expect({ items: memory.items, summary: memory.summary }).toEqual({
      items: model.items,
      summary: model.summary,
    });
    expect(memory).toEqual(await readMemory(session.log));
    const recalled = await session.recall([[1, await session.log.version()]]);
    expect(recalled.map(({ item }) => item)).toEqual(model.everything);
    expect((await session.snapshot()).compactResult?.summary).toBe(model.summary);
    const { seq, memory: held } = await session.snapshot();
    this.points.push({ atSeq: seq, memory: held });
  }

  async #fork(nth: number): Promise<void> {
    const point = this.points[nth % Math.max(1, this.points.length)];
    if (!point) return;
    const parent = { events: await eventsOf(this.session.log), snapshot: await this.session.snapshot() };
    const fork = await this.session.fork({ atSeq: point.atSeq });
    expect((await fork.snapshot()).memory).toEqual(point.memory);
    await fork.run('on my own');
    await fork.compact(keepNewest(1));
    await fork.save();
    await fork.close();
    expect(await eventsOf(this.session.log)).toEqual(parent.events);
    expect(await this.session.snapshot()).toEqual(parent.snapshot);
  }
}

const commandsArbitrary = fc.array(commandArbitrary, { minLength: 1, maxLength: 25, size: 'max' });

async function obey(commands: readonly Command[], store: SessionStore): Promise<void> {
  const scenario = await Scenario.begin(store);
  for (const command of commands) {
    await scenario.apply(command);
    await scenario.verify();
  }
  const saved = await scenario.session.save();
  const resumed = await scenario.agent.resumeSession(saved.sessionId);
  expect(await resumed.snapshot()).toEqual(saved);
  expect(resumed.lastCompactResult).toEqual(saved.compactResult);
  await Promise.all([resumed.close(), scenario.session.close()]);
}

describe('L3, L4, L8 after any commands: memory is as modelled, undo is exact, all is recalled, forks are of their point', () => {
  test('in memory', async () => {
    await fc.assert(
      fc.asyncProperty(commandsArbitrary, (commands) => obey(commands, inMemorySessionStore())),
      { numRuns },
    );
  });

  test('in files', async () => {
    const root = await temporaryDirectory();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(commandsArbitrary, (commands) =>
        obey(commands, fileSessionStore({ directory: join(root, `${++made}`), fsync: 'never' })),
      ),
      { numRuns: numRuns / 10 },
    );
  });
});
