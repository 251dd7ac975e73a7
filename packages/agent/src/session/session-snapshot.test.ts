import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SessionStoreError, SnapshotVersionError } from '../errors.ts';
import { parseSessionSnapshot } from './session-snapshot.ts';

const stored = JSON.parse(
  readFileSync(new URL('fixtures/session-snapshot-v1.json', import.meta.url), 'utf8'),
);

test('a snapshot of version 1 is read, for ever', () => {
  expect(parseSessionSnapshot(stored)).toEqual(stored);
});

test('fields that this release does not know are left out', () => {
  expect(parseSessionSnapshot({ ...stored, mood: 'fine' })).toEqual(stored);
});

test('one of a later release is refused by its version, whatever else is in it', () => {
  expect(() => parseSessionSnapshot({ schemaVersion: 2 })).toThrow(SnapshotVersionError);
});

test.each([null, 'text', [], {}, { ...stored, memory: { items: null } }, { ...stored, seq: -1 }])(
  'what is no snapshot is unreadable: %j',
  (value) => {
    expect(() => parseSessionSnapshot(value)).toThrow(SessionStoreError);
  },
);
