import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codingAgentOf, eventsOf } from '../../test/coding-agents.ts';
import { words } from '../../test/compactor-setup.ts';

const answers = fc.array(fc.integer({ min: 10, max: 2_500 }), { minLength: 2, maxLength: 6 });

test('L4 undo gives exactly the memory before, L6 automatic compactions fit and are worth it, L8 states round trip', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (sizes) => {
      const { agent, events } = codingAgentOf(sizes.map((size) => words(size)));
      await using session = await agent.newSession();
      for (const size of sizes) await session.run(`question ${size}`);
      for (const { result } of eventsOf(events, 'session-compact')) {
        expect(result.estimatedTokensAfter).toBeLessThanOrEqual(session.options.compactTargetTokens);
        expect(result.estimatedTokensAfter).toBeLessThanOrEqual(result.estimatedTokensBefore * 0.9);
      }

      const state = await session.exportState();
      await using elsewhere = await codingAgentOf([]).agent.newSession(JSON.parse(JSON.stringify(state)));
      const { log: _, ...known } = state;
      const { log: __, ...same } = await elsewhere.exportState();
      expect(same).toEqual(known);

      if ((await session.compact()).outcome !== 'compacted') return;
      await session.undoCompact();
      const { log: ___, ...undone } = await session.exportState();
      expect(undone).toEqual(known);
    }),
    { numRuns: 15 },
  );
});

test.each([
  ['empty', ''],
  ['a refusal', { text: 'I cannot.', finishReason: 'refusal' as const }],
  ['cut off', { text: '{"goal": "Sh', finishReason: 'length' as const }],
  ['a tool call', { calls: [{ name: 'bash' }] }],
  ['an error page', '<html><body>502 Bad Gateway</body></html>'],
  ['an error', new Error('down')],
])('L5 a summary that is %s never enters memory', async (_, summary) => {
  const { agent } = codingAgentOf([words(1_500), words(1_500)], { summaries: [summary] });
  await using session = await agent.newSession();
  await session.run('First.');
  await session.run('Second.');
  expect(await session.compact()).toMatchObject({ outcome: 'compacted', fallbackSummary: true });
  const { summary: text = '' } = await session.memory.snapshot();
  expect(text).toContain('## Goal');
  expect(text).not.toMatch(/I cannot|502|"goal"/);
});
