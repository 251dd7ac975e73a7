import {
  addUsage,
  ContextIndex,
  type HistoryView,
  type MemoryItem,
  measureMemory,
  noUsage,
  SUMMARY_ITEM_ID,
  type TokenUsage,
} from '@ai4j/agent';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';
import { fallbackCheckpoint } from '../checkpoint/fallback-checkpoint.ts';
import type { Facts } from '../facts/facts.ts';
import { factsOf } from '../facts/facts-accumulator.ts';
import { type BuiltCheckpoint, buildCheckpoint } from './build-checkpoint.ts';
import type { MicroCompaction } from './coding-tool-result-micro-compactor.ts';
import { type CompactSituation, typedTexts } from './compact-situation.ts';
import { factLines } from './fact-lines.ts';
import { type PreparedCompaction, prepareCompaction } from './prepare-compaction.ts';
import { secureCheckpoint } from './secure-checkpoint.ts';

/** A memory that a compaction could leave. */
export interface CheckpointDraft {
  readonly prepared: PreparedCompaction;
  readonly built: BuiltCheckpoint;
  readonly checkpoint: CodingSessionCheckpoint;
  /** The checkpoint as it will stand in memory. */
  readonly summary: string;
  /** Of the context that would be left, system prompt and tools included. */
  readonly tokens: number;
  readonly isAggressive: boolean;
}

/** What the summary calls of one compaction came to, used or not. */
export interface SummaryBill {
  readonly usage: TokenUsage | undefined;
  readonly droppedOnRetryCount: number;
}

/** What the rungs came to. */
export type CheckpointRungs = { readonly bill: SummaryBill } & (
  | { readonly draft: CheckpointDraft }
  /** `no-room`: beside what must stay no checkpoint fits, and no model was asked. `not-enough`: no draft was small enough. */
  | { readonly draft: undefined; readonly why: 'nothing-to-cut' | 'no-room' | 'not-enough' }
);

/** Below this a checkpoint holds little more than its headings: no call is worth it. */
const MIN_CHECKPOINT_TOKENS = 300;
/** As a share of the aim. */
const CHECKPOINT_SHARE = 1 / 4;

/**
 * The rungs with a checkpoint, each whole or not at all: the cut near keep-recent; then, when that is too
 * large, all but what must stay; then, when the model's checkpoints are too large, mechanical ones made to measure.
 * @throws CompactError `aborted`
 */
export async function climbCheckpointRungs(
  situation: CompactSituation,
  micro: MicroCompaction | undefined,
): Promise<CheckpointRungs> {
  const rungs = new Rungs(situation, micro);
  const draft = await rungs.climb();
  const { bill } = rungs;
  return typeof draft === 'string' ? { bill, draft: undefined, why: draft } : { bill, draft };
}

class Rungs {
  readonly #situation: CompactSituation;
  readonly #facts: Facts;
  readonly #normal: PreparedCompaction | undefined;
  readonly #tight: PreparedCompaction | undefined;
  bill: SummaryBill = { usage: undefined, droppedOnRetryCount: 0 };

  constructor(situation: CompactSituation, micro: MicroCompaction | undefined) {
    this.#situation = situation;
    const { request, previous } = situation;
    this.#facts = factsOf(request.snapshot.items, previous?.extensions.ledger);
    const view = viewAfter(situation, micro);
    this.#normal = prepareNearRecent(situation, view);
    this.#tight = prepareCompaction(view, { keepRecentTokens: 0, maxKeptTokens: 0 });
  }

  async climb(): Promise<CheckpointDraft | 'nothing-to-cut' | 'no-room' | 'not-enough'> {
    const first = this.#normal ?? this.#tight;
    const tight = this.#tight;
    if (!first || !tight) return 'nothing-to-cut';
    if (this.#roomBeside(tight) < MIN_CHECKPOINT_TOKENS) return 'no-room';

    const built = await this.#build(first, first.summarizedPositions, this.#situation.previous);
    const draft = this.#draft(first, built);
    if (this.#isEnough(draft)) return draft;

    const couldBeEnough =
      tight.keptTokens < first.keptTokens && this.#tokensOf(tight, draft.summary) <= this.#most;
    if (couldBeEnough) {
      const left = new Set(first.summarizedPositions);
      const delta = tight.summarizedPositions.filter((position) => !left.has(position));
      const more = await this.#build(tight, delta, built.checkpoint);
      const reason = built.fallbackReason ?? more.fallbackReason;
      const aggressive = this.#draft(tight, {
        ...more,
        ...(reason && { fallbackSummary: true, fallbackReason: reason }),
      });
      if (this.#isEnough(aggressive)) return aggressive;
    }
    const measured = [first, tight].map((prepared) => this.#measured(prepared, built));
    return measured.find((it) => this.#isEnough(it)) ?? 'not-enough';
  }

  /** Made mechanically to fit: what is left when a model's checkpoint is too large. */
  #measured(prepared: PreparedCompaction, refused: BuiltCheckpoint): CheckpointDraft {
    return this.#draft(prepared, {
      checkpoint: this.#mechanical(prepared, prepared.summarizedPositions, this.#situation.previous),
      fallbackSummary: this.#situation.deps.options.compactSummarizer === 'model',
      fallbackReason: refused.fallbackReason ?? 'the checkpoint was too large',
      droppedOnRetryCount: 0,
    });
  }

