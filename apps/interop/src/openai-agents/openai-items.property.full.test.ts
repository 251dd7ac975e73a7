import { inMemorySessionEventLog, openAgentMemory, readMemory } from '@ai4j/agent';
import type { AgentInputItem } from '@openai/agents-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAIAgentsSession } from './openai-agents-session.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('压缩 🧠 "quoted"\n'), fc.json());
const id = fc.string({ minLength: 1, maxLength: 8 });
const data = fc.dictionary(id, fc.jsonValue(), { maxKeys: 2 });
const status = fc.constantFrom('in_progress', 'completed', 'incomplete');
/** What any item may have besides. */
const base = { id, providerData: data };

function some<
  T extends Record<string, fc.Arbitrary<unknown>>,
  O extends Record<string, fc.Arbitrary<unknown>>,
>(required: T, optional: O) {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
}

const textPart = (type: string) => some({ type: fc.constant(type), text }, { providerData: data });
const image = some({ type: fc.constant('input_image'), image: text }, { detail: id });
const audio = fc.record({ type: fc.constant('audio'), audio: text, transcript: text });
const refusal = fc.record({ type: fc.constant('refusal'), refusal: text });

const kinds: readonly fc.Arbitrary<unknown>[] = [
  some(
    {
      role: fc.constant('user'),
      content: fc.oneof(text, fc.array(fc.oneof(textPart('input_text'), image, audio))),
    },
    { ...base, type: fc.constant('message') },
  ),
  some({ role: fc.constant('system'), content: text }, base),
  some(
    {
      role: fc.constant('assistant'),
      status,
      content: fc.array(fc.oneof(textPart('output_text'), refusal)),
    },
    { ...base, type: fc.constant('message'), phase: fc.constantFrom('commentary', 'final_answer') },
  ),
  some(
    { type: fc.constant('function_call'), callId: id, name: text, arguments: text },
    { ...base, status, namespace: id },
  ),
  some(
    {
      type: fc.constant('function_call_result'),
      callId: id,
      name: text,
      status,
      output: fc.oneof(text, textPart('text'), image, fc.array(fc.oneof(textPart('input_text'), image))),
    },
    base,
  ),
  some(
    { type: fc.constant('reasoning'), content: fc.array(textPart('input_text'), { maxLength: 3 }) },
    { ...base, rawContent: fc.array(textPart('reasoning_text')) },
  ),
  some({ type: fc.constant('hosted_tool_call'), name: text }, { ...base, output: text }),
  some(
    { type: fc.constant('shell_call'), callId: id, action: fc.record({ commands: fc.array(text) }) },
    base,
  ),
  some({ type: fc.constant('shell_call_output'), callId: id, output: fc.array(data) }, base),
  some({ type: fc.constant('program'), callId: id, code: text, fingerprint: id }, base),
  some({ type: fc.constant('compaction'), encrypted_content: text }, base),
  some({ type: fc.constant('unknown') }, base),
];
const items = fc.array(fc.oneof(...kinds) as fc.Arbitrary<AgentInputItem>, { maxLength: 12 });

test('any item comes back as it was given, from memory and from the log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(items, { maxLength: 3 }), async (batches) => {
      const log = inMemorySessionEventLog();
      const session = openAIAgentsSession({ sessionId: 'any', memory: await openAgentMemory(log) });
      for (const batch of batches) await session.addItems(batch);
      const given = JSON.parse(JSON.stringify(batches.flat()));
      expect(await session.getItems()).toEqual(given);

      const again = openAIAgentsSession({ sessionId: 'any', memory: await openAgentMemory(log) });
      expect(await again.getItems()).toEqual(given);
      for (let left = given.length; left > 0; left--) expect(await again.popItem()).toEqual(given[left - 1]);
      expect(await again.popItem()).toBeUndefined();
      expect((await readMemory(log)).items).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
