import { z } from 'zod/v4';
import { contentSchema } from './content.ts';

const base = {
  /** Unique within a session. */
  id: z.string().min(1),
  /** What a provider must get back unchanged: signatures, encrypted reasoning. We never read it. */
  providerData: z.record(z.string(), z.unknown()).optional(),
};
/** What came in one model response shares its `responseId` and is kept or dropped as one group. */
const assistantSide = { ...base, responseId: z.string().optional() };

/** `typed` by a person, or `injected` (a reminder, a hidden continuation): stored, but no user statement. */
export const messageOriginSchema = z.enum(['typed', 'injected']);
export type MessageOrigin = z.infer<typeof messageOriginSchema>;

export const messageItemSchema = z
  .object({
    type: z.literal('message'),
    ...assistantSide,
    role: z.enum(['user', 'assistant', 'system']),
    content: contentSchema,
    /** For user messages; absent means `typed`. */
    origin: messageOriginSchema.optional(),
  })
  .readonly();
export type MessageItem = z.infer<typeof messageItemSchema>;

export const functionCallItemSchema = z
  .object({
    type: z.literal('function_call'),
    ...assistantSide,
    callId: z.string().min(1),
    name: z.string(),
    /** As the model wrote it: a JSON text for kind `json`, free text for kind `text`. */
    arguments: z.string(),
    kind: z.enum(['json', 'text']),
    /** The provider ran it itself: it needs no output of ours. */
    providerExecuted: z.boolean().optional(),
  })
  .readonly();
export type FunctionCallItem = z.infer<typeof functionCallItemSchema>;

export const outputOutcomeSchema = z.enum(['ok', 'error', 'rejected', 'interrupted']);
export type OutputOutcome = z.infer<typeof outputOutcomeSchema>;

export const functionCallOutputItemSchema = z
  .object({
    type: z.literal('function_call_output'),
    ...base,
    callId: z.string().min(1),
    output: contentSchema,
    outcome: outputOutcomeSchema,
    /** The output is a placeholder; the original is in the log under the same item id. */
    cleared: z.literal(true).optional(),
    /** The output was cut to its head and tail before it entered memory; the whole of it, as JSON, is this blob of the log. */
    original: z.object({ hash: z.string(), sizeBytes: z.number().int().nonnegative() }).readonly().optional(),
  })
  .readonly();
export type FunctionCallOutputItem = z.infer<typeof functionCallOutputItemSchema>;

export const reasoningItemSchema = z
  .object({
    type: z.literal('reasoning'),
    ...assistantSide,
    text: z.string(),
    /** Its payload was cleared: adapters leave it out, and it counts as absent. */
    cleared: z.literal(true).optional(),
  })
  .readonly();
export type ReasoningItem = z.infer<typeof reasoningItemSchema>;

/** An item of one provider that we carry in `providerData` and hand back, but cannot read. */
export const opaqueItemSchema = z
  .object({ type: z.literal('opaque'), ...assistantSide, provider: z.string() })
  .readonly();
export type OpaqueItem = z.infer<typeof opaqueItemSchema>;

/** What stands for compacted history in a context; memory holds it as a field, never as a fact. */
export const summaryItemSchema = z
  .object({ type: z.literal('summary'), ...base, text: z.string() })
  .readonly();
export type SummaryItem = z.infer<typeof summaryItemSchema>;

const memoryItemSchemas = [
  messageItemSchema,
  functionCallItemSchema,
  functionCallOutputItemSchema,
  reasoningItemSchema,
  opaqueItemSchema,
] as const;

/** What memory and the log hold: every item but the summary. */
export type MemoryItem = z.infer<(typeof memoryItemSchemas)[number]>;
export const memoryItemSchema: z.ZodType<MemoryItem> = z.discriminatedUnion('type', memoryItemSchemas);

/** What a context is made of: memory items, and at most one summary, first. */
export type AgentItem = MemoryItem | SummaryItem;
export const agentItemSchema: z.ZodType<AgentItem> = z.discriminatedUnion('type', [
  ...memoryItemSchemas,
  summaryItemSchema,
]);

/** Said by a person: starts a turn and counts as a user statement. */
export function isTypedUserMessage(item: AgentItem): item is MessageItem {
  return item.type === 'message' && item.role === 'user' && item.origin !== 'injected';
}

/** What a model response is made of. */
export type AssistantSideItem = MessageItem | FunctionCallItem | ReasoningItem | OpaqueItem;

/** Written by the model: part of a response group. */
export function isAssistantSide(item: AgentItem): item is AssistantSideItem {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant';
    case 'function_call':
    case 'reasoning':
    case 'opaque':
      return true;
    case 'function_call_output':
    case 'summary':
      return false;
    default:
      return item satisfies never;
  }
}

export function isMemoryItem(item: AgentItem): item is MemoryItem {
  return item.type !== 'summary';
}
