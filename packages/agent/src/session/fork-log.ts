import type { MemoryItem } from '../items/agent-item.ts';
import { contentParts } from '../items/content.ts';
import type { BlobStore } from '../log/blob-store.ts';
import { lastSeq, type SessionEvent, type SessionEventInput } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { AGENT_NAMESPACE } from './session-metadata-event.ts';

/** Events that are written in one step: large enough to be quick, small enough to be held. */
const EVENTS_PER_APPEND = 256;

/**
 * Makes `target`, an empty log, a fork of `source` as it was at `atSeq`: the same events under the same
 * seqs, and then the event that says so. Memory is that of the point, what compactions covered before it
 * can be recalled, and undone, from the fork alone. An event that spans `atSeq` is taken whole.
 * @returns the seq of the parent at which the fork begins
 * @throws SessionConflictError when `target` is not empty
 */
export async function forkLog(
  source: SessionEventLog,
  target: SessionEventLog,
  atSeq: number,
): Promise<number> {
  let written = 0;
  let waiting: SessionEventInput[] = [];
  let version = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const events = await target.append(waiting, { expectedVersion: written });
    written = events.reduce((_, event) => lastSeq(event), written);
    waiting = [];
  };

  for await (const event of source.read({ toSeq: atSeq })) {
    // A seq that the source cannot read any more keeps its place, or every later one would move.
    for (; version + 1 < event.seq; version++) waiting.push(unreadable);
    await copyBlobs(event, source.blobs, target.blobs);
    waiting.push(withoutPlace(event));
    version = lastSeq(event);
    if (waiting.length >= EVENTS_PER_APPEND) await flush();
  }
  waiting.push({ type: 'forked-from', sessionId: source.sessionId, atSeq: version });
  await flush();
  return version;
}

const unreadable: SessionEventInput = {
  type: 'extension',
  namespace: AGENT_NAMESPACE,
  kind: 'unreadable',
  data: null,
};

function withoutPlace({ seq: _, atEpochMs: __, ...event }: SessionEvent): SessionEventInput {
  return event;
}

/** Logs of one store share their blobs, and nothing is copied. */
async function copyBlobs(event: SessionEvent, from: BlobStore, to: BlobStore): Promise<void> {
  if (from === to || event.type !== 'items-appended') return;
  for (const hash of event.items.flatMap(hashesOf)) {
    const bytes = await from.get(hash);
    if (bytes) await to.put(bytes);
  }
}

function hashesOf(item: MemoryItem): readonly string[] {
  if (item.type === 'message') return mediaHashes(item.content);
  if (item.type !== 'function_call_output') return [];
  return [...mediaHashes(item.output), ...(item.original ? [item.original.hash] : [])];
}

function mediaHashes(content: Parameters<typeof contentParts>[0]): readonly string[] {
  return contentParts(content).flatMap((part) =>
    part.type !== 'text' && part.source.type === 'blob' ? [part.source.hash] : [],
  );
}
