import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { AgentHarness, deferred } from '../../test/agent-harness.ts';
import { alteredLog } from '../../test/session-logs.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { ModelError } from '../errors.ts';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import type { AgentLoopContext } from '../loop/agent-loop-context.ts';
import { autoCompaction } from '../loop/auto-compact.ts';
import { CompactionState } from '../loop/compaction-state.ts';
import { tool } from '../model/tool.ts';
import type { ScriptedReply } from '../testing/scripted-model.ts';
import { type AgentTelemetryOptions, agentTelemetry } from './agent-telemetry.ts';
import { ERROR_TYPE, genAi } from './semantic-names.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
});
afterAll(() => context.disable());

function telemetry(options: Partial<AgentTelemetryOptions> = {}) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('test');
  const onEvent = agentTelemetry({ tracer, ...options });
  return { onEvent, tracer, spans: () => exporter.getFinishedSpans() };
}

const usage = {
  inputTokens: 100,
  cacheReadTokens: 50,
  cacheWriteTokens: 7,
  outputTokens: 20,
  reasoningTokens: 5,
};

const tools = {
  read: tool({
    description: 'Reads.',
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => {
      if (path === 'missing') throw new Error(`SECRET: no file ${path}`);
      return `SECRET of ${path}`;
    },
  }),
};

const reading = (path: string): ScriptedReply => ({ calls: [{ name: 'read', arguments: { path } }], usage });

async function run(
  replies: readonly ScriptedReply[],
  extra: Partial<AgentLoopContext> = {},
  options: Partial<AgentTelemetryOptions> = {},
) {
  const { onEvent, spans } = telemetry(options);
  const harness = new AgentHarness({ tools, instructions: 'SECRET system' });
  const result = await harness.run('SECRET question', replies, { ...extra, onEvent });
  return { result, spans: spans(), harness };
}

const named = (spans: readonly ReadableSpan[], name: string) =>
  spans.find((span) => span.name === name) ?? expect.fail(`${name} among ${spans.map((it) => it.name)}`);

/** Names indented under their parents, in the order in which they ended. */
function tree(spans: readonly ReadableSpan[], parent?: string): readonly string[] {
  return spans
    .filter((span) => span.parentSpanContext?.spanId === parent)
    .flatMap((span) => [span.name, ...tree(spans, span.spanContext().spanId).map((it) => `  ${it}`)]);
}

describe('one run', () => {
  test('is a tree of spans by the GenAI conventions', async () => {
    const { spans, result } = await run(
      [reading('a.md'), { text: 'done', usage }],
      { requestOptions: { maxOutputTokens: 900, temperature: 0.5 } },
      { agentName: 'clerk', providerName: 'openai' },
    );
    expect(tree(spans)).toEqual([
      'invoke_agent clerk',
      '  chat scripted',
      '  execute_tool read',
      '  chat scripted',
    ]);
    expect(named(spans, 'invoke_agent clerk').attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'openai',
      'gen_ai.agent.name': 'clerk',
      'gen_ai.conversation.id': 'session',
      'gen_ai.usage.input_tokens': 314,
      'gen_ai.usage.cache_read.input_tokens': 100,
      'gen_ai.usage.cache_creation.input_tokens': 14,
      'gen_ai.usage.output_tokens': 40,
      'gen_ai.usage.reasoning.output_tokens': 10,
      'ai4j.run.id': result.runId,
      'ai4j.stop_reason': 'completed',
      'ai4j.steps': 2,
    });
    expect(named(spans, 'chat scripted').attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.conversation.id': 'session',
      'gen_ai.request.model': 'scripted',
      'gen_ai.request.max_tokens': 900,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.model': 'scripted',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 157,
      'gen_ai.usage.cache_read.input_tokens': 50,
      'gen_ai.usage.cache_creation.input_tokens': 7,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.reasoning.output_tokens': 5,
      'ai4j.step': 1,
      'ai4j.context.tokens': expect.any(Number),
      'ai4j.context.anchored_items': 0,
    });
    expect(named(spans, 'execute_tool read').attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.provider.name': 'openai',
      'gen_ai.conversation.id': 'session',
      'gen_ai.tool.name': 'read',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'response-1:call-1',
      'ai4j.step': 1,
      'ai4j.tool.outcome': 'ok',
    });
  });

  test('stands under the span of whoever started it', async () => {
    const { onEvent, tracer, spans } = telemetry();
    const outer = tracer.startSpan('request');
    const underOuter = trace.setSpan(context.active(), outer);
    await context.with(underOuter, () => new AgentHarness().run('hi', ['hello'], { onEvent }));
    outer.end();
    expect(tree(spans())).toEqual(['request', '  invoke_agent', '    chat scripted']);
  });

  test('says nothing of what was said, by default', async () => {
    const { spans } = await run([
      reading('a.md'),
      reading('missing'),
      new ModelError('failed', 'SECRET quoted by a provider'),
    ]);
    const recorded = spans.map(({ name, attributes, events, status }) => ({
      name,
      attributes,
      events,
      status,
    }));
    expect(JSON.stringify(recorded)).not.toMatch(/SECRET|a\.md|missing/);
  });

  test('says everything when asked to, through the redactor', async () => {
    const { spans } = await run(
      [reading('a.md'), { reasoning: 'SECRET thought', text: 'SECRET answer' }],
      {},
      { recordContent: true, redact: (text) => text.replaceAll('SECRET', '…') },
    );
    const last = spans.filter(({ name }) => name === 'chat scripted').at(-1);
    expect(JSON.parse(String(last?.attributes[genAi.systemInstructions]))).toEqual([
      { type: 'text', content: '… system' },
    ]);
    expect(JSON.parse(String(last?.attributes[genAi.inputMessages]))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: '… question' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'response-1:call-1', name: 'read', arguments: '{"path":"a.md"}' }],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: 'response-1:call-1', response: '… of a.md' }],
      },
    ]);
    expect(JSON.parse(String(last?.attributes[genAi.outputMessages]))).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: '… thought' },
          { type: 'text', content: '… answer' },
        ],
        finish_reason: 'stop',
      },
    ]);
    expect(named(spans, 'execute_tool read').attributes).toMatchObject({
      [genAi.toolCallArguments]: '{"path":"a.md"}',
      [genAi.toolCallResult]: '… of a.md',
    });
  });
});

