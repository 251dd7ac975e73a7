import { type AgentItem, ContextTokenMeter, promptTokens, type TokenCounter } from '@ai4j/agent';
import type { TranscriptSession } from '@ai4j/coding/transcripts';
import { percentile } from './percentile.ts';
import { type PlaybackAction, playback } from './playback.ts';
import type { EstimateError } from './replay-report.ts';

/** How far the estimate was off at each point of one session, in percent of the recorded figure. */
export interface EstimateSamples {
  /** Prompts told from the usage before them and the estimate of what came after it. */
  readonly promptAbsErrorsPct: readonly number[];
  /** What a prompt grew by since the one before it. */
  readonly growthAbsErrorsPct: readonly number[];
}

/**
 * Compares the estimate with recorded usage, prompt by prompt, over the prompts as they were recorded. Where the
 * recorded agent compacted or cleared its own context, or changed the model, the next prompt has nothing to be told
 * from and begins anew.
 */
export function estimateSamples(session: TranscriptSession, counter: TokenCounter): EstimateSamples {
  const comparison = new PromptComparison(counter);
  for (const action of playback(session.entries)) comparison.take(action);
  return comparison;
}

class PromptComparison implements EstimateSamples {
  readonly promptAbsErrorsPct: number[] = [];
  readonly growthAbsErrorsPct: number[] = [];
  readonly #counter: TokenCounter;
  #meter: ContextTokenMeter;
  #items: AgentItem[] = [];
  #measuredItems = 0;
  /** The recorded prompt that the next one is told from. */
  #lastPromptTokens: number | undefined;
  #model: string | undefined;

  constructor(counter: TokenCounter) {
    this.#counter = counter;
    this.#meter = new ContextTokenMeter({ counter });
  }

  take(action: PlaybackAction): void {
    switch (action.type) {
      case 'input':
        this.#tell(action.items);
        return;
      case 'response':
        this.#compare(action);
        return;
      case 'compaction':
        this.#beginAnew();
        return;
      default:
        action satisfies never;
    }
  }

  #compare({ items, usage }: Extract<PlaybackAction, { type: 'response' }>): void {
    const model = usage?.model ?? this.#model;
    if (this.#model !== undefined && model !== this.#model) this.#beginAnew();
    this.#model = model;
    const told = this.#meter.measure(this.#items, this.#measuredItems);
    this.#measuredItems = this.#items.length;
    this.#tell(items);
    const prompt = usage ? promptTokens(usage.usage) : 0;
    if (usage === undefined || prompt === 0) {
      this.#meter.anchor(undefined, items);
      return;
    }
    if (this.#lastPromptTokens !== undefined && told.anchoredItems > 0) {
      this.promptAbsErrorsPct.push(absErrorPct(told.tokens, prompt));
      const growth = prompt - this.#lastPromptTokens;
      if (growth > 0) this.growthAbsErrorsPct.push(absErrorPct(told.tokens - this.#lastPromptTokens, growth));
    }
    const outcome = this.#meter.anchor(
      usage.outputReliable ? usage.usage : { ...usage.usage, outputTokens: 0 },
      items,
    );
    this.#lastPromptTokens = outcome === 'anchored' ? prompt : undefined;
  }

  #tell(items: readonly AgentItem[]): void {
    for (const item of items) this.#items.push(item);
  }

  #beginAnew(): void {
    this.#meter = new ContextTokenMeter({ counter: this.#counter });
    this.#items = [];
    this.#measuredItems = 0;
    this.#lastPromptTokens = undefined;
  }
}

/** The samples of one or more sessions as figures. */
export function estimateError(samples: readonly EstimateSamples[]): EstimateError {
  const prompts = samples.flatMap((each) => each.promptAbsErrorsPct);
  const growths = samples.flatMap((each) => each.growthAbsErrorsPct);
  return {
    points: prompts.length,
    promptMedianAbsErrorPct: percentile(prompts, 0.5),
    promptP95AbsErrorPct: percentile(prompts, 0.95),
    growthMedianAbsErrorPct: percentile(growths, 0.5),
  };
}

function absErrorPct(estimate: number, truth: number): number {
  return (100 * Math.abs(estimate - truth)) / truth;
}
