/** One retrieved chunk. Hits come in the order of their relevance, the best first. */
export interface RagHit {
  readonly content: string;
  /** Shown in the citation; else the path is, else "source". */
  readonly sourceName?: string | undefined;
  readonly sourcePath?: string | undefined;
  readonly pageNumber?: number | undefined;
  readonly section?: string | undefined;
}

/** A hit that the text holds. */
export interface RagCitation {
  /** `S1`, `S2`, … in the order of the text. */
  readonly id: string;
  /** As the text shows it: source, page and section. */
  readonly label: string;
  /** What the text holds of the hit, to the letter. */
  readonly snippet: string;
  /** The snippet is the beginning of the hit only. */
  readonly truncated: boolean;
  readonly hit: RagHit;
}

/** A hit that the text does not hold, and why. */
export interface OmittedRagHit {
  readonly hit: RagHit;
  /** `blank`: it says nothing. `source-share`: its source had its hits. `budget`: there was no room. */
  readonly reason: 'blank' | 'source-share' | 'budget';
}

/** What of the hits goes to the model. */
export interface RagContext {
  /** Empty when no hit could be taken. */
  readonly text: string;
  /** Of `text`, by the counter; never more than the budget. */
  readonly tokens: number;
  readonly citations: readonly RagCitation[];
  /** In the order of the hits. */
  readonly omitted: readonly OmittedRagHit[];
}

/** Chooses the hits that a request has room for. */
export type RagContextAssembler = (hits: readonly RagHit[]) => RagContext;
