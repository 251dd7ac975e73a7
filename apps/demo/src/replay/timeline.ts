import type { CompactRecord } from '@ai4j/agent';

/** What an item is, as a person tells them apart. */
export const itemKinds = ['summary', 'user', 'assistant', 'reasoning', 'call', 'output', 'other'] as const;
export type ItemKind = (typeof itemKinds)[number];

export type TokensByKind = Readonly<Record<ItemKind, number>>;

/** One model call: what it was sent, in Tokens. */
export interface StepRecord {
  /** 1-based. */
  readonly step: number;
  /** The whole request: real usage plus what came after it while that counts (`anchored`), else the estimate. */
  readonly tokens: number;
  readonly anchored: boolean;
  /** The estimate by kind; a system prompt counts as `other`. */
  readonly byKind: TokensByKind;
  /** Items sent, the summary apart. */
  readonly items: number;
  readonly clearedItems: number;
  readonly droppedItems: number;
  /** Tokens that are an unchanged prefix of the request before. */
  readonly cachedTokens: number;
}

/**
 * What became of an item by the end: `kept` word for word, `cleared` to a placeholder, `dropped` from the last
 * request but still in memory, `compacted` out of memory into a summary. All but `kept` can be recalled from the log.
 */
export type ItemFate = 'kept' | 'cleared' | 'dropped' | 'compacted';

/** The life of one logged item. */
export interface ItemRecord {
  readonly seq: number;
  readonly kind: ItemKind;
  /** The tool of a call or output, the role of a message. */
  readonly label: string;
  readonly tokens: number;
  readonly chars: number;
  /** Its first characters. */
  readonly preview: string;
  /** The first step whose request carried it; 0: none did. */
  readonly firstStep: number;
  /** The last step whose request carried it, word for word or as a placeholder; 0: none did. */
  readonly lastStep: number;
  /** The first step whose request carried a placeholder in its stead. */
  readonly clearedStep?: number | undefined;
  readonly fate: ItemFate;
  /** Step and cause of that fate, as one sentence; empty for `kept`. */
  readonly reason: string;
}

/** One compaction and where it happened. */
export interface CompactionRecord {
  /** 1-based. */
  readonly number: number;
  /** It ran before the model call of this step. */
  readonly step: number;
  /** Where the summary text is from. */
  readonly summarizer: 'deterministic' | 'recorded';
  readonly result: CompactRecord;
  /** Items that left memory, by kind. */
  readonly removedByKind: Readonly<Partial<Record<ItemKind, number>>>;
}

/** All that reports draw of one replayed session. */
export interface Timeline {
  readonly steps: readonly StepRecord[];
  readonly items: readonly ItemRecord[];
  readonly compactions: readonly CompactionRecord[];
}
