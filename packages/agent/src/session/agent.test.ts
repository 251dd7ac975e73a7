import { describe, expect, test } from 'vitest';
import { llmCompactPolicy } from '../compact/llm-compact-policy.ts';
import { structuredSummaryCompactPolicy } from '../compact/structured-summary-compact-policy.ts';
import { defaultContextProjector } from '../context/default-context-projector.ts';
import { typeAwareContextProjector } from '../context/type-aware-context-projector.ts';
import { ConfigError } from '../errors.ts';
import { inMemoryAgentMemory } from '../memory/in-memory-agent-memory.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { createAgent } from './agent.ts';

const model = scriptedModel([]);

describe('options that cannot work are refused at once, by name', () => {
  test.each([
    ['model', {}],
    ['model', { model: 'gpt' }],
    ['instructions', { model, instructions: 7 }],
    ['tools.read', { model, tools: { read: () => 'text' } }],
    ['tools', { model, tools: 'read' }],
    ['contextBudget.maxItems', { model, contextBudget: { maxItems: -1 } }],
    ['contextBudget.maxTokens', { model, contextBudget: { maxTokens: Number.NaN } }],
    ['compactPolicy', { model, compactPolicy: {} }],
    ['runtime', { model, runtime: 'react' }],
    ['tokenCounter', { model, tokenCounter: {} }],
    ['sessionStore', { model, sessionStore: { load: () => undefined } }],
    ['contextProjector', { model, contextProjector: {} }],
    ['redactor', { model, redactor: /secret/ }],
    ['newId', { model, newId: 'uuid' }],
    ['onEvent', { model, onEvent: {} }],
    ['memory', { model, memory: {} }],
    ['toolExecution', { model, toolExecution: 'sequential' }],
    ['maxSteps', { model, limits: { maxSteps: 1.5 } }],
  ])('%s: %j', (name, options) => {
    const create = () => createAgent(options as unknown as Parameters<typeof createAgent>[0]);
    expect(create).toThrow(ConfigError);
    expect(create).toThrow(new RegExp(`^${name.replace('.', '\\.')}\\b`));
  });
});

describe('the seed examples, one to one', () => {
  test.each([
    [
      'type-aware projector, tiers',
      {
        contextProjector: typeAwareContextProjector,
        contextBudget: { maxItems: 40, maxRecentToolResults: 5, trimOldReasoning: true },
      },
    ],
    [
      'default projector, a memory of one’s own',
      {
        memory: (log) => inMemoryAgentMemory({ log }),
        contextProjector: defaultContextProjector,
        contextBudget: { maxItems: 20, pinnedPrefixItems: 1 },
      },
    ],
    [
      'automatic compaction',
      { compactPolicy: structuredSummaryCompactPolicy({ maxItems: 30, pinnedPrefixItems: 1 }) },
    ],
    ['automatic compaction by a model', { compactPolicy: llmCompactPolicy({ model, maxItems: 10 }) }],
    ['a budget', { contextBudget: { maxItems: 30, maxApproxChars: 20_000, pinnedPrefixItems: 2 } }],
    [
      'a budget by model',
      { contextBudget: ({ model: name }) => ({ maxItems: name.includes('mini') ? 10 : 40 }) },
    ],
  ] satisfies readonly (readonly [string, Omit<Parameters<typeof createAgent>[0], 'model'>])[])(
    '%s',
    async (_, options) => {
      const agent = createAgent({ model: scriptedModel(['hello']), ...options });
      const session = await agent.newSession();
      expect(await session.run('hi')).toMatchObject({ stopReason: 'completed', text: 'hello' });
    },
  );
});
