import { SessionStoreError } from '../errors.ts';
import type { BlobStore } from '../log/blob-store.ts';

/** Stands in a stored event for a string that is kept as a blob of its JSON text. */
interface ContentReference {
  readonly $blob: string;
  readonly sizeBytes: number;
}

/** Keys of the data itself that could be taken for a reference get one more `$`. */
const LOOKS_LIKE_REFERENCE = /^\$+blob$/;

/**
 * A copy of a JSON value in which every string longer than `maxInlineChars` is a reference to a blob.
 * The blob holds the string's JSON text: JSON escapes what UTF-8 cannot hold, halves of surrogate pairs.
 */
export async function putAside(value: unknown, maxInlineChars: number, blobs: BlobStore): Promise<unknown> {
  const references = new Map<string, ContentReference>();
  for (const text of largeStrings(value, maxInlineChars)) {
    if (references.has(text)) continue;
    const bytes = new TextEncoder().encode(JSON.stringify(text));
    references.set(text, { $blob: await blobs.put(bytes), sizeBytes: bytes.length });
  }
  return mapValue(value, {
    string: (text) => references.get(text) ?? text,
    key: (key) => (LOOKS_LIKE_REFERENCE.test(key) ? `$${key}` : key),
  });
}

/**
 * The value that was put aside, string for string.
 * @throws SessionStoreError `unreadable` when a blob is missing or damaged
 */
export async function putBack(stored: unknown, blobs: BlobStore): Promise<unknown> {
  const contents = new Map<string, string>();
  for (const { $blob } of referencesIn(stored)) {
    if (!contents.has($blob)) contents.set($blob, await contentOf($blob, blobs));
  }
  return withReferencesAs(stored, (hash) => contents.get(hash) as string);
}

/** The value with each reference replaced by its hash: of the same shape, without reading a blob. */
export function withHashes(stored: unknown): unknown {
  return withReferencesAs(stored, (hash) => hash);
}

/** Whether a line may hold references or keys that were renamed for their sake. Most do not, and are not walked. */
export function mayHoldReferences(line: Buffer): boolean {
  return line.includes('$blob"');
}

async function contentOf(hash: string, blobs: BlobStore): Promise<string> {
  const bytes = await blobs.get(hash);
  if (!bytes)
    throw new SessionStoreError('unreadable', `The content ${hash} is missing from the blob store.`);
  const text: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof text === 'string') return text;
  throw new SessionStoreError('unreadable', `The blob ${hash} is not the content of an event.`);
}

function withReferencesAs(stored: unknown, content: (hash: string) => string): unknown {
  return mapValue(stored, {
    object: (object) => (isReference(object) ? content(object.$blob) : undefined),
    key: (key) => (LOOKS_LIKE_REFERENCE.test(key) ? key.slice(1) : key),
  });
}

function isReference(value: object): value is ContentReference {
  return '$blob' in value && typeof value.$blob === 'string';
}

function* largeStrings(value: unknown, maxInlineChars: number): Generator<string> {
  if (typeof value === 'string') {
    if (value.length > maxInlineChars) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* largeStrings(part, maxInlineChars);
  }
}

function* referencesIn(value: unknown): Generator<ContentReference> {
  if (typeof value !== 'object' || value === null) return;
  if (isReference(value)) yield value;
  else for (const part of Object.values(value)) yield* referencesIn(part);
}

interface Mapping {
  readonly string?: (text: string) => unknown;
  /** What stands for the object; undefined: its mapped parts. */
  readonly object?: (object: object) => unknown;
  readonly key: (key: string) => string;
}

function mapValue(value: unknown, mapping: Mapping): unknown {
  if (typeof value === 'string') return mapping.string ? mapping.string(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => mapValue(part, mapping));
  const instead = mapping.object?.(value);
  if (instead !== undefined) return instead;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [mapping.key(key), mapValue(part, mapping)]),
  );
}
