import { z } from 'zod/v4';

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

/** Requests by number. All open ones are listed, of the others the newest; numbers say how many there were. */
export const requestsLedgerSchema = z.array(userRequestSchema).readonly();
export type RequestsLedger = z.infer<typeof requestsLedgerSchema>;
