import {
  type AgentItem,
  type AgentMemory,
  buildModelContext,
  CompactError,
  type CompactPolicy,
  type CompactRecord,
  type CompactResult,
  type ContextBudget,
  ContextIndex,
  type ContextReport,
  ContextTokenMeter,
  inMemorySessionEventLog,
  type Logger,
  type MemoryItem,
  openAgentMemory,
  recallItems,
  type SequencedSnapshot,
  type SessionEventLog,
  type TokenCounter,
  toSeqRanges,
} from '@ai4j/agent';
import type { TranscriptSession } from '@ai4j/coding/transcripts';
import { kindOf } from './item-kind.ts';
import { ItemLives } from './item-lives.ts';
import { LoggedItems } from './logged-items.ts';
import { memoryDigest } from './memory-digest.ts';
import { type PlaybackAction, playback } from './playback.ts';
import { RecordedSummaries, withSummary } from './recorded-summaries.ts';
import { hasFates, sameFates } from './report-fates.ts';
import { RequestMeter } from './request-meter.ts';
import type { CompactionRecord, ItemKind, StepRecord, Timeline } from './timeline.ts';
import type { TraceMemory, TraceRecord } from './trace.ts';
import type { TraceSink } from './trace-sink.ts';
import { tracedLog } from './traced-log.ts';

type Response = Extract<PlaybackAction, { type: 'response' }>;

export interface DriveOptions {
  /** What a request may carry of the history. */
  readonly budget: ContextBudget;
  readonly policy: CompactPolicy;
  readonly counter: TokenCounter;
  readonly summarizer: 'deterministic' | 'recorded';
  /** Told in the trace, for whoever reads it later. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly trace: TraceSink;
  readonly logger: Logger;
  /** After each model call. */
  readonly onStep?: ((step: number) => void) | undefined;
}

/** A compaction that was due before the model call of `step`, and could not be done. */
export interface CompactionFailure {
  readonly step: number;
  readonly reason: string;
}

/** A session that was driven to its end. */
export interface DrivenSession {
  readonly timeline: Timeline;
  readonly final: {
    readonly contextTokens: number;
    readonly memoryItems: number;
    readonly logEvents: number;
  };
  readonly cache: {
    readonly sentTokens: number;
    readonly cachedTokens: number;
    readonly rewrittenPrefixes: number;
  };
  readonly loss: { readonly records: number; readonly factsLost: number; readonly factsRecallable: number };
  readonly counters: { readonly itemsVisited: number; readonly bytesMeasured: number };
  /** Compactions that were due and failed: memory stayed as it was, and the projection cut the request. */
  readonly failures: readonly CompactionFailure[];
}

/**
 * Drives a recorded session through log, memory, compaction and projection: the recorded assistant is the model,
 * the recorded outputs are the tools. Every request and event goes to the trace.
 */
export async function driveSession(
  session: TranscriptSession,
  options: DriveOptions,
): Promise<DrivenSession> {
  const drive = new SessionDrive(session, options);
  for (const action of playback(session.entries)) await drive.play(action);
  return drive.finish();
}

class SessionDrive {
  readonly #options: DriveOptions;
  readonly #log: SessionEventLog;
  readonly #memory: Promise<AgentMemory>;
  readonly #index = new ContextIndex();
  readonly #policyIndex = new ContextIndex();
  readonly #meter: RequestMeter;
  readonly #contextTokens: ContextTokenMeter;
  readonly #logged = new LoggedItems();
  readonly #lives = new ItemLives();
  readonly #recorded = new RecordedSummaries();
  readonly #steps: StepRecord[] = [];
  readonly #compactions: CompactionRecord[] = [];
  readonly #failures: CompactionFailure[] = [];
  #previousResult: CompactRecord | undefined;
  #lastReport: ContextReport | undefined;
  #logEvents = 0;
  #rewrittenPrefixes = 0;
  /** Our requests are the recorded prompts still, so that recorded usage tells their size. */
  #isAsRecorded: boolean;

