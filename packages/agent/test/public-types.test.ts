import {
  type AgentEvent,
  type AgentItem,
  type AgentResult,
  type AgentSession,
  type AgentSessionSnapshot,
  buildModelContext,
  type CompactPolicy,
  type CompactRecord,
  type CompactResult,
  type ContextBudget,
  type ContextProjector,
  type ContextReport,
  createAgent,
  defaultContextProjector,
  inMemorySessionStore,
  type LlmCompactPolicyOptions,
  type Logger,
  llmCompactPolicy,
  type MemoryItem,
  type MemorySnapshot,
  type SessionCompactOutcome,
  type SessionEvent,
  type SessionEventInput,
  type SessionStore,
  structuredSummaryCompactPolicy,
  tool,
} from '@ai4j/agent';
import { scriptedModel } from '@ai4j/agent/testing';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

/** What users write against: a change that breaks one of these breaks them. The compiler checks this file. */
const agent = createAgent({
  model: scriptedModel(['hi']),
  tools: {
    read: tool({
      description: 'Reads',
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => path,
    }),
  },
  contextBudget: { maxItems: 20, pinnedPrefixItems: 1 },
  compactPolicy: structuredSummaryCompactPolicy({ maxItems: 30 }),
  sessionStore: inMemorySessionStore(),
});

describe('items', () => {
  test('are told apart by type; a summary is no item of memory', () => {
    expectTypeOf<Exclude<AgentItem['type'], MemoryItem['type']>>().toEqualTypeOf<'summary'>();
    expectTypeOf<Extract<MemoryItem, { type: 'function_call_output' }>['outcome']>().toEqualTypeOf<
      'ok' | 'error' | 'rejected' | 'interrupted'
    >();
  });

  test('are readonly', () => {
    expectTypeOf<MemorySnapshot['items']>().toExtend<readonly MemoryItem[]>();
    expectTypeOf<MemorySnapshot['items']>().not.toExtend<MemoryItem[]>();
  });
});

describe('context', () => {
  test('a projector is a function of items and budget, and its report has the eight fields of old', () => {
    expectTypeOf(defaultContextProjector).toExtend<ContextProjector>();
    expectTypeOf(buildModelContext).returns.toExtend<{
      readonly items: readonly AgentItem[];
      readonly report: ContextReport;
    }>();
    expectTypeOf<ContextReport>().toExtend<{
      readonly sourceItemCount: number;
      readonly projectedItemCount: number;
      readonly droppedItemCount: number;
      readonly sourceApproxChars: number;
      readonly projectedApproxChars: number;
      readonly itemLimitApplied: boolean;
      readonly characterLimitApplied: boolean;
      readonly notes: readonly string[];
    }>();
  });

  test('every limit of a budget is optional', () => {
    expectTypeOf<Record<string, never>>().toExtend<ContextBudget>();
  });
});

describe('compaction', () => {
  test('a policy of one’s own needs a name and compact', () => {
    expectTypeOf<{
      readonly name: string;
      compact(snapshot: MemorySnapshot): Promise<CompactResult>;
    }>().toExtend<CompactPolicy>();
  });

  test('a result is its record and the new memory', () => {
    expectTypeOf<CompactResult>().toExtend<CompactRecord & { readonly memory: MemorySnapshot }>();
  });

  test('llmCompactPolicy is due by items or by tokens, not by both', () => {
    const model = scriptedModel([]);
    expectTypeOf(llmCompactPolicy).returns.toEqualTypeOf<CompactPolicy>();
    expectTypeOf({ model, maxItems: 10 }).toExtend<LlmCompactPolicyOptions>();
    expectTypeOf({ model, maxTokens: 1_000 }).toExtend<LlmCompactPolicyOptions>();
    expectTypeOf({ model, maxItems: 10, maxTokens: 1_000 }).not.toExtend<LlmCompactPolicyOptions>();
    expectTypeOf({ model }).not.toExtend<LlmCompactPolicyOptions>();
  });
});

describe('sessions', () => {
  test('run, stream, compact and snapshot', () => {
    expectTypeOf<AgentSession['run']>().returns.resolves.toEqualTypeOf<AgentResult>();
    expectTypeOf<AgentSession['stream']>().returns.toExtend<AsyncIterable<AgentEvent>>();
    expectTypeOf<AgentSession['compact']>().returns.resolves.toEqualTypeOf<SessionCompactOutcome>();
    expectTypeOf<AgentSession['snapshot']>().returns.resolves.toEqualTypeOf<AgentSessionSnapshot>();
    expectTypeOf(agent.newSession).returns.resolves.toEqualTypeOf<AgentSession>();
  });

  test('an outcome of a compaction is one of two', () => {
    expectTypeOf<SessionCompactOutcome['outcome']>().toEqualTypeOf<'compacted' | 'skipped'>();
  });

  test('a store is a port', () => {
    expectTypeOf(inMemorySessionStore).returns.toExtend<SessionStore>();
  });
});

test('an event that is appended has no place yet, one that was has', () => {
  expectTypeOf<SessionEvent>().toExtend<SessionEventInput>();
  expectTypeOf<SessionEvent>().toExtend<{ readonly seq: number; readonly atEpochMs: number }>();
});

test('console-like loggers of the pino kind fit', () => {
  type LogFunction = (fields: object, message?: string, ...args: unknown[]) => void;
  expectTypeOf<Record<'debug' | 'info' | 'warn' | 'error', LogFunction>>().toExtend<Logger>();
});