describe('however a run ends, it leaves no span open', () => {
  test('at a limit', async () => {
    const { spans } = await run([reading('a.md'), reading('b.md')], { limits: { maxSteps: 2 } });
    expect(spans).toHaveLength(5);
    const root = named(spans, 'invoke_agent');
    expect(root.attributes).toMatchObject({ 'ai4j.stop_reason': 'max_steps' });
    expect(root.status.code).toBe(SpanStatusCode.UNSET);
  });

  test('when the model fails', async () => {
    const { spans } = await run([new ModelError('rate_limited', 'Slow down.')]);
    expect(tree(spans)).toEqual(['invoke_agent', '  chat scripted']);
    for (const { status, attributes } of spans) {
      expect(status).toEqual({ code: SpanStatusCode.ERROR });
      expect(attributes[ERROR_TYPE]).toBe('ModelError.rate_limited');
    }
  });

  test('when it is aborted in the middle of a model call', async () => {
    const stop = new AbortController();
    const never = deferred<string>();
    const { spans } = await run(
      [
        () => {
          stop.abort();
          return never.promise;
        },
      ],
      { signal: stop.signal },
    );
    expect(tree(spans)).toEqual(['invoke_agent', '  chat scripted']);
    expect(named(spans, 'invoke_agent').attributes).toMatchObject({ 'ai4j.stop_reason': 'interrupted' });
  });

  test('when it throws', async () => {
    const { onEvent, spans } = telemetry();
    const harness = new AgentHarness();
    const log = alteredLog(harness.log, { append: () => Promise.reject(new TypeError('SECRET')) });
    await expect(harness.run('hi', ['hello'], { onEvent, log })).rejects.toThrow('SECRET');
    expect(spans().map(({ name, status, attributes }) => [name, status, attributes[ERROR_TYPE]])).toEqual([
      ['invoke_agent', { code: SpanStatusCode.ERROR }, 'TypeError'],
    ]);
  });

  test('a tool that fails is an error of its own span only', async () => {
    const { spans } = await run([reading('missing'), 'done']);
    expect(named(spans, 'execute_tool read').status.code).toBe(SpanStatusCode.ERROR);
    expect(named(spans, 'execute_tool read').attributes).toMatchObject({ [ERROR_TYPE]: 'tool_error' });
    expect(named(spans, 'invoke_agent').status.code).toBe(SpanStatusCode.UNSET);
  });
});

test('concurrent runs of one agent corrupt each other', async () => {
  const { onEvent, spans } = telemetry();
  const gates = [deferred<string>(), deferred<string>()];
  const runs = gates.map(({ promise }, at) => {
    const log = inMemorySessionEventLog({ sessionId: `session-${at}`, now: () => 0 });
    const replies: ScriptedReply[] = [reading('a.md'), () => promise];
    return new AgentHarness({ tools, onEvent }, log).run('go', replies, { runId: 'run' });
  });
  gates[1]?.resolve('second');
  await runs[1];
  gates[0]?.resolve('first');
  await runs[0];
  const subtree = ['invoke_agent', '  chat scripted', '  execute_tool read', '  chat scripted'];
  expect(tree(spans())).toEqual([...subtree, ...subtree]);
  const sessions = new Map<string, Set<unknown>>();
  for (const span of spans()) {
    const { traceId } = span.spanContext();
    const ids = sessions.get(traceId) ?? new Set();
    sessions.set(traceId, ids.add(span.attributes[genAi.conversationId]));
  }
  expect([...sessions.values()]).toEqual([new Set(['session-0']), new Set(['session-1'])]);
});

test('projections and compactions are events of the run, in figures', async () => {
  const policy = structuredSummaryCompactPolicy({ maxItems: 3 });
  const { spans } = await run([reading('a.md'), reading('b.md'), 'done'], {
    budget: { maxRecentToolResults: 0 },
    beforeModelCall: [autoCompaction({ policy, state: new CompactionState() })],
  });
  const events = named(spans, 'invoke_agent').events.map(({ name, attributes }) => ({ name, ...attributes }));
  expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['ai4j.projection', 'ai4j.compaction']));
  expect(events.find(({ name }) => name === 'ai4j.compaction')).toMatchObject({
    'ai4j.compaction.policy': policy.name,
    'ai4j.compaction.items_before': expect.any(Number),
  });
});

test('names are those of the conventions', () => {
  const known = new Set<unknown>(Object.values(conventions));
  expect(Object.values(genAi).filter((name) => !known.has(name))).toEqual([]);
  expect(known.has(ERROR_TYPE)).toBe(true);
});
