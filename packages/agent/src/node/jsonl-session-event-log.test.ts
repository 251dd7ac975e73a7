import {
  appendFile,
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultyFile } from '../../test/faulty-file.ts';
import { logPath, notesOf, openLog, readAll } from '../../test/jsonl-logs.ts';
import { note } from '../../test/jsonl-notes.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { openAgentMemory } from '../memory/logged-agent-memory.ts';
import { output, user } from '../testing/item-builders.ts';
import { openJsonlSessionEventLog } from './open-jsonl-session-event-log.ts';

const header = '{"type":"ai4j-session-log","schemaVersion":1,"sessionId":"s","createdAtEpochMs":0}\n';

async function written(...lines: string[]): Promise<string> {
  const directory = await temporaryDirectory();
  await writeFile(logPath(directory), header + lines.join(''));
  return directory;
}

const noteLine = (seq: number, data: unknown) => `${JSON.stringify({ ...note(data), seq, atEpochMs: 0 })}\n`;

test('torn last line, then two appends: all that was acknowledged is there, the torn bytes are kept aside', async () => {
  const directory = await written(noteLine(1, 'a'), noteLine(2, 'b').slice(0, 40));
  const log = await openLog(directory);
  const keptAt = `${logPath(directory)}.torn-1`;
  expect(log.report().tornLines).toEqual([{ bytes: 40, keptAt }]);
  expect(await readFile(keptAt, 'utf8')).toBe(noteLine(2, 'b').slice(0, 40));
  await log.append([note('c')]);
  await log.append([note('d')]);
  const again = await openLog(directory);
  expect(await notesOf(again)).toEqual(['a', 'c', 'd']);
  expect(again.report()).toEqual({
    schemaVersion: 1,
    tornLines: [],
    badLineCount: 0,
    badLines: [],
    missingSeqs: [],
    unknownEvents: {},
  });
});

test('each torn line has a copy of its own', async () => {
  const directory = await written(noteLine(1, 'a'), '{"type"');
  await openLog(directory);
  await appendFile(logPath(directory), '\0\0\0');
  const log = await openLog(directory);
  expect(log.report().tornLines).toEqual([{ bytes: 3, keptAt: `${logPath(directory)}.torn-2` }]);
});

test.each([
  ['nothing', ''],
  ['no JSON', 'hello\nworld\n'],
  ['a header that is cut', header.slice(0, 30)],
  ['a header without its line end', header.trimEnd()],
  ['another kind of file', '{"type":"session","version":3}\n'],
  ['an event first', noteLine(1, 'a')],
])('corrupt header (%s): the file stays as it is', async (_, content) => {
  const directory = await temporaryDirectory();
  await writeFile(logPath(directory), content);
  await expect(openLog(directory)).rejects.toMatchObject({ name: 'SessionStoreError', code: 'unreadable' });
  expect(await readFile(logPath(directory), 'utf8')).toBe(content);
  expect(await readdir(directory)).toEqual(['s.jsonl']);
});

test('a log of a later release: a typed error before anything, the file stays as it is', async () => {
  const directory = await temporaryDirectory();
  const content = `${header.replace('"schemaVersion":1', '"schemaVersion":2')}{"half a li`;
  await writeFile(logPath(directory), content);
  await expect(openLog(directory)).rejects.toMatchObject({
    name: 'SnapshotVersionError',
    found: 2,
    supported: 1,
  });
  expect(await readFile(logPath(directory), 'utf8')).toBe(content);
  expect(await readdir(directory)).toEqual(['s.jsonl']);
});

test('one bad record does not kill the session: it is reported by its line, the rest loads, seqs go on', async () => {
  const directory = await written(
    noteLine(1, 'a'),
    'not json\n',
    noteLine(3, 'c'),
    '{"type":"items-appended","seq":4,"atEpochMs":0,"items":null}\n',
    noteLine(2, 'late'),
    '\n',
    noteLine(5, 'e'),
  );
  const before = await readFile(logPath(directory), 'utf8');
  const log = await openLog(directory);
  expect(await notesOf(log)).toEqual(['a', 'c', 'e']);
  expect(await readFile(logPath(directory), 'utf8')).toBe(before);
  const { badLines, badLineCount, missingSeqs } = log.report();
  expect(badLineCount).toBe(4);
  expect(badLines.map(({ line }) => line)).toEqual([3, 5, 6, 7]);
  expect(badLines[2]).toEqual({ line: 6, reason: 'seq 2 comes after 3' });
  expect(missingSeqs).toEqual([
    [2, 2],
    [4, 4],
  ]);
  expect((await log.append([note('f')]))[0]?.seq).toBe(6);
});

