import { ContextIndex } from '../context/context-index.ts';
import { CompactError, ConfigError } from '../errors.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { FileEffectsOf } from '../model/file-effects.ts';
import type { ModelClient } from '../model/model-client.ts';
import type { Redactor } from '../redactor.ts';
import { defaultTokenCounter } from '../tokens/default-token-counter.ts';
import { acceptSummary } from './accept-summary.ts';
import { biggestParts } from './biggest-parts.ts';
import type { CompactContext, CompactPolicy, CompactResult } from './compact-policy.ts';
import { type CutWish, compactionCut } from './compaction-cut.ts';
import { type MeasuredMemory, measureMemory } from './measured-memory.ts';
import { noFindings } from './no-findings.ts';
import { requestSummary, type SummaryCall } from './request-summary.ts';
import { summaryRequest } from './summary-request.ts';
import {
  bulletsUnder,
  MODIFIED_FILES_HEADING,
  READ_FILES_HEADING,
  renderSummary,
  type SummarySections,
} from './summary-sections.ts';
import { type TrackedFiles, trackFiles } from './tracked-files.ts';

interface CommonOptions {
  /** Writes the summaries; may be a smaller model than the agent's. */
  readonly model: ModelClient;
  /** Tokens a summary may take. Default 4,000: 400, as in the original, cuts real summaries off. */
  readonly maxOutputTokens?: number | undefined;
  /** Chars of the summary request; keep it inside the summariser's window. Default 400,000. */
  readonly maxRequestChars?: number | undefined;
  /** Chars of one item in the request, head and tail kept. Default 2,000, as in the original. */
  readonly maxItemChars?: number | undefined;
  /** Ms the summariser has. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Share of Tokens that a compaction must free. Default 0.1; a limit in items has no such rule. */
  readonly minimumGain?: number | undefined;
  /** What each tool reads and writes, by tool name, beyond the common ones. */
  readonly fileEffects?: Readonly<Record<string, FileEffectsOf>> | undefined;
  readonly redact?: Redactor | undefined;
}

/** Due by count, or by size: one of the two. */
export type LlmCompactPolicyOptions = CommonOptions &
  (
    | {
        /** Due when memory has more Items. */
        readonly maxItems: number;
        /** Items kept verbatim, at most; default half of `maxItems`, so that the next compaction is a while away. */
        readonly keepItems?: number | undefined;
        readonly maxTokens?: never;
        readonly keepTokens?: never;
      }
    | {
        /** Due when memory has more Tokens. */
        readonly maxTokens: number;
        /** Tokens kept verbatim, about; default a quarter of `maxTokens`, at most 20,000. */
        readonly keepTokens?: number | undefined;
        readonly maxItems?: never;
        readonly keepItems?: never;
      }
  );

/** After a compaction by Tokens, memory is at most this share of the limit. */
const AIM_SHARE = 0.6;
/** What a summary is taken to need before it is written, as a share of the aim. */
const SUMMARY_SHARE = 0.25;

/**
 * Compacts by a model's summary: items before a turn boundary (inside one giant turn: before a legal place)
 * become a structured summary, the rest stays as it is. An answer that may not be trusted, or that would not
 * make memory smaller, changes nothing. Where nothing can be cut the result has the very memory it was given,
 * and no model is called.
 *
 * `compact` throws CompactError `failed` (no usable summary, or what must stay is over the limit) or `aborted`.
 * @throws ConfigError when a limit is no positive number, or more is kept than the limit allows
 */
export function llmCompactPolicy(options: LlmCompactPolicyOptions): CompactPolicy {
  const limit = options.maxItems ?? options.maxTokens;
  const byItems = options.maxItems !== undefined;
  const keep = byItems
    ? (options.keepItems ?? Math.ceil(limit / 2))
    : (options.keepTokens ?? Math.min(20_000, Math.floor(limit / 4)));
  refuseLimits(limit, keep, byItems);

  const measure = (
    snapshot: MemorySnapshot,
    { counter = defaultTokenCounter, index = new ContextIndex() }: CompactContext,
  ) => measureMemory(snapshot, counter, index);

  return {
    name: POLICY_NAME,

    shouldCompact(snapshot, context = {}) {
      return byItems ? snapshot.items.length > limit : measure(snapshot, context).tokens > limit;
    },

    async compact(snapshot, context = {}) {
      if (context.signal?.aborted)
        throw new CompactError('aborted', 'The compaction was aborted before it began.');
      const before = measure(snapshot, context);
      const bounds = boundsOf(before, { byItems, keep, limit, targetTokens: context.targetTokens });
      const cut = compactionCut(before.view.pairs, bounds);
      if (cut === 0) return { ...unchanged(before), memory: snapshot, summary: snapshot.summary };
      if (cut < bounds.earliest) throw floorError(before, cut, bounds);

      const dropped = snapshot.items.slice(0, cut);
      const files = trackFiles(knownFiles(snapshot, context), dropped, options.fileEffects);
      const material = {
        items: dropped,
        previousSummary: snapshot.summary,
        files,
        focus: context.instructions,
      };
      const { response, leftOutItems } = await requestSummary(
        (limits) => summaryRequest(material, limits, options.redact),
        callSettings(options, context.signal),
      );
      if (leftOutItems > 0) {
        context.logger?.warn({ leftOutItems }, 'the oldest items had no room in the summary request');
      }
      const verdict = acceptSummary(response);
      if (!verdict.accepted) throw new CompactError('failed', `The summary was refused: ${verdict.reason}.`);

      const sections = verdict.parsed.kind === 'sections' ? verdict.parsed.sections : undefined;
      const written =
        verdict.parsed.kind === 'sections'
          ? renderSummary(verdict.parsed.sections, files)
          : verdict.parsed.text;
      const summary = options.redact ? options.redact(written) : written;
      const memory: MemorySnapshot = { items: snapshot.items.slice(cut), summary };
      const after = measureMemory(memory, context.counter ?? defaultTokenCounter, new ContextIndex());
      refuseNoGain(before, after, bounds, byItems ? 0 : (options.minimumGain ?? 0.1));
      return {
        policy: POLICY_NAME,
        ...noFindings,
        ...(sections && findingsOf(sections)),
        readFiles: files.read,
        modifiedFiles: files.modified,
        memory,
        summary,
        contextReport: reportOf(before, after, byItems),
        tokensBefore: before.tokens,
        tokensAfter: after.tokens,
        itemsBefore: before.items,
        itemsAfter: after.items,
        ...(response.usage && { usage: response.usage }),
      } satisfies CompactResult;
    },
  };
}

