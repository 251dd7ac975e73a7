import { z } from 'zod/v4';
import type { TraceRecord } from '../replay/trace.ts';
import type { Finding } from './violation.ts';

const count = z.number().int().nonnegative();
const seq = z.number().int().positive();
const range = z.tuple([seq, seq]).refine(([from, to]) => from <= to, 'a range ends before it begins');
const ranges = z.array(range);

const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), source: z.looseObject({ type: z.enum(['blob', 'url']) }) }),
  z.looseObject({ type: z.literal('file'), source: z.looseObject({ type: z.enum(['blob', 'url']) }) }),
]);
const content = z.union([z.string(), z.array(part)]);
const base = { id: z.string().min(1), providerData: z.record(z.string(), z.unknown()).optional() };
const assistantSide = { ...base, responseId: z.string().optional() };
const cleared = z.literal(true).optional();

const loggedItems = [
  z.looseObject({
    type: z.literal('message'),
    ...assistantSide,
    role: z.enum(['user', 'assistant', 'system']),
    content,
    origin: z.enum(['typed', 'injected']).optional(),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    ...assistantSide,
    callId: z.string().min(1),
    name: z.string(),
    arguments: z.string(),
    kind: z.enum(['json', 'text']),
    providerExecuted: z.boolean().optional(),
  }),
  z.looseObject({
    type: z.literal('function_call_output'),
    ...base,
    callId: z.string().min(1),
    output: content,
    outcome: z.enum(['ok', 'error', 'rejected', 'interrupted']),
    cleared,
  }),
  z.looseObject({ type: z.literal('reasoning'), ...assistantSide, text: z.string(), cleared }),
  z.looseObject({ type: z.literal('opaque'), ...assistantSide, provider: z.string() }),
] as const;
const loggedItem = z.discriminatedUnion('type', loggedItems);
const sentItem = z.discriminatedUnion('type', [
  ...loggedItems,
  z.looseObject({ type: z.literal('summary'), ...base, text: z.string() }),
]);

const contextReport = z.looseObject({
  sourceItemCount: count,
  projectedItemCount: count,
  droppedItemCount: count,
  clearedItemCount: count,
  sourceTokens: count.optional(),
  projectedTokens: count.optional(),
  notes: z.array(z.string()),
  fates: z
    .looseObject({
      kept: ranges,
      dropped: ranges,
      clearedToolResults: ranges,
      clearedReasoning: ranges,
      altered: ranges,
    })
    .optional(),
});
const compactRecord = z.looseObject({
  policy: z.string(),
  summary: z.string().optional(),
  tokensBefore: count.optional(),
  tokensAfter: count.optional(),
  itemsBefore: count,
  itemsAfter: count,
  lossRecord: z.looseObject({ ranges }).optional(),
});

const eventShapes: Readonly<Record<string, z.ZodType>> = {
  'items-appended': z.looseObject({ items: z.array(loggedItem).min(1) }),
  'memory-replaced': z.looseObject({
    reason: z.enum(['compact', 'compress', 'restore', 'clear']),
    memory: z.array(z.union([range, z.looseObject({ seq, item: loggedItem })])),
    summary: z.string().optional(),
    covered: range.optional(),
    introduced: range.optional(),
    result: compactRecord.optional(),
  }),
  'compaction-undone': z.looseObject({ undoneSeq: seq }),
  redacted: z.looseObject({ ranges }),
  pruned: z.looseObject({ ranges }),
  'approval-requested': z.looseObject({ callId: z.string(), toolName: z.string() }),
  'approval-resolved': z.looseObject({ callId: z.string(), decision: z.enum(['approved', 'rejected']) }),
  'forked-from': z.looseObject({ sessionId: z.string(), atSeq: count }),
  extension: z.looseObject({ namespace: z.string(), kind: z.string() }),
  report: z.looseObject({ report: contextReport }),
  'run-started': z.looseObject({ runId: z.string() }),
  'run-ended': z.looseObject({ runId: z.string(), stopReason: z.string() }),
};

const memory = z.looseObject({
  seqs: ranges,
  items: count,
  summary: z.string().optional(),
  digest: z.string(),
});
const record = z.discriminatedUnion('trace', [
  z.looseObject({
    trace: z.literal('start'),
    schemaVersion: z.literal(1),
    session: z.string(),
    settings: z.record(z.string(), z.unknown()),
    budget: z.looseObject({
      maxItems: z.number().optional(),
      minClearTokens: z.number().optional(),
      slackItems: z.number().optional(),
    }),
  }),
  z.looseObject({
    trace: z.literal('event'),
    event: z.looseObject({ type: z.string(), seq, atEpochMs: count }),
  }),
  z.looseObject({
    trace: z.literal('request'),
    step: seq,
    items: z.array(z.union([range, z.looseObject({ seq: seq.optional(), item: sentItem })])),
    report: contextReport,
    memoryBefore: memory,
    memoryAfter: memory,
  }),
  z.looseObject({ trace: z.literal('recall'), seq, item: sentItem.nullable() }),
  z.looseObject({ trace: z.literal('end'), steps: count }),
]);

export type ShapeVerdict = { readonly record: TraceRecord } | { readonly finding: Finding };

/** Whether a value is a trace record, by a statement of its shape that is the checker's own. Never throws. */
export function readTraceRecord(value: unknown): ShapeVerdict {
  const parsed = record.safeParse(value);
  if (!parsed.success)
    return { finding: { law: 'trace', detail: `no trace record: ${firstProblem(parsed.error)}` } };
  if (parsed.data.trace === 'event') {
    const { event } = parsed.data;
    if (!Object.hasOwn(eventShapes, event.type)) {
      return { finding: { law: 'log', detail: `event ${event.seq} has the unknown type ${event.type}` } };
    }
    const shape = (eventShapes[event.type] as z.ZodType).safeParse(event);
    if (!shape.success) {
      return { finding: { law: 'trace', detail: `no ${event.type} event: ${firstProblem(shape.error)}` } };
    }
  }
  return { record: value as TraceRecord };
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'unreadable' : `${issue.message} at ${issue.path.join('.') || 'its root'}`;
}
