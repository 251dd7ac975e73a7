import { ConfigError } from '../errors.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { citationHeader, citationLabel } from './citation-header.ts';
import { fittingPrefix } from './fitting-prefix.ts';
import type { OmittedRagHit, RagContext, RagContextAssembler, RagHit } from './rag-context.ts';

/** While a best hit that is too large waits for its cut, the others may take this share of the budget. */
const SHARE_BESIDE_A_CUT_HIT = 0.5;

interface AssemblerOptions {
  readonly counter: TokenCounter;
  /** Cut the best hit where it does not fit whole. Default true. */
  readonly truncateOversizedHit?: boolean | undefined;
  /** Between two hits. Default: an empty line. */
  readonly delimiter?: string | undefined;
  /** A line above each hit says where it is from: `[S1] guide.pdf / p.3 / Setup`. Default true. */
  readonly includeCitations?: boolean | undefined;
  /** So that one source cannot crowd out the others; a source is a path, or else a name. Default: no limit. */
  readonly maxHitsPerSource?: number | undefined;
}

/** A fixed budget, or what the window leaves of itself at the time of each call. */
type Budget =
  | { readonly maxTokens: number }
  | {
      readonly windowTokens: number;
      /** For the answer. */
      readonly reserveTokens: number;
      /** The request as it stands without the hits: the number the session shows. */
      readonly requestTokens: () => number;
    };

export type TokenAwareRagContextAssemblerOptions = AssemblerOptions & Budget;

interface Segment {
  readonly hit: RagHit;
  readonly snippet: string;
}

/**
 * Takes hits in their order while they fit; one that does not fit stops none of those after it. The best
 * hit is not lost for its size: it stands first, cut to what the others leave, and they leave it half.
 * @throws ConfigError for a fixed budget below 1 and a window or reserve that is no budget
 */
export function tokenAwareRagContextAssembler(
  options: TokenAwareRagContextAssemblerOptions,
): RagContextAssembler {
  refuseImpossible(options);
  return (hits) => new RagAssembly(options, budgetOf(options)).assemble(hits);
}

/** One assembly: each hit is counted once. */
class RagAssembly {
  readonly #budget: number;
  readonly #counter: TokenCounter;
  readonly #cites: boolean;
  readonly #cuts: boolean;
  readonly #delimiter: string;
  readonly #maxHitsPerSource: number;
  readonly #delimiterTokens: number;
  readonly #omitted: OmittedRagHit[] = [];
  readonly #segments: Segment[] = [];
  readonly #takenBySource = new Map<string, number>();
  #tokens = 0;

  constructor(options: AssemblerOptions, budget: number) {
    this.#budget = budget;
    this.#counter = options.counter;
    this.#cites = options.includeCitations ?? true;
    this.#cuts = options.truncateOversizedHit ?? true;
    this.#delimiter = options.delimiter ?? '\n\n';
    this.#maxHitsPerSource = options.maxHitsPerSource ?? Number.POSITIVE_INFINITY;
    this.#delimiterTokens = options.counter.countText(this.#delimiter);
  }

  assemble(hits: readonly RagHit[]): RagContext {
    const [best, ...others] = hits.filter(({ content }) => content.trim() !== '');
    for (const hit of hits) if (hit.content.trim() === '') this.#omit(hit, 'blank');
    if (!best) return this.#render(hits);
    if (this.#takeWhole(best, this.#budget)) {
      this.#takeOthers(others, this.#budget);
    } else if (this.#cuts) {
      this.#takeBestCut(best, others);
    } else {
      this.#omit(best, 'budget');
      this.#takeOthers(others, this.#budget);
    }
    return this.#render(hits);
  }