test('one line nested by the thousand makes a log unreadable: it is a bad line, the rest loads', async () => {
  const nested = JSON.stringify(note({ $$blob: 'x', deep: '?' })).replace(
    '"?"',
    '['.repeat(100_000) + ']'.repeat(100_000),
  );
  const directory = await written(
    noteLine(1, 'a'),
    `${nested.replace('{', '{"seq":2,"atEpochMs":0,')}\n`,
    noteLine(3, 'c'),
  );
  const log = await openLog(directory);
  expect(await notesOf(log)).toEqual(['a', 'c']);
  expect(log.report().badLines).toEqual([{ line: 3, reason: 'nested too deeply' }]);
});

test('acknowledged, and gone when the log is opened again: an append behind the last seq there is', async () => {
  const directory = await written(noteLine(1, 'a'), noteLine(Number.MAX_SAFE_INTEGER - 1, 'b'));
  const log = await openLog(directory);
  await log.append([note('last')]).catch(() => {});
  await expect(log.append([note('c')])).rejects.toMatchObject({ code: 'write_failed' });
  expect(await notesOf(await openLog(directory))).toEqual(await notesOf(log));
});

test('events of a type of a later release are counted, kept and passed over, and block no one', async () => {
  const unknown = '{"type":"from-the-future","seq":2,"atEpochMs":0,"what":{}}\n';
  const directory = await written(noteLine(1, 'a'), unknown);
  const log = await openLog(directory);
  expect(log.report().unknownEvents).toEqual({ 'from-the-future': 1 });
  const memory = await openAgentMemory(log);
  await memory.append([user('goes on')]);
  expect((await readAll(log)).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(await readFile(logPath(directory), 'utf8')).toContain(unknown);
});

test('two writers: neither’s turn vanishes, the loser is told and may try again', async () => {
  const directory = await temporaryDirectory();
  const [one, other] = [await openLog(directory), await openLog(directory)];
  await one.append([note('one')], { expectedVersion: 0 });
  await expect(other.append([note('other')], { expectedVersion: 0 })).rejects.toMatchObject({
    expected: 0,
    actual: 1,
  });
  expect(await notesOf(other)).toEqual(['one']);
  await other.append([note('other')], { expectedVersion: 1 });
  await one.append([note('one more')]);
  for (const log of [one, other]) {
    await log.version();
    expect((await readAll(log)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await notesOf(log)).toEqual(['one', 'other', 'one more']);
  }
});

test('two writers at the same time: every append is there once, in one order', async () => {
  const directory = await temporaryDirectory();
  const logs = [await openLog(directory), await openLog(directory)];
  const texts = Array.from({ length: 40 }, (_, at) => `${at}`);
  const acknowledged = await Promise.all(
    texts.map((text, at) => (logs[at % 2] as (typeof logs)[0]).append([note(text), note(text)])),
  );
  const log = await openLog(directory);
  const bySeq = acknowledged.flat().sort((a, b) => a.seq - b.seq);
  expect(await readAll(log)).toEqual(bySeq);
  expect(bySeq.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
});

test('a memory sees what another process appended', async () => {
  const directory = await temporaryDirectory();
  const [one, other] = [
    await openAgentMemory(await openLog(directory)),
    await openAgentMemory(await openLog(directory)),
  ];
  await one.append([user('from one')]);
  expect((await other.snapshot()).items).toEqual([user('from one')]);
});

test('a writer that died in the middle of its write: the next one cuts what it left, and appends', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append([note('a')]);
  await appendFile(logPath(directory), noteLine(2, 'b') + noteLine(3, 'c').slice(0, 10));
  expect((await log.append([note('d')]))[0]?.seq).toBe(3);
  expect(log.report().tornLines).toHaveLength(1);
  expect(await notesOf(log)).toEqual(['a', 'b', 'd']);
});

test('the first user message is on disk when its append resolves', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append([{ type: 'items-appended', items: [user('hello')] }]);
  const content = await readFile(logPath(directory), 'utf8');
  expect(content).toBe(
    `${header}{"type":"items-appended","seq":1,"atEpochMs":0,"items":[{"type":"message","id":"user:hello","role":"user","content":"hello"}]}\n`,
  );
});

test.each([
  ['removed', (path: string) => rm(path)],
  [
    'replaced',
    async (path: string) => {
      await rename(path, `${path}.old`);
      await writeFile(path, header);
    },
  ],
])('a file %s while it is open is not written headless: a typed error', async (_, disturb) => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append([note('a')]);
  await disturb(logPath(directory));
  const left = await readdir(directory);
  await expect(log.append([note('b')])).rejects.toMatchObject({
    name: 'SessionStoreError',
    code: 'not_found',
  });
  expect(await readdir(directory)).toEqual(left);
});

