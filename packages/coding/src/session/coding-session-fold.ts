import { type CompactRecord, lastSeq, type SessionEvent, type SessionEventLog } from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { type AutoCompactBreaker, closedBreaker } from '../compact/auto-compact-breaker.ts';
import type { CodingSessionCompactResult } from '../compact/coding-session-compact-result.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import { type CodingFacts, type CodingLogRecord, codingLogRecordOf } from './coding-log-record.ts';

/** A compaction that counts: it was not undone. */
export interface StandingCompaction {
  /** Of the event that replaced memory. */
  readonly seq: number;
  readonly record: CompactRecord | undefined;
  /** Absent where a crash came between memory and result: the summary of memory has the checkpoint then. */
  readonly result: CodingSessionCompactResult | undefined;
}

/**
 * What a coding session knows besides its memory, as a fold of its log: so it survives resume and fork,
 * and an undo takes the checkpoint back together with the memory. Each event is read once.
 */
export class CodingSessionFold {
  readonly #log: SessionEventLog;
  #version = 0;
  #compactions: readonly StandingCompaction[] = [];
  #restored: CodingFacts | undefined;
  #breaker: AutoCompactBreaker = closedBreaker;
  #turns = 0;
  #isUndone = false;

  constructor(log: SessionEventLog) {
    this.#log = log;
  }

  get checkpoint(): CodingSessionCheckpoint | undefined {
    const standing = this.lastCompaction;
    return standing ? standing.result?.checkpoint : this.#restored?.checkpoint;
  }

  /** The last compaction, automatic or manual, that was not undone. */
  get latestCompactResult(): CodingSessionCompactResult | undefined {
    return this.lastCompaction ? this.lastCompaction.result : this.#restored?.latestCompactResult;
  }

  get lastCompaction(): StandingCompaction | undefined {
    return this.#compactions.at(-1);
  }

  get breaker(): AutoCompactBreaker {
    return this.#breaker;
  }

  /** Processes that came with a restored state. */
  get restoredProcesses(): readonly ProcessSnapshot[] {
    return this.#restored?.processSnapshots ?? [];
  }

  /** Turns that began, those that the loop added included. */
  get turns(): number {
    return this.#turns;
  }

  /** A compaction was undone and no turn has begun since. */
  get isUndone(): boolean {
    return this.#isUndone;
  }

  /** Reads on to the end of the log. */
  async read(): Promise<void> {
    if ((await this.#log.version()) === this.#version) return;
    for await (const event of this.#log.read({ fromSeq: this.#version + 1 })) this.#apply(event);
  }

  #apply(event: SessionEvent): void {
    if (event.seq <= this.#version) return;
    this.#version = lastSeq(event);
    if (event.type === 'run-started') {
      this.#turns += 1;
      this.#isUndone = false;
    } else if (event.type === 'memory-replaced') {
      const { seq, reason, result: record } = event;
      this.#compactions =
        reason === 'compact' ? [...this.#compactions, { seq, record, result: undefined }] : [];
      if (reason === 'clear' || reason === 'restore') this.#restored = undefined;
    } else if (event.type === 'compaction-undone') {
      this.#compactions = this.#compactions.filter(({ seq }) => seq !== event.undoneSeq);
      this.#isUndone = true;
    } else {
      const record = codingLogRecordOf(event);
      if (record) this.#take(record);
    }
  }

  #take({ kind, data }: CodingLogRecord): void {
    switch (kind) {
      case 'compact-result': {
        const standing = this.lastCompaction;
        if (data.outcome === 'compacted' && standing)
          this.#compactions = [...this.#compactions.slice(0, -1), { ...standing, result: data }];
        break;
      }
      case 'breaker':
        this.#breaker = data;
        break;
      case 'restored':
        this.#restored = data;
        this.#breaker = data.breaker;
        break;
      case 'loop-decision':
        break;
      default:
        kind satisfies never;
    }
  }
}
