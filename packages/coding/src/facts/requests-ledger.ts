import { z } from 'zod/v4';
import { shorten } from './shorten.ts';

export const requestStateSchema = z.enum(['open', 'answered', 'superseded']);
export type RequestState = z.infer<typeof requestStateSchema>;

/** Something the user asked for. */
export const userRequestSchema = z
  .object({
    /** 1 for the first of the session; never reused. */
    number: z.number().int().positive(),
    /** The message it stems from. */
    itemId: z.string(),
    /** Word for word; a long one keeps head and tail. */
    text: z.string(),
    state: requestStateSchema,
    /** The number of the request that took its place. */
    supersededBy: z.number().int().positive().optional(),
    /** What the assistant had asked just before: this request is the reply. */
    inReplyTo: z.string().optional(),
  })
  .readonly();
export type UserRequest = z.infer<typeof userRequestSchema>;

/** Requests by number: every open one, and of the others the newest. Numbers say how many there were. */
export const requestsLedgerSchema = z.array(userRequestSchema).readonly();
export type RequestsLedger = z.infer<typeof requestsLedgerSchema>;

/** Chars of an open request: a task description of a page, not a pasted log. */
const MAX_OPEN_REQUEST_CHARS = 4_000;
/** Chars of a closed request: enough to tell which one it was. */
const MAX_CLOSED_REQUEST_CHARS = 300;
/** Closed requests that stay listed. */
const MAX_CLOSED_REQUESTS = 12;

/** The requests that are still to be done. */
export function openRequests(ledger: RequestsLedger): RequestsLedger {
  return ledger.filter(({ state }) => state === 'open');
}

/**
 * One ledger of one session from two: `later` knows better what became of a request that both list. It lists
 * every open one, so what it passes over is not open any more. Merging a ledger with itself changes nothing.
 */
export function mergeLedgers(earlier: RequestsLedger, later: RequestsLedger): RequestsLedger {
  const lastNumber = later.at(-1)?.number ?? 0;
  const byNumber = new Map<number, UserRequest>();
  for (const request of earlier) {
    if (request.state !== 'open' || request.number > lastNumber) byNumber.set(request.number, request);
  }
  for (const request of later) byNumber.set(request.number, request);
  return boundedLedger([...byNumber.values()].sort((a, b) => a.number - b.number));
}

/** Lets the oldest closed requests go, and shortens texts: what a session carries on does not grow with its age. */
export function boundedLedger(requests: RequestsLedger): RequestsLedger {
  const closed = requests.filter(({ state }) => state !== 'open');
  const dropped = new Set(closed.slice(0, -MAX_CLOSED_REQUESTS));
  return requests
    .filter((request) => !dropped.has(request))
    .map((request) => ({
      ...request,
      text: shorten(
        request.text,
        request.state === 'open' ? MAX_OPEN_REQUEST_CHARS : MAX_CLOSED_REQUEST_CHARS,
      ),
    }));
}