test('a file cut by someone else while it is open is a typed error, and is not written', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append([note('a')]);
  await writeFile(logPath(directory), header);
  await expect(log.append([note('b')])).rejects.toMatchObject({ code: 'unreadable' });
  expect(await readFile(logPath(directory), 'utf8')).toBe(header);
});

test('disk full: exactly those appends are refused, nothing half is kept, the log goes on', async () => {
  const directory = await temporaryDirectory();
  const { openFile, faults } = faultyFile();
  const log = await openLog(directory, { openFile });
  await log.append([note('a')]);
  const before = await readFile(logPath(directory));
  faults.freeBytes = 100; // One of the two lines fits, the second is torn.
  const refused = await Promise.allSettled([log.append([note('b')]), log.append([note('c'), note('d')])]);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'write_failed', cause: { code: 'ENOSPC' } },
    });
  }
  expect(await readFile(logPath(directory))).toEqual(before);
  expect(await log.version()).toBe(1);
  faults.freeBytes = Number.POSITIVE_INFINITY;
  expect((await log.append([note('e')]))[0]?.seq).toBe(2);
  expect(await notesOf(await openLog(directory))).toEqual(['a', 'e']);
});

test('a sync that fails acknowledges nothing', async () => {
  const directory = await temporaryDirectory();
  const { openFile, faults } = faultyFile();
  const log = await openLog(directory, { openFile });
  faults.failSync = true;
  await expect(log.append([note('a')])).rejects.toMatchObject({ code: 'write_failed' });
  faults.failSync = false;
  expect(await readFile(logPath(directory), 'utf8')).toBe(header);
  expect((await log.append([note('b')]))[0]?.seq).toBe(1);
});

test('a failed write that cannot be taken back ends the log: whoever opens it again sees what is there', async () => {
  const directory = await temporaryDirectory();
  const { openFile, faults } = faultyFile();
  const log = await openLog(directory, { openFile });
  faults.freeBytes = 10;
  faults.failTruncate = true;
  for (const data of ['a', 'b']) {
    await expect(log.append([note(data)])).rejects.toThrow(/Open it again/);
  }
  expect(await notesOf(await openLog(directory))).toEqual([]);
});

test('a conflict with an append whose write then fails is decided anew', async () => {
  const { openFile, faults } = faultyFile();
  const log = await openLog(await temporaryDirectory(), { openFile });
  faults.freeBytes = 20;
  const [failed, retried] = await Promise.allSettled(
    [
      log.append([note('never there')], { expectedVersion: 0 }),
      log.append([note('b')], { expectedVersion: 0 }).finally(() => undefined),
    ].map((append, index) =>
      index === 0
        ? append.catch((error: unknown) => {
            faults.freeBytes = Number.POSITIVE_INFINITY;
            throw error;
          })
        : append,
    ),
  );
  expect([failed?.status, retried?.status]).toEqual(['rejected', 'fulfilled']);
  expect(await notesOf(log)).toEqual(['b']);
});

test('appends that wait for the disk share one write and one sync; always gives each its own; never syncs none', async () => {
  const counts: Record<string, unknown> = {};
  for (const fsync of ['group', 'always', 'never'] as const) {
    const { openFile, faults } = faultyFile();
    const log = await openLog(await temporaryDirectory(), { openFile, fsync });
    await Promise.all(Array.from({ length: 50 }, (_, at) => log.append([note(at)])));
    counts[fsync] = { writes: faults.counted.writes, syncs: faults.counted.syncs };
  }
  expect(counts).toEqual({
    group: { writes: 1, syncs: 1 },
    always: { writes: 50, syncs: 50 },
    never: { writes: 1, syncs: 0 },
  });
});

test('an append costs the same in a long log, and reading from a seq does not begin at the start', async () => {
  const { openFile, faults } = faultyFile();
  const log = await openLog(await temporaryDirectory(), { openFile, fsync: 'never' });
  const { counted } = faults;
  const costOf = async (work: () => Promise<unknown>) => {
    const before = { ...counted };
    await work();
    return {
      bytesRead: counted.bytesRead - before.bytesRead,
      bytesWritten: counted.bytesWritten - before.bytesWritten,
    };
  };
  const append = () => log.append([note('0123456789')]);
  await Promise.all(Array.from({ length: 100 }, append));
  const early = await costOf(append);
  await Promise.all(Array.from({ length: 20_000 }, append));
  const late = await costOf(append);
  expect(late.bytesRead).toBe(0);
  expect(late.bytesWritten - early.bytesWritten).toBe(2); // The seq has two digits more.
  expect((await costOf(() => readAll(log, { fromSeq: 20_100 }))).bytesRead).toBeLessThanOrEqual(65_536);
});

