import { z } from 'zod/v4';
import { type CompactPart, compactPartSchema } from './compact-part.ts';

const count = z.number().int().nonnegative();

const breakerSchemas = [
  z
    .object({
      status: z.literal('closed'),
      /** Automatic compactions that failed in a row. */
      failures: count,
      /** Compactions in a row after which one item filled the context again at once. */
      refills: count,
    })
    .readonly(),
  z
    .object({
      status: z.literal('open'),
      sinceTurn: count,
      reason: z.enum(['failures', 'thrash']),
      error: z.string(),
      failures: count,
      /** What keeps filling the context, for `thrash`. */
      culprit: compactPartSchema.optional(),
    })
    .readonly(),
] as const;

/**
 * Whether automatic compaction may be tried. One state per session, never shared; persisted with it.
 * `closed`: yes. `open`: no, until a manual compaction succeeds.
 */
export type AutoCompactBreaker = z.infer<(typeof breakerSchemas)[number]>;
export const autoCompactBreakerSchema: z.ZodType<AutoCompactBreaker> = z.discriminatedUnion(
  'status',
  breakerSchemas,
);

export const closedBreaker: AutoCompactBreaker = { status: 'closed', failures: 0, refills: 0 };

/** A context that is full again after so few model responses was refilled at once. */
export const REFILL_RESPONSES = 3;
/** So many refills in a row are thrash. */
export const MAX_REFILLS = 3;
/** An item that takes this share of the room that a compaction made is what refilled it. */
const CULPRIT_SHARE = 0.5;

/** How the room was used up that the compaction before had made. */
export interface Refill {
  /** Model responses since that compaction. */
  readonly responses: number;
  /** Tokens that were free after it. */
  readonly roomTokens: number;
  /** The biggest item that came since. */
  readonly biggest: CompactPart;
}

export type BreakerEvent =
  /** Skips are no failures: nothing was tried. */
  | { readonly type: 'skipped' }
  | { readonly type: 'failed'; readonly turn: number; readonly error: string }
  /** An automatic compaction succeeded; `refill` tells why it was due, when it was not the first. */
  | { readonly type: 'compacted'; readonly turn: number; readonly refill?: Refill | undefined }
  | { readonly type: 'compacted-manually' };

/**
 * The breaker after `event`. Opens after `maxFailures` failures in a row (0 = it never opens for failures,
 * nor for thrash), and when the context was refilled at once `MAX_REFILLS` times in a row by items big
 * enough to do that alone.
 */
export function nextBreaker(
  breaker: AutoCompactBreaker,
  event: BreakerEvent,
  maxFailures: number,
): AutoCompactBreaker {
  switch (event.type) {
    case 'compacted-manually':
      return closedBreaker;
    case 'skipped':
      return breaker;
    case 'failed':
      return breaker.status === 'open'
        ? breaker
        : afterFailure(breaker.failures + 1, event, breaker, maxFailures);
    case 'compacted':
      return breaker.status === 'open' ? breaker : afterSuccess(breaker.refills, event, maxFailures);
    default:
      return event satisfies never;
  }
}

function afterFailure(
  failures: number,
  { turn, error }: Extract<BreakerEvent, { readonly type: 'failed' }>,
  closed: Extract<AutoCompactBreaker, { readonly status: 'closed' }>,
  maxFailures: number,
): AutoCompactBreaker {
  if (maxFailures === 0 || failures < maxFailures) return { ...closed, failures };
  return {
    status: 'open',
    sinceTurn: turn,
    reason: 'failures',
    failures,
    error: `Automatic compaction failed ${failures} times in a row and is paused. A manual compact() that succeeds resumes it. Last: ${error}`,
  };
}

function afterSuccess(
  refillsBefore: number,
  { turn, refill }: Extract<BreakerEvent, { readonly type: 'compacted' }>,
  maxFailures: number,
): AutoCompactBreaker {
  const refills = refill && isRefilledAtOnce(refill) ? refillsBefore + 1 : 0;
  if (!refill || maxFailures === 0 || refills < MAX_REFILLS)
    return { status: 'closed', failures: 0, refills };
  const culprit = refill.biggest;
  return {
    status: 'open',
    sinceTurn: turn,
    reason: 'thrash',
    failures: 0,
    culprit,
    error: `The context was full again at once after ${refills} compactions in a row; automatic compaction is paused. What fills it: ${culprit.name} with ${culprit.tokens} tokens.`,
  };
}

function isRefilledAtOnce({ responses, roomTokens, biggest }: Refill): boolean {
  return responses <= REFILL_RESPONSES && biggest.tokens >= roomTokens * CULPRIT_SHARE;
}
