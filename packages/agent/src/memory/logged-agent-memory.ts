import { CompactError, ConfigError, SessionConflictError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { recordOf } from '../log/compact-record.ts';
import { readRanges } from '../log/read-ranges.ts';
import { toSeqRanges } from '../log/seq-range.ts';
import type { SessionEventInput } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { type Logger, silentLogger } from '../logger.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';
import type { AgentMemory, RestoreOptions, SequencedSnapshot } from './agent-memory.ts';
import { readOn } from './fold-memory.ts';
import type { MemoryCompressor } from './memory-compressor.ts';
import { MemoryFold } from './memory-fold.ts';
import { emptyMemorySnapshot, type MemorySnapshot } from './memory-snapshot.ts';
import { Mutex } from './mutex.ts';
import { departedSeqs, planRestore, refuseRepeatedIds } from './plan-restore.ts';

export interface LoggedAgentMemoryOptions {
  /**
   * Runs after each append and may shrink memory. When it fails, the append stands, memory stays
   * uncompressed and the logger has the error; when memory changed while it ran, its result is dropped
   * and the append that changed it compresses anew. It must not wait for an append to this memory, which
   * would wait for it in turn.
   */
  readonly compressor?: MemoryCompressor | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
}

/**
 * AgentMemory as a cached fold of a SessionEventLog. Each change is appended, acknowledged, and then
 * folded into the cache: when the append fails, nothing has changed. Changes run one after the other;
 * what others append to the same log is read before the next change or snapshot.
 *
 * When another process appended first, a change throws SessionConflictError and writes nothing; the
 * cache has caught up by then, so that the caller may look and try again.
 */
export class LoggedAgentMemory implements AgentMemory {
  readonly log: SessionEventLog;
  readonly #compressor: MemoryCompressor | undefined;
  readonly #logger: Logger;
  readonly #fold = new MemoryFold();
  readonly #changes = new Mutex();
  readonly #compressions = new Mutex();
  /** What the last compression left: compressing it again would be for nothing. */
  #compressed: MemorySnapshot | undefined;

  constructor(log: SessionEventLog, options: LoggedAgentMemoryOptions = {}) {
    this.log = log;
    this.#compressor = options.compressor;
    this.#logger = options.logger ?? silentLogger;
  }

  async snapshot(): Promise<SequencedSnapshot> {
    return (await this.#isCurrent()) ? this.#fold.view() : this.#changes.run(() => this.#current());
  }

  async append(
    items: readonly MemoryItem[],
    options: { readonly usage?: TokenUsage | undefined } = {},
  ): Promise<void> {
    if (items.length === 0) return;
    await this.#changes.run(async () => {
      await this.#current();
      this.#refuseUsedIds(items);
      const { usage } = options;
      await this.#commit([{ type: 'items-appended', items: [...items], ...(usage && { usage }) }]);
    });
    if (this.#compressor) await this.#compress(this.#compressor);
  }

  restore(snapshot: MemorySnapshot, options: RestoreOptions = {}): Promise<void> {
    return this.#changes.run(async () => {
      const current = await this.#current();
      if (options.ifUnchanged && options.ifUnchanged !== current) {
        throw new CompactError(
          'stale',
          'Memory changed since the snapshot was taken; take a new one and try again.',
        );
      }
      const departed = await this.#readOriginals(departedSeqs(this.#fold, snapshot));
      await this.#commit(planRestore(this.#fold, snapshot, departed, options));
    });
  }

  clear(): Promise<void> {
    return this.restore(emptyMemorySnapshot, { reason: 'clear' });
  }

  /**
   * Takes the last compaction back: memory is what it was before it, and everything that came after.
   * Called again, it takes back the one before.
   * @throws CompactError `nothing_to_undo` when memory stems from no compaction, or was restored or cleared since
   */
  undoCompact(): Promise<void> {
    return this.#changes.run(async () => {
      await this.#current();
      const { seq, reason } = this.#fold.replacement ?? {};
      if (seq === undefined || (reason !== 'compact' && reason !== 'compress')) {
        throw new CompactError(
          'nothing_to_undo',
          'No compaction to undo: memory was not compacted, or replaced since.',
        );
      }
      await this.#commit([{ type: 'compaction-undone', undoneSeq: seq }]);
    });
  }

  async #isCurrent(): Promise<boolean> {
    return (await this.log.version()) === this.#fold.version && this.#fold.missing.length === 0;
  }

  /** Memory with everything that this process knows to be in the log. */
  async #current(): Promise<SequencedSnapshot> {
    if (!(await this.#isCurrent())) await readOn(this.#fold, this.log);
    return this.#fold.view();
  }

  async #commit(events: readonly SessionEventInput[]): Promise<void> {
    try {
      const acknowledged = await this.log.append(events, { expectedVersion: this.#fold.version });
      for (const event of acknowledged) this.#fold.apply(event);
    } catch (error) {
      if (SessionConflictError.isInstance(error)) await readOn(this.#fold, this.log);
      throw error;
    }
  }

  #refuseUsedIds(items: readonly MemoryItem[]): void {
    refuseRepeatedIds(items);
    const used = items.find(({ id }) => this.#fold.seqOf(id) !== undefined);
    if (used) {
      throw new ConfigError(
        'invalid_option',
        `The id "${used.id}" is in use; ids are unique in a session, compacted items included.`,
      );
    }
  }

  async #readOriginals(seqs: readonly number[]): Promise<ReadonlyMap<number, MemoryItem>> {
    const originals = new Map<number, MemoryItem>();
    const ranges = toSeqRanges([...seqs].sort((a, b) => a - b));
    for await (const event of readRanges(this.log, ranges)) {
      if (event.type !== 'items-appended') continue;
      for (const [index, item] of event.items.entries()) originals.set(event.seq + index, item);
    }
    return originals;
  }

  /** One compression at a time, and outside the changes: a slow one holds no append up. */
  #compress(compressor: MemoryCompressor): Promise<void> {
    return this.#compressions.run(async () => {
      try {
        const before = await this.snapshot();
        if (before === this.#compressed) return;
        const after = await compressor(before);
        if (after !== before) {
          const { lastResult } = compressor;
          const result = lastResult?.memory === after ? recordOf(lastResult) : undefined;
          await this.restore(after, { reason: 'compress', ifUnchanged: before, result });
        }
        this.#compressed = await this.snapshot();
      } catch (error) {
        if (CompactError.isInstance(error) && error.code === 'stale') {
          this.#logger.debug({}, 'memory changed while it was compressed; the result was dropped');
        } else {
          this.#logger.error({ error }, 'memory compression failed; memory stays uncompressed');
        }
      }
    });
  }
}

/**
 * The memory of the session that this log holds: reads the log once, and goes on from there.
 * @throws SessionStoreError `unreadable`
 */
export async function openAgentMemory(
  log: SessionEventLog,
  options?: LoggedAgentMemoryOptions,
): Promise<LoggedAgentMemory> {
  const memory = new LoggedAgentMemory(log, options);
  await memory.snapshot();
  return memory;
}
