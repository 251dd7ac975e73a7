import { errorText, SessionConflictError, SessionStoreError } from '../errors.ts';
import type { BlobStore } from '../log/blob-store.ts';
import {
  lastSeq,
  type SessionEvent,
  type SessionEventInput,
  sessionEventSchema,
} from '../log/session-event.ts';
import type { AppendOptions, ReadOptions, SessionEventLog } from '../log/session-event-log.ts';
import { placeEvents, storableEvent } from '../log/storable-event.ts';
import type { Logger } from '../logger.ts';
import { Mutex } from '../memory/mutex.ts';
import { withFileLock } from './file-lock.ts';
import { putAside, putBack } from './large-contents.ts';
import { readSessionLog } from './read-session-log.ts';
import { SeqOffsets } from './seq-offsets.ts';
import { cutTornLine, lockPathOf, type SessionLogFile, writeAll } from './session-log-file.ts';
import { encodeLine, type StoredEvent } from './session-log-line.ts';
import { SessionLogFindings, type SessionLogReport } from './session-log-report.ts';
import { asStoreError } from './store-error.ts';

/**
 * What an acknowledged append survives. `group`: power loss; appends that wait for the disk share one
 * write and one sync. `always`: power loss; each append has a write and a sync of its own.
 * `never`: the end of the process, `kill -9` too, but not power loss.
 */
export type FsyncPolicy = 'always' | 'group' | 'never';

const LINES_PER_OFFSET = 64;

/** What openJsonlSessionEventLog settles. */
export interface JsonlLogSettings {
  readonly fsync: FsyncPolicy;
  readonly maxInlineChars: number;
  readonly lockTimeoutMs: number;
  readonly blobs: BlobStore;
  readonly now: () => number;
  readonly logger: Logger;
}

/** An append that waits for its turn. */
interface WaitingAppend {
  readonly inputs: readonly SessionEventInput[];
  /** The inputs with their large contents put aside. */
  readonly stored: Promise<readonly unknown[]>;
  readonly expectedVersion: number | undefined;
  readonly resolve: (events: readonly SessionEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

/** An append whose contents are kept, and that a commit can write. */
interface ReadyAppend {
  readonly append: WaitingAppend;
  readonly stored: readonly unknown[];
}

/** An append with its place and the line it becomes; `version` is that of the log behind it. */
interface PlacedAppend {
  readonly append: WaitingAppend;
  readonly events: readonly SessionEvent[];
  readonly line: Buffer;
  readonly version: number;
}

/**
 * A session's events in a file of JSON lines: docs/formats/session-log.md. Holds no events, only where
 * every 64th line begins. `version()` looks whether another process appended.
 */
export class JsonlSessionEventLog implements SessionEventLog {
  /** The absolute path of the file. */
  readonly path: string;
  readonly sessionId: string;
  readonly blobs: BlobStore;
  readonly #file: SessionLogFile;
  readonly #settings: JsonlLogSettings;
  readonly #findings: SessionLogFindings;
  readonly #offsets: SeqOffsets;
  /** Commits and looks for what others wrote, one after the other. */
  readonly #turns = new Mutex();
  #waiting: WaitingAppend[] = [];
  #version = 0;
  /** Where the last whole line ends, of those this process knows. */
  #end: number;
  #lineCount = 1;
  /** A write failed and could not be taken back: what follows `#end` is unknown. */
  #failure: SessionStoreError | undefined;
  #isClosed = false;

  constructor(path: string, file: SessionLogFile, settings: JsonlLogSettings) {
    this.path = path;
    this.sessionId = file.header.sessionId;
    this.blobs = settings.blobs;
    this.#file = file;
    this.#settings = settings;
    this.#findings = new SessionLogFindings(file.header.schemaVersion);
    this.#offsets = new SeqOffsets(file.firstByte, LINES_PER_OFFSET);
    this.#end = file.firstByte;
  }

  /** What was found that is no event of this release. Only torn lines were taken out, and those were copied. */
  report(): SessionLogReport {
    return this.#findings.report();
  }

  async version(): Promise<number> {
    if (!this.#isClosed) {
      await this.#turns.run(async () => {
        const { size } = await this.#file.handle.stat();
        if (size !== this.#end) await this.#locked(() => this.#catchUp());
      });
    }
    return this.#version;
  }

  async append(
    events: readonly SessionEventInput[],
    { expectedVersion }: AppendOptions = {},
  ): Promise<readonly SessionEvent[]> {
    this.#refuseWhenClosed();
    const inputs = events.map(storableEvent);
    const stored = this.#putAside(inputs);
    stored.catch(() => {}); // The commit that takes the append tells its caller.
    return new Promise((resolve, reject) => {
      this.#waiting.push({ inputs, stored, expectedVersion, resolve, reject });
      // Each append brings one commit, and each commit settles at least one append.
      void this.#turns.run(() => this.#commit());
    });
  }

  read({ fromSeq = 1, toSeq = this.#version }: ReadOptions = {}): AsyncIterable<SessionEvent> {
    return this.#readRange(fromSeq, Math.min(toSeq, this.#version), this.#end);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turns.run(() => this.#file.handle.close());
  }

  async *#readRange(fromSeq: number, toSeq: number, toByte: number): AsyncGenerator<SessionEvent> {
    const from = this.#offsets.before(fromSeq);
    const lines = readSessionLog(this.#file.handle, {
      fromByte: from.byte,
      toByte,
      version: from.seq - 1,
      schemaVersion: this.#file.header.schemaVersion,
    });
    for (;;) {
      this.#refuseWhenClosed();
      const { value: line, done } = await asStoreError('unreadable', `Cannot read ${this.path}`, () =>
        lines.next(),
      );
      if (done) return;
      for (const stored of 'events' in line ? line.events : []) {
        if (stored.seq > toSeq) return;
        const event = stored.lastSeq >= fromSeq ? await this.#restored(stored) : undefined;
        if (event) yield event;
      }
    }
  }

