import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { AgentHarness } from '../agent-harness.ts';

// #region example

import { agentTelemetry } from '@ai4j/agent/otel';

// #endregion

test('telemetry', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('example');
  // #region example
  const onEvent = agentTelemetry({ tracer, agentName: 'clerk', providerName: 'openai' });
  // #endregion

  await new AgentHarness().run('hi', ['hello'], { onEvent });
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    'chat scripted',
    'invoke_agent clerk',
  ]);
});