  constructor(session: TranscriptSession, options: DriveOptions) {
    const { counter, budget, settings } = options;
    this.#options = options;
    const fixedTokens = session.systemPrompt === undefined ? 0 : counter.countText(session.systemPrompt);
    this.#meter = new RequestMeter(counter, fixedTokens);
    this.#contextTokens = new ContextTokenMeter({ counter, fixedTokens });
    this.#isAsRecorded = !session.hiddenPrefix;
    this.#trace({ trace: 'start', schemaVersion: 1, session: session.id, settings, budget });
    this.#log = tracedLog(inMemorySessionEventLog({ sessionId: session.id }), (event) => {
      this.#logEvents += 1;
      this.#logged.note(event);
      this.#lives.appended(event);
      this.#trace({ trace: 'event', event });
    });
    this.#memory = openAgentMemory(this.#log);
  }

  async play(action: PlaybackAction): Promise<void> {
    switch (action.type) {
      case 'input':
        return this.#append(action.items);
      case 'response':
        return this.#modelCall(action);
      case 'compaction':
        this.#isAsRecorded = false;
        if (action.kind === 'summary') this.#recorded.note(action.summary);
        return;
      default:
        action satisfies never;
    }
  }

  async finish(): Promise<DrivenSession> {
    const memory = await (await this.#memory).snapshot();
    const loss = await this.#recallWhatLeft(memory);
    this.#trace({ trace: 'end', steps: this.#steps.length });
    const { itemsVisited, bytesMeasured } = this.#index.counters;
    return {
      timeline: {
        steps: this.#steps,
        items: this.#lives.records((item) => this.#meter.tokensOf(item)),
        compactions: this.#compactions,
      },
      final: {
        contextTokens: this.#steps.at(-1)?.tokens ?? 0,
        memoryItems: memory.items.length,
        logEvents: this.#logEvents,
      },
      cache: {
        sentTokens: sum(this.#steps, (step) => sumOfKinds(step)),
        cachedTokens: sum(this.#steps, (step) => step.cachedTokens),
        rewrittenPrefixes: this.#rewrittenPrefixes,
      },
      loss: { records: this.#compactions.length, ...loss },
      counters: { itemsVisited, bytesMeasured },
      failures: this.#failures,
    };
  }

  async #append(items: readonly MemoryItem[], response?: Response): Promise<void> {
    const usage = response?.usage?.usage;
    await (await this.#memory).append(items, usage && { usage });
  }

  async #modelCall(response: Response): Promise<void> {
    const step = this.#steps.length + 1;
    await this.#compactIfDue(step);
    await this.#request(step);
    this.#anchor(response);
    await this.#append(response.items, response);
    await this.#options.trace.ready();
    this.#options.onStep?.(step);
  }

  async #compactIfDue(step: number): Promise<void> {
    const { policy, counter, budget } = this.#options;
    const memory = await this.#memory;
    const before = await memory.snapshot();
    const context = {
      counter,
      targetTokens: budget.maxTokens,
      previous: this.#previousResult,
      index: this.#policyIndex,
      logger: this.#options.logger,
    };
    if (policy.shouldCompact?.(before, context) !== true) return;
    let result: CompactResult;
    try {
      result = await policy.compact(before, context);
    } catch (error) {
      // An automatic compaction that fails leaves memory as it is; projection keeps the request within its limits.
      if (!CompactError.isInstance(error)) throw error;
      this.#options.logger.warn({ step, reason: error.message }, 'compaction failed');
      this.#failures.push({ step, reason: error.message });
      return;
    }
    const recorded = this.#options.summarizer === 'recorded' ? this.#recorded.take() : undefined;
    if (recorded !== undefined) result = withSummary(result, recorded, counter);
    await this.#commit(step, before, result, recorded === undefined ? 'deterministic' : 'recorded');
  }

  async #commit(
    step: number,
    before: SequencedSnapshot,
    { memory: after, ...record }: CompactResult,
    summarizer: CompactionRecord['summarizer'],
  ): Promise<void> {
    await (await this.#memory).restore(after, { reason: 'compact', result: record, ifUnchanged: before });
    const kept = new Set(after.items.map((item) => item.id));
    this.#isAsRecorded = false;
    const removed = before.items.filter((item) => !kept.has(item.id));
    const number = this.#compactions.length + 1;
    const { tokensBefore, tokensAfter } = record;
    this.#options.logger.info(
      { step, number, removedItems: removed.length, tokensBefore, tokensAfter },
      'compacted',
    );
    this.#previousResult = record;
    this.#lives.compacted(removed, number, step);
    this.#compactions.push({ number, step, summarizer, result: record, removedByKind: countKinds(removed) });
  }

  async #request(step: number): Promise<void> {
    const { budget, counter } = this.#options;
    const memory = await this.#memory;
    const before = await memory.snapshot();
    const memoryBefore = traceMemory(before);
    const { items, report } = buildModelContext({ snapshot: before, budget, counter, index: this.#index });
    this.#trace({
      trace: 'request',
      step,
      items: this.#logged.ranges(items),
      report,
      memoryBefore,
      memoryAfter: traceMemory(await memory.snapshot()),
    });
    this.#measure(step, items, report);
    await this.#logReport(report);
  }

  #measure(step: number, items: readonly AgentItem[], report: ContextReport): void {
    const measure = this.#meter.measure(items);
    const { tokens, anchoredItems } = this.#contextTokens.measure(items, measure.sharedItems);
    if (hasFates(report)) this.#isAsRecorded = false;
    if (!measure.extendsPrevious) this.#rewrittenPrefixes += 1;
    this.#lives.sent(items, step, measure.sharedItems, report.notes);
    this.#steps.push({
      step,
      tokens,
      anchored: anchoredItems > 0,
      byKind: measure.byKind,
      items: report.projectedItemCount,
      clearedItems: report.clearedItemCount,
      droppedItems: report.droppedItemCount,
      cachedTokens: measure.cachedTokens,
    });
  }

  #anchor({ items, usage }: Response): void {
    const isTrue = this.#isAsRecorded && usage !== undefined;
    const outputTokens = usage?.outputReliable ? usage.usage.outputTokens : 0;
    this.#contextTokens.anchor(isTrue ? { ...usage.usage, outputTokens } : undefined, items);
  }

  /** A report is logged when a fate in it is new: sizes alone grow at every call. */
  async #logReport(report: ContextReport): Promise<void> {
    const isNews = this.#lastReport === undefined ? hasFates(report) : !sameFates(this.#lastReport, report);
    this.#lastReport = report;
    if (isNews) await this.#log.append([{ type: 'report', report }]);
  }

  /** Recalls every item that left memory, as the proof that none is lost. */
  async #recallWhatLeft(memory: SequencedSnapshot): Promise<{ factsLost: number; factsRecallable: number }> {
    const left = this.#logged.seqsOutside(memory.items);
    const recalled = await recallItems(this.#log, toSeqRanges(left));
    const items = new Map(recalled.map(({ seq, item }) => [seq, item]));
    for (const seq of left) {
      this.#trace({ trace: 'recall', seq, item: items.get(seq) ?? null });
      await this.#options.trace.ready();
    }
    return { factsLost: left.length, factsRecallable: recalled.length };
  }

  #trace(record: TraceRecord): void {
    this.#options.trace.write(record);
  }
}

function traceMemory({ seqs, items, summary }: SequencedSnapshot): TraceMemory {
  return {
    seqs,
    items: items.length,
    ...(summary !== undefined && { summary }),
    digest: memoryDigest(items),
  };
}

function countKinds(items: readonly AgentItem[]): Readonly<Partial<Record<ItemKind, number>>> {
  const counts: Partial<Record<ItemKind, number>> = {};
  for (const item of items) counts[kindOf(item)] = (counts[kindOf(item)] ?? 0) + 1;
  return counts;
}

function sumOfKinds({ byKind }: StepRecord): number {
  return Object.values(byKind).reduce((total, tokens) => total + tokens, 0);
}

function sum<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