  #takeBestCut(best: RagHit, others: readonly RagHit[]): void {
    // Its place is taken first, so that the others count and number as they will stand.
    this.#take(best, '');
    this.#takeOthers(others, this.#budget * SHARE_BESIDE_A_CUT_HIT);
    const room = this.#budget - this.#tokens;
    const snippet = fittingPrefix(best.content, (prefix) => {
      return this.#count(1, best, prefix) <= room;
    });
    if (snippet.trim() !== '') {
      this.#segments[0] = { hit: best, snippet };
    } else {
      this.#segments.shift();
      this.#omit(best, 'budget');
    }
  }

  #takeOthers(others: readonly RagHit[], limit: number): void {
    for (const hit of others) {
      if (this.#takenOf(hit) >= this.#maxHitsPerSource) this.#omit(hit, 'source-share');
      else if (!this.#takeWhole(hit, limit)) this.#omit(hit, 'budget');
    }
  }

  #takeWhole(hit: RagHit, limit: number): boolean {
    const before = this.#segments.length;
    const added = this.#count(before + 1, hit, hit.content) + (before > 0 ? this.#delimiterTokens : 0);
    if (this.#tokens + added > limit) return false;
    this.#tokens += added;
    this.#take(hit, hit.content);
    return true;
  }

  #take(hit: RagHit, snippet: string): void {
    this.#segments.push({ hit, snippet });
    const source = sourceOf(hit);
    if (source !== undefined) this.#takenBySource.set(source, this.#takenOf(hit) + 1);
  }

  /** How many hits of its source are taken; one without a source stands for itself. */
  #takenOf(hit: RagHit): number {
    return this.#takenBySource.get(sourceOf(hit) ?? '') ?? 0;
  }

  #count(number: number, hit: RagHit, snippet: string): number {
    return this.#counter.countText(this.#segmentText(number, { hit, snippet }));
  }

  #segmentText(number: number, { hit, snippet }: Segment): string {
    return this.#cites ? citationHeader(number, hit) + snippet : snippet;
  }

  #omit(hit: RagHit, reason: OmittedRagHit['reason']): void {
    this.#omitted.push({ hit, reason });
  }

  #render(hits: readonly RagHit[]): RagContext {
    const join = () =>
      this.#segments.map((segment, at) => this.#segmentText(at + 1, segment)).join(this.#delimiter);
    let text = join();
    let tokens = this.#counter.countText(text);
    // Some tokenizers count a whole a little above its parts.
    while (tokens > this.#budget && this.#segments.length > 0) {
      this.#omit((this.#segments.pop() as Segment).hit, 'budget');
      text = join();
      tokens = this.#counter.countText(text);
    }
    const citations = this.#segments.map(({ hit, snippet }, at) => ({
      id: `S${at + 1}`,
      label: citationLabel(hit),
      snippet,
      truncated: snippet.length < hit.content.length,
      hit,
    }));
    const rank = new Map(hits.map((hit, at) => [hit, at]));
    const omitted = this.#omitted.sort((a, b) => (rank.get(a.hit) ?? 0) - (rank.get(b.hit) ?? 0));
    return { text, tokens, citations, omitted };
  }
}

function sourceOf({ sourcePath, sourceName }: RagHit): string | undefined {
  return sourcePath || sourceName || undefined;
}

function budgetOf(options: Budget): number {
  if ('maxTokens' in options) return options.maxTokens;
  return Math.max(0, options.windowTokens - options.reserveTokens - options.requestTokens());
}

function refuseImpossible(options: TokenAwareRagContextAssemblerOptions): void {
  const { maxHitsPerSource = 1 } = options;
  const atLeastOne: Record<string, number> =
    'maxTokens' in options
      ? { maxTokens: options.maxTokens, maxHitsPerSource }
      : { windowTokens: options.windowTokens, maxHitsPerSource };
  for (const [name, value] of Object.entries(atLeastOne)) {
    if (!(value >= 1)) throw new ConfigError('invalid_option', `${name} is ${value}; it is 1 or more.`);
  }
  if (
    'reserveTokens' in options &&
    !(options.reserveTokens >= 0 && options.reserveTokens < options.windowTokens)
  ) {
    throw new ConfigError(
      'invalid_option',
      `reserveTokens is ${options.reserveTokens}; it is 0 or more, and less than windowTokens (${options.windowTokens}).`,
    );
  }
}
