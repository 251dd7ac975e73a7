import { z } from 'zod/v4';
import { SessionStoreError, SnapshotVersionError } from '../errors.ts';
import { migrateSessionEvent } from '../log/migrate-session-event.ts';
import {
  lastSeq,
  SESSION_LOG_SCHEMA_VERSION,
  type SessionEvent,
  sessionEventSchema,
  sessionEventTypes,
} from '../log/session-event.ts';
import { mayHoldReferences, withHashes } from './large-contents.ts';

// The lines of a session log on disk: docs/formats/session-log.md.

const HEADER_TYPE = 'ai4j-session-log';

const headerSchema = z.object({
  type: z.literal(HEADER_TYPE),
  schemaVersion: z.number().int().positive(),
  sessionId: z.string().min(1),
  createdAtEpochMs: z.number().int().nonnegative(),
});
export type SessionLogHeader = Readonly<z.infer<typeof headerSchema>>;

export function encodeHeader(sessionId: string, createdAtEpochMs: number): string {
  const header: SessionLogHeader = {
    type: HEADER_TYPE,
    schemaVersion: SESSION_LOG_SCHEMA_VERSION,
    sessionId,
    createdAtEpochMs,
  };
  return `${JSON.stringify(header)}\n`;
}

/**
 * @throws SnapshotVersionError when a later release wrote the log
 * @throws SessionStoreError `unreadable` when it is no header
 */
export function decodeHeader(bytes: Uint8Array | undefined, path: string): SessionLogHeader {
  const value = bytes && parseJson(bytes);
  const version = z.object({ type: z.literal(HEADER_TYPE), schemaVersion: z.number() }).safeParse(value);
  if (version.success && version.data.schemaVersion > SESSION_LOG_SCHEMA_VERSION) {
    throw new SnapshotVersionError(
      `The session log ${path}`,
      version.data.schemaVersion,
      SESSION_LOG_SCHEMA_VERSION,
    );
  }
  const header = headerSchema.safeParse(value);
  if (header.success) return header.data;
  throw new SessionStoreError(
    'unreadable',
    `${path} does not begin with the header of a session log; it was left as it is.`,
  );
}

/** One append as one line. `stored[i]` is what is written of `placed[i]`: the same, with large contents as references. */
export function encodeLine(placed: readonly SessionEvent[], stored: readonly unknown[]): string {
  const events = placed.map(({ type, seq, atEpochMs }, index) => ({
    type,
    seq,
    atEpochMs,
    ...(stored[index] as object),
  }));
  return `${JSON.stringify(events.length === 1 ? events[0] : { type: 'batch', events })}\n`;
}

/** An event as a line holds it. */
export interface StoredEvent {
  readonly type: string;
  readonly seq: number;
  readonly lastSeq: number;
  /** Undefined for a type that this release does not know. Large contents read as their hashes. */
  readonly event: SessionEvent | undefined;
  /** Set when contents are kept as blobs: what to put them back into. */
  readonly withReferences?: object | undefined;
}

/** What a line holds, or why it is a bad line. */
export type DecodedLine = { readonly events: readonly StoredEvent[] } | { readonly problem: string };

/** @param schemaVersion that of the log's header */
export function decodeLine(bytes: Buffer, schemaVersion: number): DecodedLine {
  try {
    return decode(bytes, schemaVersion);
  } catch (error) {
    // No log of ours holds such a line; the ones around it are as good as ever.
    if (error instanceof RangeError) return { problem: 'nested too deeply' };
    throw error;
  }
}

function decode(bytes: Buffer, schemaVersion: number): DecodedLine {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null) return { problem: 'not a JSON object' };
  const isBatch = 'type' in value && value.type === 'batch';
  const batch: unknown = isBatch ? 'events' in value && value.events : [value];
  if (!Array.isArray(batch) || batch.length === 0) return { problem: 'a batch without events' };
  const holdsReferences = mayHoldReferences(bytes);
  const events: StoredEvent[] = [];
  for (const element of batch) {
    const decoded = decodeEvent(element, schemaVersion, holdsReferences);
    if (typeof decoded === 'string') return { problem: decoded };
    const before = events.at(-1);
    if (before && decoded.seq <= before.lastSeq)
      return { problem: `seq ${decoded.seq} does not rise within its batch` };
    events.push(decoded);
  }
  return { events };
}

/** What an event of any type must have. */
const placedSchema = z.object({ type: z.string(), seq: z.number().int().positive() });

function decodeEvent(value: unknown, schemaVersion: number, holdsReferences: boolean): StoredEvent | string {
  if (typeof value !== 'object' || value === null) return 'not an event';
  const stored = migrateSessionEvent(value, schemaVersion);
  if ('type' in stored && typeof stored.type === 'string' && !sessionEventTypes.has(stored.type)) {
    const unknown = placedSchema.safeParse(stored);
    if (!unknown.success) return `not an event: ${z.prettifyError(unknown.error)}`;
    return { ...unknown.data, lastSeq: unknown.data.seq, event: undefined };
  }
  const parsed = sessionEventSchema.safeParse(holdsReferences ? withHashes(stored) : stored);
  if (!parsed.success) return `not an event: ${z.prettifyError(parsed.error)}`;
  const { type, seq } = parsed.data;
  const withReferences = holdsReferences ? stored : undefined;
  return { type, seq, lastSeq: lastSeq(parsed.data), event: parsed.data, withReferences };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for what is not UTF-8 or not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
