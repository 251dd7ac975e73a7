import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openLog } from '../../test/jsonl-logs.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { openAgentMemory } from '../memory/logged-agent-memory.ts';
import { agentMemoryConformance } from './agent-memory-conformance.ts';

let directory: string;
let made = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ai4j-memories-'));
});
afterAll(() => rm(directory, { recursive: true }));

const memories: readonly [name: string, create: () => AgentMemory | Promise<AgentMemory>][] = [
  ['inMemoryAgentMemory', () => inMemoryAgentMemory()],
  ['openAgentMemory on inMemorySessionEventLog', () => openAgentMemory(inMemorySessionEventLog())],
  [
    'openAgentMemory on openJsonlSessionEventLog',
    async () => openAgentMemory(await openLog(join(directory, `${made++}`), { fsync: 'never' })),
  ],
];

describe.each(memories)('%s', (_name, create) => {
  test.each(agentMemoryConformance())('$name', ({ run }) => run(create));
});
