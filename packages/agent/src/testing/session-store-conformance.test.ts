import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { fileSessionStore } from '../node/file-session-store.ts';
import { inMemorySessionStore } from '../session/in-memory-session-store.ts';
import { sessionStoreConformance } from './session-store-conformance.ts';

let directory: string;
let made = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ai4j-stores-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('inMemorySessionStore', () => {
  test.each(sessionStoreConformance())('$name', ({ run }) => run(inMemorySessionStore));
});

describe.each(['group', 'never'] as const)('fileSessionStore, fsync: %s', (fsync) => {
  test.each(sessionStoreConformance())('$name', ({ run }) =>
    run(() => fileSessionStore({ directory: join(directory, `${made++}`), fsync })),
  );
});
