import { type EstimateSamples, estimateError } from './estimate-error.ts';
import type { ReplayReport } from './replay-report.ts';

/**
 * Several sessions told as one: counts are added up, errors are taken over all points together, and
 * `final.contextTokens` is the sum of what each session would send next.
 */
export function wholeFileReport(
  sessions: readonly { readonly report: ReplayReport; readonly estimateSamples: EstimateSamples }[],
  importMs: number,
): ReplayReport {
  const [first, ...others] = sessions;
  if (first === undefined) throw new RangeError('a file that was replayed has a session');
  const reports = sessions.map(({ report }) => report);
  const total = (of: (report: ReplayReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0);
  return {
    source: {
      format: first.report.source.format,
      file: first.report.source.file,
      session: others.length === 0 ? first.report.source.session : 'all',
      items: total(({ source }) => source.items),
      userTurns: total(({ source }) => source.userTurns),
      toolCalls: total(({ source }) => source.toolCalls),
      toolOutputs: total(({ source }) => source.toolOutputs),
      usagePoints: total(({ source }) => source.usagePoints),
      recordedCompactions: total(({ source }) => source.recordedCompactions),
    },
    settings: first.report.settings,
    steps: total(({ steps }) => steps),
    compactions: reports.flatMap(({ compactions }) => compactions),
    final: {
      contextTokens: total(({ final }) => final.contextTokens),
      memoryItems: total(({ final }) => final.memoryItems),
      logEvents: total(({ final }) => final.logEvents),
    },
    estimate: estimateError(sessions.map(({ estimateSamples }) => estimateSamples)),
    cache: {
      sentTokens: total(({ cache }) => cache.sentTokens),
      cachedTokens: total(({ cache }) => cache.cachedTokens),
      rewrittenPrefixes: total(({ cache }) => cache.rewrittenPrefixes),
    },
    loss: {
      records: total(({ loss }) => loss.records),
      factsLost: total(({ loss }) => loss.factsLost),
      factsRecallable: total(({ loss }) => loss.factsRecallable),
    },
    violations: reports.flatMap(({ violations }) => violations),
    counters: {
      itemsVisited: total(({ counters }) => counters.itemsVisited),
      bytesMeasured: total(({ counters }) => counters.bytesMeasured),
    },
    timings: { importMs: Math.round(importMs), replayMs: total(({ timings }) => timings.replayMs) },
    sessions: reports,
  };
}
