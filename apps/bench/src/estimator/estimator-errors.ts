import {
  type AgentItem,
  approxChars,
  ContextTokenMeter,
  type ModelFamily,
  scriptAwareTokenEstimator,
  type TokenCounter,
  type TokenFactors,
} from '@ai4j/agent';
import { fitFactors, type TextSample, textSamples } from './fit-factors.ts';
import { type GrowthStep, growthSteps } from './growth-steps.ts';
import type { RecordedUsage } from './usage-points.ts';

/** Factors fitted without what they are then tested on. */
export type HeldOut = 'file' | 'source';
type Factors = Readonly<Record<ModelFamily, TokenFactors>>;

/** Relative errors, absolute: 0.1 is 10 %. */
export interface StepErrors {
  readonly step: GrowthStep;
  readonly charsBy4: number;
  readonly fileHeldOut: number;
  readonly sourceHeldOut: number;
}
export interface PromptErrors {
  readonly recorded: RecordedUsage;
  readonly errors: Readonly<Record<HeldOut, readonly number[]>>;
}
export interface AnchoredErrors {
  readonly recorded: RecordedUsage;
  readonly errors: readonly number[];
  /** Calls whose usage was not believed. */
  readonly refused: number;
}

/** Fits on everything but one file or source at a time, and measures the estimator on what was left out. */
export class HeldOutEstimator {
  readonly steps: readonly GrowthStep[];
  readonly #recordings: readonly RecordedUsage[];
  readonly #samples: readonly TextSample[];
  readonly #counters = new Map<string, Map<ModelFamily, TokenCounter>>();

  constructor(recordings: readonly RecordedUsage[]) {
    this.#recordings = recordings;
    this.steps = recordings.flatMap(growthSteps);
    this.#samples = textSamples(this.steps);
  }

  /** Factors fitted on everything: what the library ships. */
  fitAll(): Factors {
    return fitFactors(this.#samples, this.steps);
  }

  growth(): StepErrors[] {
    return this.steps.map((step) => ({
      step,
      charsBy4: relativeError(
        sum(step.added, (item) => approxChars(item) / 4),
        step.addedTokens,
      ),
      fileHeldOut: relativeError(this.#tokens(step.added, step, 'file'), step.addedTokens),
      sourceHeldOut: relativeError(this.#tokens(step.added, step, 'source'), step.addedTokens),
    }));
  }

  /** The whole prompt by estimate alone; a hidden prefix is one constant, from the first call of the recording. */
  prompts(): PromptErrors[] {
    return this.#recordings.map((recorded) => {
      const errors = (held: HeldOut): number[] => {
        const totals = recorded.points.map(({ request, family }) => {
          const where = { ...recorded, family };
          return (
            this.#counter(where, held).countText(recorded.systemPrompt) + this.#tokens(request, where, held)
          );
        });
        const first = recorded.points[0];
        const hidden = recorded.hiddenPrefix && first ? first.promptTokens - (totals[0] as number) : 0;
        const judged = recorded.hiddenPrefix ? recorded.points.slice(1) : recorded.points;
        const skipped = recorded.points.length - judged.length;
        return judged.map((point, index) =>
          relativeError((totals[index + skipped] as number) + hidden, point.promptTokens),
        );
      };
      return { recorded, errors: { file: errors('file'), source: errors('source') } };
    });
  }

  /** What `ContextTokenMeter` says before each call whose request extends an anchored one; source held out. */
  anchored(): AnchoredErrors[] {
    return this.#recordings.map((recorded) => {
      const errors: number[] = [];
      let refused = 0;
      let measured: { readonly family: ModelFamily; readonly meter: ContextTokenMeter } | undefined;
      for (const { family, request, response, unchangedItems, usage, promptTokens } of recorded.points) {
        const isNewModel = measured?.family !== family;
        if (measured === undefined || isNewModel) {
          measured = {
            family,
            meter: new ContextTokenMeter({ counter: this.#counter({ ...recorded, family }, 'source') }),
          };
        }
        const { meter } = measured;
        const { tokens, anchoredItems } = meter.measure(request, isNewModel ? 0 : unchangedItems);
        if (anchoredItems > 0) errors.push(relativeError(tokens, promptTokens));
        if (meter.anchor(usage, response) !== 'anchored') refused++;
      }
      return { recorded, errors, refused };
    });
  }

  #tokens(items: readonly AgentItem[], where: Place, held: HeldOut): number {
    const counter = this.#counter(where, held);
    return sum(items, (item) => counter.countItem(item));
  }

  #counter(where: Place, held: HeldOut): TokenCounter {
    const left = held === 'file' ? where.file : where.source;
    const counters = this.#counters.get(`${held} ${left}`) ?? this.#fitWithout(held, left);
    return counters.get(where.family) as TokenCounter;
  }

  #fitWithout(held: HeldOut, left: string): Map<ModelFamily, TokenCounter> {
    const factors = fitFactors(
      this.#samples.filter((sample) => sample[held] !== left),
      this.steps.filter((step) => step[held] !== left),
    );
    const counters = new Map(
      Object.entries(factors).map(([name, own]) => {
        const family = name as ModelFamily;
        return [family, rememberingCounter(scriptAwareTokenEstimator({ family, factors: own }))];
      }),
    );
    this.#counters.set(`${held} ${left}`, counters);
    return counters;
  }
}

type Place = Pick<GrowthStep, 'file' | 'source' | 'family'>;

function relativeError(estimate: number, truth: number): number {
  return Math.abs(estimate - truth) / truth;
}

function sum(items: readonly AgentItem[], measure: (item: AgentItem) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}

function rememberingCounter(counter: TokenCounter): TokenCounter {
  const known = new WeakMap<AgentItem, number>();
  return {
    ...counter,
    countItem(item) {
      const tokens = known.get(item) ?? counter.countItem(item);
      known.set(item, tokens);
      return tokens;
    },
  };
}
