import { ContextIndex, type MemoryItem, measureMemory, type SeqRange, type TokenCounter } from '@ai4j/agent';
import type { Refill } from '../compact/auto-compact-breaker.ts';
import { partOf } from '../compact/context-floor.ts';
import type { StandingCompaction } from './coding-session-fold.ts';

/** What `refillSince` reads. */
export interface RefillSituation {
  readonly snapshot: { readonly items: readonly MemoryItem[]; readonly seqs: readonly SeqRange[] };
  readonly compaction: StandingCompaction;
  readonly limitTokens: number;
  readonly counter: TokenCounter;
}

/** How the room that a compaction had made was used up; undefined when nothing came since. */
export function refillSince({
  snapshot: { items, seqs },
  compaction: { seq, record },
  limitTokens,
  counter,
}: RefillSituation): Refill | undefined {
  const first = positionAfter(seqs, seq);
  if (first >= items.length || record?.tokensAfter === undefined) return undefined;
  const { view } = measureMemory({ items }, counter, new ContextIndex());
  const parts = items.slice(first).map((_, at) => ({
    ...partOf(view, first + at),
    tokens: view.tokens.at(first + at),
  }));
  const responses = new Set(items.slice(first).flatMap((item) => responseIdOf(item) ?? []));
  return {
    responses: responses.size,
    roomTokens: Math.max(0, limitTokens - record.tokensAfter),
    biggest: parts.reduce((biggest, part) => (part.tokens > biggest.tokens ? part : biggest)),
  };
}

/** The first position whose seq is after `seq`. */
function positionAfter(seqs: readonly SeqRange[], seq: number): number {
  let position = 0;
  for (const [from, to] of seqs) {
    if (from > seq) return position;
    position += Math.min(to, seq) - from + 1;
    if (to > seq) return position;
  }
  return position;
}

function responseIdOf(item: MemoryItem): string | undefined {
  return 'responseId' in item ? item.responseId : undefined;
}
