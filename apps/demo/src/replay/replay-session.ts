import { performance } from 'node:perf_hooks';
import {
  type ContextBudget,
  familyOfModel,
  type Logger,
  scriptAwareTokenEstimator,
  silentLogger,
  structuredSummaryCompactPolicy,
  type TokenCounter,
} from '@ai4j/agent';
import type { TranscriptFormat, TranscriptSession } from '@ai4j/coding/transcripts';
import { createTraceChecker, type TraceChecker } from '../check/trace-checker.ts';
import type { Violation } from '../check/violation.ts';
import { type CompactionFailure, type DrivenSession, driveSession } from './drive-session.ts';
import { type EstimateSamples, estimateError, estimateSamples } from './estimate-error.ts';
import type { ReplayReport, ReplaySettings } from './replay-report.ts';
import { sourceFacts } from './source-facts.ts';
import type { Timeline } from './timeline.ts';
import type { TraceSink } from './trace-sink.ts';

export interface ReplaySessionOptions extends ReplaySettings {
  readonly trace?: TraceSink | undefined;
  readonly logger?: Logger | undefined;
  /** After each model call. */
  readonly onStep?: ((step: number) => void) | undefined;
}

/** One session, replayed and checked. */
export interface ReplayedSession {
  readonly report: ReplayReport;
  readonly timeline: Timeline;
  readonly estimateSamples: EstimateSamples;
  readonly failures: readonly CompactionFailure[];
}

export interface ReplaySource {
  readonly file: string;
  readonly format: TranscriptFormat;
  readonly session: TranscriptSession;
  /** What reading the file took. */
  readonly importMs: number;
}

/** Replays one session of a transcript and checks its trace. */
export async function replaySession(
  source: ReplaySource,
  options: ReplaySessionOptions,
): Promise<ReplayedSession> {
  const startedMs = performance.now();
  const { session, format } = source;
  const counter = counterFor(session, format);
  const budget = budgetFor(session, options, counter);
  const settings = {
    windowTokens: options.windowTokens,
    reserveTokens: options.reserveTokens,
    summarizer: options.summarizer,
    maxTokens: options.windowTokens - options.reserveTokens,
    tokenCounter: counter.name,
  };
  const checker = createTraceChecker();
  const driven = await driveSession(session, {
    budget,
    policy: structuredSummaryCompactPolicy(budget),
    counter,
    summarizer: options.summarizer,
    settings,
    trace: checked(checker, options.trace),
    logger: options.logger ?? silentLogger,
    onStep: options.onStep,
  });
  const { violations } = checker.finish();
  const samples = estimateSamples(session, counter);
  return {
    timeline: driven.timeline,
    estimateSamples: samples,
    failures: driven.failures,
    report: sessionReport(source, settings, driven, samples, violations, performance.now() - startedMs),
  };
}

/** What the request may carry of the history: the window less the reserve and the system prompt. */
function budgetFor(
  { systemPrompt }: TranscriptSession,
  { windowTokens, reserveTokens }: ReplaySettings,
  counter: TokenCounter,
): ContextBudget & { readonly maxTokens: number } {
  const fixedTokens = systemPrompt === undefined ? 0 : counter.countText(systemPrompt);
  return { maxTokens: Math.max(1, windowTokens - reserveTokens - fixedTokens) };
}

/** By the model where the recording names one we know, else by the agent that recorded. */
function counterFor({ model }: TranscriptSession, format: TranscriptFormat): TokenCounter {
  const named = model === undefined ? 'default' : familyOfModel(model);
  return scriptAwareTokenEstimator({ family: named === 'default' ? familyOfModel(format) : named });
}

/** Every record goes to the checker, and to the trace that was asked for. */
function checked(checker: TraceChecker, trace: TraceSink | undefined): TraceSink {
  return {
    write(record) {
      checker.push(record);
      trace?.write(record);
    },
    ready: async () => trace?.ready(),
    close: async () => {},
  };
}

function sessionReport(
  { file, format, session, importMs }: ReplaySource,
  settings: ReplayReport['settings'],
  driven: DrivenSession,
  samples: EstimateSamples,
  violations: readonly Violation[],
  replayMs: number,
): ReplayReport {
  return {
    source: sourceFacts(format, file, session),
    settings,
    steps: driven.timeline.steps.length,
    compactions: driven.timeline.compactions.map(({ step, summarizer, result }) => ({
      session: session.id,
      step,
      summarizer,
      ...result,
    })),
    final: driven.final,
    estimate: estimateError([samples]),
    cache: driven.cache,
    loss: driven.loss,
    violations: violations.map((violation) => ({ session: session.id, ...violation })),
    counters: driven.counters,
    timings: { importMs: Math.round(importMs), replayMs: Math.round(replayMs) },
  };
}