test('the same large content logged 100 times costs one blob', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  const long = '🧠\ud83d'.repeat(20_000);
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      log.append([{ type: 'items-appended', items: [output(`${at}`, long)] }]),
    ),
  );
  const blobs = (await readdir(join(directory, 'blobs'), { recursive: true })).filter(
    (name) => name.length > 60,
  );
  expect(blobs).toHaveLength(1);
  expect((await stat(logPath(directory))).size).toBeLessThan(100 * 300);
  const events = await readAll(log);
  expect(events).toHaveLength(100);
  for (const event of events) expect(event).toMatchObject({ items: [{ output: long }] });
});

test('a large content that is damaged or gone is a typed error, never another text', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append([note('x'.repeat(50_000))]);
  const [name = ''] = (await readdir(join(directory, 'blobs'), { recursive: true })).filter(
    (name) => name.length > 60,
  );
  const blob = join(directory, 'blobs', name);
  await chmod(blob, 0o600);
  await writeFile(blob, `"${'y'.repeat(50_000)}"`);
  await expect(readAll(log)).rejects.toMatchObject({ code: 'unreadable' });
  await log.append([note('x'.repeat(50_000))]);
  expect(await readAll(log)).toHaveLength(2);
  await rm(blob);
  await expect(readAll(log)).rejects.toMatchObject({ code: 'unreadable' });
});

test.each([
  '',
  '.',
  '..',
  '../s',
  'a/b',
  'a\\b',
  '.hidden',
  'dot.',
  'a b',
  'nul',
  'COM1.x',
  'ü',
  'a\0',
  'x'.repeat(129),
])('the session id %j cannot leave the folder', async (sessionId) => {
  const directory = await temporaryDirectory();
  await expect(
    openJsonlSessionEventLog({ directory: join(directory, 'sessions'), sessionId }),
  ).rejects.toMatchObject({
    code: 'invalid_id',
  });
  expect(await readdir(directory)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'others may not read the log: files 0600, folders 0700',
  async () => {
    const directory = join(await temporaryDirectory(), 'a', 'b');
    const log = await openLog(directory);
    await log.append([note('x'.repeat(50_000))]);
    const modes = new Set<string>();
    for (const name of ['', ...(await readdir(directory, { recursive: true }))]) {
      const { mode } = await stat(join(directory, name));
      modes.add((mode & 0o170777).toString(8));
    }
    expect(modes).toEqual(new Set(['40700', '100600']));
  },
);

test.skipIf(process.platform === 'win32')(
  'a log that is a symbolic link is refused, also one that leads nowhere',
  async () => {
    const directory = await written(noteLine(1, 'a'));
    await mkdir(join(directory, 'links'));
    await symlink(logPath(directory), logPath(join(directory, 'links')));
    await expect(openLog(join(directory, 'links'))).rejects.toMatchObject({ code: 'unreadable' });
    await rm(logPath(directory));
    await expect(openLog(join(directory, 'links'))).rejects.toMatchObject({ code: 'unreadable' });
    expect(await readdir(directory)).toEqual(['links']);
  },
);

test('the log of another session, a folder, and with create: false no log at all are typed errors', async () => {
  const directory = await written();
  await expect(
    openJsonlSessionEventLog({ path: logPath(directory), sessionId: 'other' }),
  ).rejects.toMatchObject({
    code: 'unreadable',
  });
  await expect(openJsonlSessionEventLog({ path: directory })).rejects.toMatchObject({ code: 'unreadable' });
  await expect(
    openJsonlSessionEventLog({ directory, sessionId: 'none', create: false }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await readdir(directory)).toEqual(['s.jsonl']);
});

test('logs of version 1 are read for ever', async () => {
  const directory = await temporaryDirectory();
  await cp(new URL('fixtures/v1', import.meta.url), directory, { recursive: true });
  const log = await openJsonlSessionEventLog({ path: join(directory, 'session.jsonl'), create: false });
  expect(log.sessionId).toBe('v1');
  expect(log.report()).toMatchObject({
    schemaVersion: 1,
    badLineCount: 0,
    missingSeqs: [],
    unknownEvents: {},
  });
  const events = await readAll(log);
  await log.close();
  expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
    '1 run-started',
    '2 items-appended',
    '5 extension',
    '6 memory-replaced',
    '7 compaction-undone',
    '8 approval-requested',
    '9 approval-resolved',
    '10 redacted',
    '11 pruned',
    '12 forked-from',
    '13 run-ended',
  ]);
  expect(events[1]).toMatchObject({
    items: [{ content: '读 🧠 \ud83d' }, { callId: '1' }, { output: 'x'.repeat(1500) }],
    usage: { inputTokens: 10 },
  });
  expect(events[2]).toMatchObject({ data: { $blob: 'mine' } });
});