const POLICY_NAME = 'llm-summary';

/** Where to cut, and how large memory may be after it. */
interface Bounds extends CutWish {
  /** Tokens; undefined for a limit in items. */
  readonly aimTokens: number | undefined;
}

function boundsOf(
  { view, items }: MeasuredMemory,
  by: {
    readonly byItems: boolean;
    readonly keep: number;
    readonly limit: number;
    readonly targetTokens: number | undefined;
  },
): Bounds {
  if (by.byItems) {
    return {
      wanted: Math.max(0, items - by.keep),
      earliest: Math.max(0, items - by.limit),
      aimTokens: undefined,
    };
  }
  const aimTokens = Math.floor((by.targetTokens ?? by.limit) * AIM_SHARE);
  return {
    wanted: view.tokens.longestSuffix(by.keep),
    earliest: view.tokens.longestSuffix(Math.floor(aimTokens * (1 - SUMMARY_SHARE))),
    aimTokens,
  };
}

function callSettings(options: CommonOptions, signal: AbortSignal | undefined): SummaryCall {
  return {
    model: options.model,
    limits: {
      maxItemChars: options.maxItemChars ?? 2_000,
      maxRequestChars: options.maxRequestChars ?? 400_000,
      maxOutputTokens: options.maxOutputTokens ?? 4_000,
    },
    timeoutMs: options.timeoutMs ?? 120_000,
    signal,
  };
}

/** From the last compaction, or from the summary itself where that was not handed over. */
function knownFiles({ summary = '' }: MemorySnapshot, { previous }: CompactContext): TrackedFiles {
  return {
    read: previous?.readFiles ?? bulletsUnder(summary, READ_FILES_HEADING),
    modified: previous?.modifiedFiles ?? bulletsUnder(summary, MODIFIED_FILES_HEADING),
  };
}

function findingsOf(sections: SummarySections) {
  const { completed, pending, decisions, errors, testResults, openQuestions } = sections;
  return { completed, pending, decisions, failedCommands: errors, testResults, openQuestions };
}

function unchanged({ items, tokens }: MeasuredMemory) {
  return {
    policy: POLICY_NAME,
    ...noFindings,
    tokensBefore: tokens,
    tokensAfter: tokens,
    itemsBefore: items,
    itemsAfter: items,
  };
}

function reportOf(before: MeasuredMemory, after: MeasuredMemory, byItems: boolean): ContextReport {
  const droppedItemCount = before.items - after.items;
  return {
    sourceItemCount: before.items,
    projectedItemCount: after.items,
    droppedItemCount,
    clearedItemCount: 0,
    sourceApproxChars: before.chars,
    projectedApproxChars: after.chars,
    sourceTokens: before.tokens,
    projectedTokens: after.tokens,
    itemLimitApplied: byItems,
    characterLimitApplied: false,
    tokenLimitApplied: !byItems,
    byteLimitApplied: false,
    notes: [`tier3 summary: summarized ${droppedItemCount} item(s), kept recent ${after.items}`],
  };
}

/** What must stay is over the limit: no summary could change that, so none is paid for. */
function floorError(before: MeasuredMemory, cut: number, bounds: Bounds): CompactError {
  const allowed =
    bounds.aimTokens === undefined ? `${before.items - bounds.earliest} items` : `${bounds.aimTokens} tokens`;
  const { items, tokens } = before.view;
  const biggest = biggestParts(items.slice(cut), (_, at) => tokens.at(cut + at), ' tokens');
  return new CompactError(
    'failed',
    `What must stay has ${before.items - cut} item(s) and does not fit ${allowed}. ${biggest}`,
  );
}

/** @throws CompactError `failed` when the summary does not make memory small enough, or hardly smaller */
function refuseNoGain(
  before: MeasuredMemory,
  after: MeasuredMemory,
  { aimTokens }: Bounds,
  minimumGain: number,
): void {
  const inflated = aimTokens !== undefined && after.tokens > before.tokens * (1 - minimumGain);
  if (!inflated && (aimTokens === undefined || after.tokens <= aimTokens)) return;
  throw new CompactError(
    'failed',
    `The summary would leave ${after.tokens} of ${before.tokens} tokens; at most ${aimTokens} are allowed and ${minimumGain * 100} % must be freed.`,
  );
}

/** @throws ConfigError */
function refuseLimits(limit: number, keep: number, byItems: boolean): void {
  const [limitName, keepName] = byItems ? ['maxItems', 'keepItems'] : ['maxTokens', 'keepTokens'];
  if (!(limit > 0))
    throw new ConfigError('invalid_option', `${limitName} is ${limit}; it must be a positive number.`);
  if (!(keep >= 0 && keep <= limit)) {
    throw new ConfigError(
      'invalid_option',
      `${keepName} is ${keep}; it must be between 0 and ${limitName}, which is ${limit}.`,
    );
  }
}
