import type { CompactRecord } from '../log/compact-record.ts';
import type { ContextReport } from '../log/context-report.ts';
import { lastSeq, type SessionEvent } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import { addUsage, noUsage } from '../loop/total-usage.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';
import { metadataOf } from './session-metadata-event.ts';
import type { SessionMetadata } from './session-snapshot.ts';

/** A model response, where memory still has what it was asked with: its items, and what was billed. */
export interface MeasuredResponse {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly usage: TokenUsage;
}

/**
 * What a session is besides its memory and its approvals, as a fold of its log. Each event is read once.
 *
 * Usage: a run that ended counts as it was billed; one that a crash cut off, as far as its responses
 * were stored; a compaction outside of runs by its record. What a fork copied was billed to its parent.
 */
export class SessionFold {
  readonly #log: SessionEventLog;
  #version = 0;
  #metadata: SessionMetadata = {};
  /** Seqs of the compactions that count; of their records only the last is held, the others are in the log. */
  #compactionSeqs: number[] = [];
  #lastCompaction: { readonly seq: number; readonly result: CompactRecord } | undefined;
  #settledUsage = noUsage;
  /** Of the run under way, as far as it is stored. */
  #runUsage = noUsage;
  #lastReport: ContextReport | undefined;
  #isUndone = false;
  #lastResponse: MeasuredResponse | undefined;
  #createdAtEpochMs: number | undefined;
  #updatedAtEpochMs = 0;

  constructor(log: SessionEventLog) {
    this.#log = log;
  }

  /** The last seq that `read` has seen. */
  get version(): number {
    return this.#version;
  }

  get metadata(): SessionMetadata {
    return this.#metadata;
  }

  /** The last compaction that was not undone. */
  get lastCompactResult(): CompactRecord | undefined {
    return this.#lastCompaction?.result;
  }

  /** The last projection that hid something else than the one before it. */
  get lastReport(): ContextReport | undefined {
    return this.#lastReport;
  }

  /** A compaction was undone and no run has begun since. */
  get isUndone(): boolean {
    return this.#isUndone;
  }

  /** The last response with usage; undefined once memory was replaced after it. */
  get lastResponse(): MeasuredResponse | undefined {
    return this.#lastResponse;
  }

  get usage(): TokenUsage {
    return addUsage(this.#settledUsage, this.#runUsage);
  }

  /** Of the first event; 0 for an empty log. */
  get createdAtEpochMs(): number {
    return this.#createdAtEpochMs ?? 0;
  }

  /** Of the last event; 0 for an empty log. */
  get updatedAtEpochMs(): number {
    return this.#updatedAtEpochMs;
  }

  /** Reads on to the end of the log. */
  async read(): Promise<void> {
    if ((await this.#log.version()) === this.#version) return;
    for await (const event of this.#log.read({ fromSeq: this.#version + 1 })) this.#apply(event);
    await this.#readLastCompaction();
  }

  /** After an undo the last record is one that was let go: read again. */
  async #readLastCompaction(): Promise<void> {
    const seq = this.#compactionSeqs.at(-1);
    if (seq === this.#lastCompaction?.seq) return;
    this.#lastCompaction = undefined;
    if (seq === undefined) return;
    for await (const event of this.#log.read({ fromSeq: seq, toSeq: seq })) this.#takeRecord(event);
  }

  #takeRecord(event: SessionEvent): void {
    if (event.type === 'memory-replaced' && event.result)
      this.#lastCompaction = { seq: event.seq, result: event.result };
  }

  #apply(event: SessionEvent): void {
    if (event.seq <= this.#version) return;
    this.#version = lastSeq(event);
    this.#createdAtEpochMs ??= event.atEpochMs;
    this.#updatedAtEpochMs = event.atEpochMs;
    switch (event.type) {
      case 'items-appended':
        this.#runUsage = addUsage(this.#runUsage, event.usage);
        if (event.usage)
          this.#lastResponse = { firstSeq: event.seq, lastSeq: lastSeq(event), usage: event.usage };
        break;
      case 'memory-replaced':
        // A restore brings the record of a compaction that was billed elsewhere.
        if (event.reason !== 'restore') this.#runUsage = addUsage(this.#runUsage, event.result?.usage);
        if (event.result) this.#compactionSeqs.push(event.seq);
        this.#takeRecord(event);
        this.#lastResponse = undefined;
        break;
      case 'compaction-undone':
        this.#compactionSeqs = this.#compactionSeqs.filter((seq) => seq !== event.undoneSeq);
        this.#isUndone = true;
        this.#lastResponse = undefined;
        break;
      case 'report':
        this.#lastReport = event.report;
        break;
      case 'run-started':
        this.#settle(this.#runUsage);
        this.#isUndone = false;
        break;
      case 'run-ended':
        this.#settle(event.usage ?? this.#runUsage);
        break;
      case 'forked-from':
        this.#settledUsage = noUsage;
        this.#runUsage = noUsage;
        this.#createdAtEpochMs = event.atEpochMs;
        break;
      case 'extension':
        this.#metadata = metadataOf(event) ?? this.#metadata;
        break;
      case 'redacted':
      case 'pruned':
        this.#lastResponse = undefined;
        break;
      case 'approval-requested':
      case 'approval-resolved':
        break;
      default:
        event satisfies never;
    }
  }

  #settle(usage: TokenUsage): void {
    this.#settledUsage = addUsage(this.#settledUsage, usage);
    this.#runUsage = noUsage;
  }
}
