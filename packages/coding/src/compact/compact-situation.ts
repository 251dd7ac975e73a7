import {
  type ContextIndex,
  contentText,
  isTypedUserMessage,
  type MeasuredMemory,
  type MemorySnapshot,
  measureMemory,
  type SeqRange,
  type TokenUsage,
} from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';
import type { ResolvedCodingAgentOptions } from '../options.ts';
import type { ProcessSnapshot } from '../process/process-snapshot.ts';
import type { CheckpointWriter } from './build-checkpoint.ts';
import type { SummaryCost } from './coding-session-compact-result.ts';
import type { MicroCompaction } from './coding-tool-result-micro-compactor.ts';
import { type CompactLimits, compactLimits } from './compact-limits.ts';

export interface CodingSessionCompactorOptions extends CheckpointWriter {
  readonly options: ResolvedCodingAgentOptions;
  /** What the session remembers of its memory, so that a check costs what is new in it. Default: an own one. */
  readonly index?: ContextIndex | undefined;
  /** What summary calls cost, where prices are known. */
  readonly costOf?: ((usage: TokenUsage) => SummaryCost | undefined) | undefined;
  readonly nowEpochMs: () => number;
}

export interface CodingCompactRequest {
  readonly snapshot: MemorySnapshot & { readonly seqs?: readonly SeqRange[] | undefined };
  /** By the session, when the context is over the target; or because someone asked for it. */
  readonly automatic: boolean;
  /** The checkpoint that the summary of memory shows. Default: read from the summary. */
  readonly checkpoint?: CodingSessionCheckpoint | undefined;
  readonly processSnapshots?: readonly ProcessSnapshot[] | undefined;
  /** Tokens of system prompt and tools, by the compactor's counter. */
  readonly fixedTokens: number;
  /** The size of the next request as the session shows it; where real usage says more than the estimate, limits shrink. */
  readonly contextTokens?: number | undefined;
  /** What a request may hold, where that turned out to be less than the options say: after an overflow. */
  readonly targetTokens?: number | undefined;
  /** What the user wants looked after. */
  readonly instructions?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Everything that is known before the first rung. */
export interface CompactSituation {
  readonly request: CodingCompactRequest;
  readonly deps: CodingSessionCompactorOptions;
  readonly memory: MeasuredMemory;
  /** System prompt and tools included. */
  readonly tokens: number;
  readonly limits: CompactLimits;
  readonly previous: CodingSessionCheckpoint | undefined;
  readonly startedAtEpochMs: number;
}

export function readSituation(
  request: CodingCompactRequest,
  deps: CodingSessionCompactorOptions,
  index: ContextIndex,
): CompactSituation {
  const { snapshot, fixedTokens, checkpoint } = request;
  const memory = measureMemory(snapshot, deps.counter, index);
  const tokens = fixedTokens + memory.tokens;
  return {
    request,
    deps,
    memory,
    tokens,
    limits: compactLimits(deps.options, { ...request, estimatedTokens: tokens }),
    previous: checkpoint ?? codingSessionCheckpointFormatter.parse(snapshot.summary ?? ''),
    startedAtEpochMs: deps.nowEpochMs(),
  };
}

/** Tokens of the context once `micro` is done. */
export function tokensAfterMicro({ tokens }: CompactSituation, micro: MicroCompaction): number {
  return tokens - micro.freedTokens;
}

/** What people typed in this memory. */
export function typedTexts({ request }: CompactSituation): readonly string[] {
  return request.snapshot.items.filter(isTypedUserMessage).map(({ content }) => contentText(content));
}
