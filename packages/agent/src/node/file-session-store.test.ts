import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentOf, keepNewest, talkativeModel, textsOf } from '../../test/session-agents.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { TypeScriptProcess } from '../../test/typescript-process.ts';
import type { Logger } from '../logger.ts';
import { fileSessionStore } from './file-session-store.ts';

function recordingLogger(): Logger & { readonly said: string[] } {
  const said: string[] = [];
  const say = (_: object, message: string) => said.push(message);
  return { said, debug: say, info: say, warn: say, error: say };
}

/** A saved session of four items on disk, closed again. */
async function savedSession(directory: string) {
  const session = await agentOf(talkativeModel(), {
    sessionStore: fileSessionStore({ directory }),
  }).newSession({ sessionId: 'mine', metadata: { title: 'mine' } });
  await session.run('one');
  await session.run('two');
  await session.compact(keepNewest(3));
  const saved = await session.save();
  await session.close();
  return { saved, path: join(directory, 'mine.snapshot.json') };
}

async function resume(directory: string, logger?: Logger) {
  const sessionStore = fileSessionStore({ directory, logger });
  return agentOf(talkativeModel(), { sessionStore }).resumeSession('mine');
}

test('a session is resumed by another store on the same folder', async () => {
  const directory = await temporaryDirectory();
  const { saved } = await savedSession(directory);
  const session = await resume(directory);
  expect(await session.snapshot()).toEqual(saved);
  await session.run('three');
  expect(await textsOf(session)).toHaveLength(5);
  await session.close();
});

describe('a damaged snapshot', () => {
  test.each([
    ['is cut off', (text: string) => text.slice(0, 100)],
    ['is empty', () => ''],
    ['has null items', (text: string) => text.replace(/"items":\[.*?\]/, '"items":null')],
    ['is of another session', (text: string) => text.replace('"mine"', '"yours"')],
    ['has no version', (text: string) => text.replace('"schemaVersion":1,', '')],
  ])('that %s is put aside and reported; the session resumes from its log', async (_, damage) => {
    const directory = await temporaryDirectory();
    const { saved, path } = await savedSession(directory);
    const damaged = damage(await readFile(path, 'utf8'));
    await writeFile(path, damaged);
    const logger = recordingLogger();
    const session = await resume(directory, logger);
    expect(await session.snapshot()).toEqual(saved);
    expect(logger.said).toEqual(['a damaged snapshot was put aside; the log has the session']);
    expect(await readFile(`${path}.damaged-1`, 'utf8')).toBe(damaged);
    await session.save();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(saved);
    await session.close();
  });

  test('with fields that this release does not know is read, without them', async () => {
    const directory = await temporaryDirectory();
    const { saved, path } = await savedSession(directory);
    await writeFile(path, JSON.stringify({ ...saved, mood: 'fine' }));
    expect(await fileSessionStore({ directory }).load('mine')).toEqual(saved);
  });

  test('of a later release stops a resume before anything runs, and stays where it is', async () => {
    const directory = await temporaryDirectory();
    const { saved, path } = await savedSession(directory);
    const later = JSON.stringify({ ...saved, schemaVersion: 2 });
    await writeFile(path, later);
    await expect(resume(directory)).rejects.toMatchObject({
      code: 'unsupported_version',
      found: 2,
      supported: 1,
    });
    await expect(fileSessionStore({ directory }).save(saved)).rejects.toMatchObject({
      code: 'unsupported_version',
    });
    expect(await readFile(path, 'utf8')).toBe(later);
  });
});

test.each(['../up', 'a/b', '', '.hidden', 'con', 'a\0b', 'x'.repeat(200)])(
  'the id %j cannot leave the folder',
  async (sessionId) => {
    const store = fileSessionStore({ directory: await temporaryDirectory() });
    await expect(store.openLog(sessionId, { create: true })).rejects.toMatchObject({ code: 'invalid_id' });
    await expect(store.load(sessionId)).rejects.toMatchObject({ code: 'invalid_id' });
    await expect(store.delete(sessionId)).rejects.toMatchObject({ code: 'invalid_id' });
  },
);

test('files are for their owner alone, and no lock or half file stays behind', async () => {
  const directory = join(await temporaryDirectory(), 'made');
  await savedSession(directory);
  expect((await readdir(directory)).sort()).toEqual(['mine.jsonl', 'mine.snapshot.json']);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(directory))
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
});

test('a symbolic link in place of a snapshot is not followed', async () => {
  const directory = await temporaryDirectory();
  const { path } = await savedSession(directory);
  await symlink(path, join(directory, 'other.snapshot.json'));
  await expect(fileSessionStore({ directory }).load('other')).rejects.toMatchObject({ code: 'unreadable' });
});

test('files of others in the folder are no sessions', async () => {
  const directory = await temporaryDirectory();
  await savedSession(directory);
  for (const name of ['notes.txt', 'not an id.jsonl', '.jsonl', 'mine.jsonl.torn-1'])
    await writeFile(join(directory, name), '');
  expect(await fileSessionStore({ directory }).list()).toEqual(['mine']);
});

test('of two processes at one version exactly one wins; the other hears of it, reads on and wins next', async () => {
  const directory = await temporaryDirectory();
  const log = await fileSessionStore({ directory }).openLog('contested', { create: true });
  await log.append([{ type: 'run-started', runId: 'first' }]);
  const processes = ['a', 'b'].map(
    (name) => new TypeScriptProcess('append-at-version.ts', [directory, 'contested', name]),
  );
  expect(await Promise.all(processes.map((it) => it.nextLine()))).toEqual(['ready', 'ready']);
  for (const it of processes) it.tell('go');
  const said = (await Promise.all(processes.map((it) => it.rest()))).flat().map((line) => JSON.parse(line));
  const outcomes = said.map(({ name: _, ...outcome }) => outcome);
  expect(outcomes).toHaveLength(3);
  expect(outcomes).toEqual(expect.arrayContaining([{ won: 2 }, { expected: 1, actual: 2 }, { won: 3 }]));
  expect(await log.version()).toBe(3);
  await log.close();
});