  async #build(
    prepared: PreparedCompaction,
    positions: readonly number[],
    previous: CodingSessionCheckpoint | undefined,
  ): Promise<BuiltCheckpoint> {
    const { request, deps } = this.#situation;
    const prefix = new Set(prepared.turnPrefixItems.map(({ id }) => id));
    const items = this.#itemsAt(positions);
    const built = await buildCheckpoint(
      {
        material: {
          history: items.filter(({ id }) => !prefix.has(id)),
          turnPrefix: items.filter(({ id }) => prefix.has(id)),
          liveRequest: prepared.liveRequest,
          previous,
          findings: factLines(factsOf(items)),
          focus: request.instructions,
        },
        mechanically: () => this.#mechanical(prepared, positions, previous),
        secure: (answer) => this.#secure(answer, prepared, previous),
        signal: request.signal,
      },
      deps,
    );
    this.bill = {
      usage: built.usage ? addUsage(this.bill.usage ?? noUsage, built.usage) : this.bill.usage,
      droppedOnRetryCount: this.bill.droppedOnRetryCount + built.droppedOnRetryCount,
    };
    return built;
  }

  #secure(
    answer: CodingSessionCheckpoint,
    { splitTurn }: PreparedCompaction,
    previous: CodingSessionCheckpoint | undefined,
  ): CodingSessionCheckpoint {
    const { request, deps, memory } = this.#situation;
    const secured = secureCheckpoint(answer, {
      facts: this.#facts,
      typedTexts: typedTexts(this.#situation),
      previous,
      processes: request.processSnapshots ?? [],
    });
    return { ...secured, splitTurn, sourceItemCount: memory.items, generatedAtEpochMs: deps.nowEpochMs() };
  }

  #mechanical(
    prepared: PreparedCompaction,
    positions: readonly number[],
    previous: CodingSessionCheckpoint | undefined,
  ): CodingSessionCheckpoint {
    const { request, deps, memory } = this.#situation;
    return fallbackCheckpoint({
      items: this.#itemsAt(positions),
      facts: this.#facts,
      previous,
      processes: request.processSnapshots,
      counter: deps.counter,
      targetTokens: this.#mechanicalTokens(prepared),
      generatedAtEpochMs: deps.nowEpochMs(),
      sourceItemCount: memory.items,
      splitTurn: prepared.splitTurn,
    });
  }

  #draft(prepared: PreparedCompaction, built: BuiltCheckpoint): CheckpointDraft {
    const { checkpoint } = built;
    const summary = codingSessionCheckpointFormatter.format(checkpoint);
    const tokens = this.#tokensOf(prepared, summary);
    return { prepared, built, checkpoint, summary, tokens, isAggressive: prepared !== this.#normal };
  }

  #isEnough({ tokens }: CheckpointDraft): boolean {
    return tokens <= this.#most;
  }

  get #most(): number {
    return this.#situation.limits.mostTokens;
  }

  #tokensOf({ keptTokens }: PreparedCompaction, summary: string): number {
    return this.#situation.request.fixedTokens + keptTokens + this.#summaryTokens(summary);
  }

  #summaryTokens(text: string): number {
    return this.#situation.deps.counter.countItem({ type: 'summary', id: SUMMARY_ITEM_ID, text });
  }

  /** As much as the aim leaves, and where it leaves little the share of a checkpoint; never more than there is room for. */
  #mechanicalTokens(prepared: PreparedCompaction): number {
    const { request, limits, deps } = this.#situation;
    const beneathAim = limits.aimTokens - request.fixedTokens - prepared.keptTokens;
    const wanted = Math.max(beneathAim, Math.floor(checkpointTokens(this.#situation)));
    return Math.min(wanted, this.#roomBeside(prepared), deps.options.compactSummaryMaxOutputTokens);
  }

  /** Tokens that a checkpoint may take beside what is kept. */
  #roomBeside({ keptTokens }: PreparedCompaction): number {
    return this.#most - this.#situation.request.fixedTokens - keptTokens - this.#summaryTokens('');
  }

  /** As they were before any became a placeholder. */
  #itemsAt(positions: readonly number[]): readonly MemoryItem[] {
    const { items } = this.#situation.request.snapshot;
    return positions.map((position) => items[position] as MemoryItem);
  }
}

/** The history as it reads with its tool results compacted. */
function viewAfter(
  { memory, request, deps }: CompactSituation,
  micro: MicroCompaction | undefined,
): HistoryView {
  if (!micro) return memory.view;
  return measureMemory(
    { items: micro.items, summary: request.snapshot.summary },
    deps.counter,
    new ContextIndex(),
  ).view;
}

/** The first rung's cut. Where someone asks for a compaction, keep-recent does not stand against it. */
export function prepareNearRecent(
  situation: CompactSituation,
  view: HistoryView = situation.memory.view,
): PreparedCompaction | undefined {
  const { request, limits } = situation;
  const { compactKeepRecentTokens } = situation.deps.options;
  const forCheckpoint = checkpointTokens(situation);
  const maxKeptTokens = Math.max(0, Math.floor(limits.aimTokens - request.fixedTokens - forCheckpoint));
  const near = prepareCompaction(view, { keepRecentTokens: compactKeepRecentTokens, maxKeptTokens });
  if (near || request.automatic) return near;
  return prepareCompaction(view, { keepRecentTokens: 0, maxKeptTokens });
}

/** What a checkpoint is taken to need before it is written. */
function checkpointTokens({ limits, deps }: CompactSituation): number {
  return Math.min(deps.options.compactSummaryMaxOutputTokens, limits.aimTokens * CHECKPOINT_SHARE);
}
