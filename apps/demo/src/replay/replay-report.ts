import type { CompactRecord } from '@ai4j/agent';
import type { Violation } from '../check/violation.ts';

/** What a replay was asked to do. */
export interface ReplaySettings {
  /** Context window of the model. */
  readonly windowTokens: number;
  /** Kept free for the answer. */
  readonly reserveTokens: number;
  /** `recorded` takes the recording's own summary where it has one in the range. */
  readonly summarizer: 'deterministic' | 'recorded';
}

/** What the recording holds, as it was read. */
export interface SourceFacts {
  readonly format: string;
  readonly file: string;
  /** The session's id; `all` where several are told together. */
  readonly session: string;
  readonly items: number;
  readonly userTurns: number;
  readonly toolCalls: number;
  readonly toolOutputs: number;
  readonly usagePoints: number;
  readonly recordedCompactions: number;
}

/** How far the estimate was from recorded usage, in percent; null where nothing can be compared. */
export interface EstimateError {
  /** Prompts compared. */
  readonly points: number;
  readonly promptMedianAbsErrorPct: number | null;
  readonly promptP95AbsErrorPct: number | null;
  /** Of what a prompt grew by since the one before it. */
  readonly growthMedianAbsErrorPct: number | null;
}

/** The outcome of a replay as `--json` prints it: the outward contract. */
export interface ReplayReport {
  readonly source: SourceFacts;
  readonly settings: ReplaySettings & {
    /** What a request may hold, the system prompt included. */
    readonly maxTokens: number;
    readonly tokenCounter: string;
  };
  /** Model calls. */
  readonly steps: number;
  readonly compactions: readonly (CompactRecord & {
    readonly session: string;
    readonly step: number;
    readonly summarizer: 'deterministic' | 'recorded';
  })[];
  readonly final: {
    readonly contextTokens: number;
    readonly memoryItems: number;
    readonly logEvents: number;
  };
  readonly estimate: EstimateError;
  /** `sentTokens` over all requests; `cachedTokens` of them were an unchanged prefix of the request before. */
  readonly cache: {
    readonly sentTokens: number;
    readonly cachedTokens: number;
    /** Requests that did not begin with the whole request before. */
    readonly rewrittenPrefixes: number;
  };
  /** `records`: compactions that forgot something. A fact is an item that left memory. */
  readonly loss: { readonly records: number; readonly factsLost: number; readonly factsRecallable: number };
  readonly violations: readonly (Violation & { readonly session: string })[];
  readonly counters: { readonly itemsVisited: number; readonly bytesMeasured: number };
  readonly timings: { readonly importMs: number; readonly replayMs: number };
  /** Each session of the file on its own; absent where one was asked for. */
  readonly sessions?: readonly ReplayReport[];
}
