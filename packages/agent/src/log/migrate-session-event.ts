import { SESSION_LOG_SCHEMA_VERSION } from './session-event.ts';

/** Turns a stored event into the same event one schema version later. */
export type SessionEventMigration = (event: object) => object;

/** `migrations[n]` leads from version n to n + 1. Version 1 is the first: nothing leads to it. */
const migrations: Readonly<Record<number, SessionEventMigration>> = {};

/** An event of an older log as this release writes it; events of this release are returned as they are. */
export function migrateSessionEvent(
  event: object,
  fromVersion: number,
  steps = migrations,
  toVersion = SESSION_LOG_SCHEMA_VERSION,
): object {
  let migrated = event;
  for (let version = fromVersion; version < toVersion; version++) {
    const step = steps[version];
    if (!step) throw new Error(`No migration leads from version ${version} to ${version + 1}.`);
    migrated = step(migrated);
  }
  return migrated;
}
