import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { inMemoryBlobStore } from '../log/in-memory-blob-store.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { fileBlobStore } from '../node/file-blob-store.ts';
import { openJsonlSessionEventLog } from '../node/open-jsonl-session-event-log.ts';
import { blobStoreConformance } from './blob-store-conformance.ts';
import { sessionEventLogConformance } from './session-event-log-conformance.ts';

let directory: string;
let made = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ai4j-conformance-'));
});
afterAll(() => rm(directory, { recursive: true }));

const open: SessionEventLog[] = [];
afterEach(async () => {
  for (const log of open.splice(0)) await log.close();
});

const nextDirectory = () => join(directory, `${made++}`);

describe('inMemorySessionEventLog', () => {
  test.each(sessionEventLogConformance())('$name', ({ run }) => run(() => inMemorySessionEventLog()));
});

describe.each(['always', 'group', 'never'] as const)('openJsonlSessionEventLog, fsync: %s', (fsync) => {
  test.each(sessionEventLogConformance())('$name', ({ run }) =>
    run(async () => {
      const log = await openJsonlSessionEventLog({ directory: nextDirectory(), sessionId: 's', fsync });
      open.push(log);
      return log;
    }),
  );
});

describe('inMemoryBlobStore', () => {
  test.each(blobStoreConformance())('$name', ({ run }) => run(inMemoryBlobStore));
});

describe('fileBlobStore', () => {
  test.each(blobStoreConformance())('$name', ({ run }) =>
    run(() => fileBlobStore({ directory: nextDirectory() })),
  );
});