  /** The event with its large contents; undefined for a type that this release does not know. */
  async #restored({ seq, event, withReferences }: StoredEvent): Promise<SessionEvent | undefined> {
    if (!event || !withReferences) return event;
    const what = `The event at seq ${seq} of ${this.path} is not whole`;
    return asStoreError('unreadable', what, async () =>
      sessionEventSchema.parse(await putBack(withReferences, this.blobs)),
    );
  }

  async #putAside(inputs: readonly SessionEventInput[]): Promise<readonly unknown[]> {
    const stored: unknown[] = [];
    for (const input of inputs) stored.push(await putAside(input, this.#settings.maxInlineChars, this.blobs));
    return stored;
  }

  async #commit(): Promise<void> {
    const taken = this.#waiting.splice(0, this.#settings.fsync === 'always' ? 1 : this.#waiting.length);
    const ready: ReadyAppend[] = [];
    for (const append of taken) {
      await append.stored.then((stored) => ready.push({ append, stored }), append.reject);
    }
    if (ready.length === 0) return;
    let written: readonly PlacedAppend[] = [];
    try {
      await this.#locked(async () => {
        await this.#file.requireStillThere();
        await this.#catchUp();
        written = await this.#writeGroup(ready);
      });
    } catch (error) {
      for (const { append } of ready) append.reject(error);
    }
    for (const { append, events } of written) append.resolve(events);
  }

  /** Alone among all processes that append to this log. */
  #locked(task: () => Promise<void>): Promise<void> {
    return asStoreError('write_failed', `Cannot append to ${this.path}`, () =>
      withFileLock(lockPathOf(this.path), this.#settings.lockTimeoutMs, async () => {
        if (this.#failure) throw this.#failure;
        await task();
      }),
    );
  }

  /** Takes in what other processes appended, and cuts off what one that died left half. To be called under the lock. */
  async #catchUp(): Promise<void> {
    const { size } = await this.#file.handle.stat();
    if (size < this.#end) {
      throw new SessionStoreError(
        'unreadable',
        `${this.path} was cut by someone else: ${size} bytes, not ${this.#end}.`,
      );
    }
    if (size > this.#end) await this.#scan(size);
    if (size > this.#end) {
      const torn = await cutTornLine(this.path, this.#file.handle, this.#end, size);
      this.#findings.addTornLine(torn);
      this.#settings.logger.warn({ path: this.path, ...torn }, 'a torn last line was cut from a session log');
    }
  }

  async #scan(toByte: number): Promise<void> {
    const { handle, header } = this.#file;
    const slice = {
      fromByte: this.#end,
      toByte,
      version: this.#version,
      schemaVersion: header.schemaVersion,
    };
    for await (const line of readSessionLog(handle, slice)) {
      this.#lineCount += 1;
      this.#end = line.end;
      if ('problem' in line) {
        const bad = { line: this.#lineCount, reason: line.problem };
        this.#findings.addBadLine(bad);
        this.#settings.logger.warn({ path: this.path, ...bad }, 'a bad line of a session log is passed over');
        continue;
      }
      for (const { seq, lastSeq, type, event } of line.events) {
        if (seq > this.#version + 1) this.#findings.addMissingSeqs([this.#version + 1, seq - 1]);
        if (!event) this.#findings.addUnknownEvent(type);
        this.#version = lastSeq;
      }
      this.#offsets.add(line.events[0]?.seq ?? this.#version, line.start);
    }
  }

  /** Decides these appends in order, writes them at once and returns them; what is left waiting goes with the next commit. */
  async #writeGroup(ready: readonly ReadyAppend[]): Promise<readonly PlacedAppend[]> {
    const group: PlacedAppend[] = [];
    let version = this.#version;
    for (const [index, { append, stored }] of ready.entries()) {
      const { expectedVersion = version } = append;
      if (expectedVersion === version) {
        const placed = this.#place(append, stored, version);
        group.push(placed);
        version = placed.version;
      } else if (version === this.#version) {
        append.reject(new SessionConflictError(expectedVersion, version));
      } else {
        // A conflict with what is not written yet: decided when that is on disk, or has failed.
        this.#waiting.unshift(...ready.slice(index).map((left) => left.append));
        break;
      }
    }
    try {
      await this.#write(Buffer.concat(group.map(({ line }) => line)));
    } catch (cause) {
      const error = cause === this.#failure ? cause : this.#writeFailed(cause);
      for (const { append } of group) append.reject(error);
      return [];
    }
    for (const { events, line, version } of group) {
      if (events[0]) {
        this.#offsets.add(events[0].seq, this.#end);
        this.#lineCount += 1;
      }
      this.#end += line.length;
      this.#version = version;
    }
    return group;
  }

  #place(append: WaitingAppend, stored: readonly unknown[], version: number): PlacedAppend {
    const events = placeEvents(append.inputs, version, this.#settings.now());
    const last = events.at(-1);
    if (!last) return { append, events, line: Buffer.alloc(0), version };
    return { append, events, line: Buffer.from(encodeLine(events, stored)), version: lastSeq(last) };
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const { handle } = this.#file;
    try {
      await writeAll(handle, bytes, this.#end);
      if (this.#settings.fsync !== 'never') await handle.datasync();
    } catch (cause) {
      await this.#takeBack(cause);
      throw cause;
    }
  }

  async #takeBack(cause: unknown): Promise<void> {
    try {
      await this.#file.handle.truncate(this.#end);
      await this.#file.handle.sync();
    } catch {
      const why =
        'a write failed and could not be taken back: events that were refused may be there. Open it again';
      this.#failure = new SessionStoreError('write_failed', `${this.path}: ${why}.`, { cause });
      throw this.#failure;
    }
  }

  #writeFailed(cause: unknown): SessionStoreError {
    return new SessionStoreError(
      'write_failed',
      `Cannot append to ${this.path}, nothing was added: ${errorText(cause)}`,
      {
        cause,
      },
    );
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw new SessionStoreError('closed', `The session log ${this.path} is closed.`);
  }
}
