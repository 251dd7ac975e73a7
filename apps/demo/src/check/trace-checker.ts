import type { ContextBudget, SessionEvent } from '@ai4j/agent';
import type { TraceRecord } from '../replay/trace.ts';
import { checkAllRecalled, checkCovered, checkMemoryIsTheFold, checkRecall } from './coverage.ts';
import { checkLegal } from './legal-request.ts';
import { LogIntegrity } from './log-integrity.ts';
import { LoggedHistory } from './logged-history.ts';
import { checkMemoryUntouched, checkProjection } from './pure-projection.ts';
import { checkReport } from './report-agreement.ts';
import { type SentRequest, writeOutItems } from './sent-request.ts';
import { StablePrefix } from './stable-prefix.ts';
import { readTraceRecord } from './trace-shape.ts';
import type { Finding, Violation } from './violation.ts';

export interface TraceVerdict {
  readonly violations: readonly Violation[];
  readonly counters: TraceCounters;
}

export interface TraceCounters {
  readonly records: number;
  readonly requests: number;
  readonly events: number;
  readonly loggedItems: number;
  /** Items of all requests together: what the checker had to look at. */
  readonly sentItems: number;
  readonly recalls: number;
}

/** Reads a trace record by record; a request costs what it holds and what memory holds. */
export interface TraceChecker {
  /** Takes the next record. What is none is a violation, never a crash. */
  push(record: TraceRecord): void;
  finish(): TraceVerdict;
}

/**
 * Holds a trace against the laws. It knows nothing but the trace: it folds the log by itself, and shares with what it
 * judges the shapes of the records and nothing else.
 */
export function createTraceChecker(): TraceChecker {
  return new StreamingTraceChecker();
}

type Traced<Kind extends TraceRecord['trace']> = Extract<TraceRecord, { trace: Kind }>;

class StreamingTraceChecker implements TraceChecker {
  readonly #violations: Violation[] = [];
  readonly #history = new LoggedHistory();
  readonly #integrity = new LogIntegrity();
  readonly #prefix = new StablePrefix();
  readonly #counters = { records: 0, requests: 0, events: 0, loggedItems: 0, sentItems: 0, recalls: 0 };
  #session: string | undefined;
  #budget: ContextBudget = {};
  readonly #recalled = new Set<number>();
  #ended = false;

  push(record: TraceRecord): void {
    this.#counters.records += 1;
    const shape = readTraceRecord(record);
    if ('finding' in shape) this.#found([shape.finding]);
    else this.#take(shape.record);
  }

  finish(): TraceVerdict {
    if (!this.#ended) this.#found([{ law: 'trace', detail: 'the trace has no end' }]);
    return {
      violations: this.#violations,
      counters: { ...this.#counters, loggedItems: this.#history.loggedCount },
    };
  }

  #take(record: TraceRecord): void {
    if (this.#ended) this.#found([{ law: 'trace', detail: `a ${record.trace} record follows the end` }]);
    else if (this.#session === undefined && record.trace !== 'start') {
      this.#found([{ law: 'trace', detail: `a ${record.trace} record comes before the start` }]);
    }
    switch (record.trace) {
      case 'start':
        this.#start(record);
        break;
      case 'event':
        this.#event(record.event);
        break;
      case 'request':
        this.#request(record);
        break;
      case 'recall':
        this.#counters.recalls += 1;
        this.#recalled.add(record.seq);
        this.#found(checkRecall(record.seq, record.item, this.#history));
        break;
      case 'end':
        this.#end(record);
        break;
      default:
        record satisfies never;
    }
  }

  #start({ session, budget }: Traced<'start'>): void {
    if (this.#session !== undefined && this.#session !== session) {
      this.#found([{ law: 'trace', detail: `the trace of ${this.#session} goes on as ${session}` }]);
    }
    this.#session = session;
    this.#budget = budget;
  }

  #event(event: SessionEvent): void {
    this.#counters.events += 1;
    this.#found(this.#integrity.check(event, this.#history));
    this.#history.apply(event);
    if (event.type === 'memory-replaced' || event.type === 'compaction-undone')
      this.#found(checkCovered(this.#history));
  }

  #request({ step, items, report, memoryBefore, memoryAfter }: Traced<'request'>): void {
    const history = this.#history;
    this.#counters.requests += 1;
    if (step !== this.#counters.requests) {
      this.#found([{ law: 'trace', detail: `request ${this.#counters.requests} says it is step ${step}` }]);
    }
    const written = writeOutItems(items, history);
    const request: SentRequest = { items: written.items, report, budget: this.#budget };
    this.#counters.sentItems += written.items.length;
    const { fates, findings } = checkProjection(request, history);
    this.#found(written.findings);
    this.#found(checkMemoryUntouched(memoryBefore, memoryAfter));
    this.#found(checkMemoryIsTheFold(memoryBefore, history));
    this.#found(findings);
    this.#found(checkReport(report, fates, history));
    this.#found(checkLegal(request, history));
    this.#found(this.#prefix.check(request, fates, history));
  }

  #end({ steps }: Traced<'end'>): void {
    const { requests } = this.#counters;
    if (steps !== requests)
      this.#found([{ law: 'trace', detail: `the end counts ${steps} steps, the trace ${requests}` }]);
    this.#found(checkAllRecalled(this.#recalled, this.#history));
    this.#ended = true;
  }

  #found(findings: Iterable<Finding>): void {
    for (const { law, detail } of findings)
      this.#violations.push({ law, step: this.#counters.requests, detail });
  }
}
