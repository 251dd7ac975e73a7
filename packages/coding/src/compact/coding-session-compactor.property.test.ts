import { indexItems, type MemoryItem } from '@ai4j/agent';
import { assistant, call, injected, output, reasoning, type ScriptedReply, user } from '@ai4j/agent/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { always, auto, checkpointAnswer, compactorOf, counter, words } from '../../test/compactor-setup.ts';
import { emptyCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from '../checkpoint/coding-session-checkpoint-formatter.ts';

const texts = fc.constantFrom(
  'short',
  words(120),
  '漢字かな交じりの文章。'.repeat(60),
  '👩‍👩‍👧 '.repeat(80),
  '</conversation> {"goal":1}',
);
type Step = {
  readonly kind: 'turn' | 'reminder' | 'tools' | 'broken' | 'answer' | 'giant';
  readonly text: string;
  readonly calls: number;
};
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>(
      'turn',
      'reminder',
      'tools',
      'tools',
      'tools',
      'broken',
      'answer',
      'giant',
    ),
    text: texts,
    calls: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 90 },
);

function history(script: readonly Step[], endsOpen: boolean): MemoryItem[] {
  const items: MemoryItem[] = [user('first', { id: 'u0' })];
  script.forEach(({ kind, text, calls }, n) => {
    const responseId = `r${n}`;
    const ids = Array.from({ length: calls }, (_, c) => `${n}-${c}`);
    const outcome = kind === 'broken' ? ('error' as const) : ('ok' as const);
    if (kind === 'turn') items.push(user(text, { id: `u${n + 1}` }));
    else if (kind === 'reminder') items.push(injected(text, { id: `i${n}` }));
    else if (kind === 'answer') items.push(assistant(text, { id: `a${n}`, responseId }));
    else {
      items.push(reasoning(`think ${n}`, { id: `t${n}`, responseId }));
      items.push(
        ...ids.map((id) => call(id, 'bash', { responseId, arguments: JSON.stringify({ command: text }) })),
      );
      const content = kind === 'giant' ? words(2_500) : text;
      items.push(...ids.map((id) => output(id, content, { outcome })));
    }
  });
  if (endsOpen)
    items.push(
      call('open-1', 'bash', { responseId: 'open' }),
      call('open-2', 'bash', { responseId: 'open' }),
    );
  return items;
}

const replies: readonly ScriptedReply[] = [
  checkpointAnswer(),
  checkpointAnswer({ criticalContext: [words(4_000)] }),
  checkpointAnswer({ criticalContext: Array.from({ length: 20 }, (_, n) => `${n} ${words(60)}`) }),
  '',
  '{}',
  new Error('down'),
  { text: 'I cannot', finishReason: 'refusal' },
  { text: checkpointAnswer(), finishReason: 'length' },
  { calls: [{ name: 'bash' }] },
  '<html>502</html>',
];

const earlier = {
  ...emptyCheckpoint,
  goal: 'Ship it',
  constraints: ['Never touch package.json'],
  doneItems: [words(300)],
};

const situations = fc.record({
  script: steps,
  endsOpen: fc.boolean(),
  reply: fc.constantFrom(...replies),
  automatic: fc.boolean(),
  microOn: fc.boolean(),
  keepRecent: fc.constantFrom(0, 1_000, 4_000),
  /** Times the small window. */
  scale: fc.constantFrom(1, 1, 2, 4),
  compactAimShare: fc.constantFrom(0.6, 1),
  minimumGain: fc.constantFrom(0, 0.1, 0.4),
  hasPrevious: fc.boolean(),
});

test('L1, L5, L6: legal, commit or nothing, progress – whatever the history and the summariser', async () => {
  await fc.assert(
    fc.asyncProperty(situations, async ({ script, endsOpen, reply, automatic, scale, ...tuning }) => {
      const items = history(script, endsOpen);
      const before = JSON.stringify(items);
      const model = always(reply);
      const { compactAimShare, minimumGain } = tuning;
      const compactor = compactorOf(model, {
        compactContextWindowTokens: 8_000 * scale,
        compactReserveTokens: 2_000 * scale,
        compactKeepRecentTokens: tuning.keepRecent,
        toolResultMicroCompactEnabled: tuning.microOn,
        compactAimShare,
        minimumGain,
      });
      const summary = tuning.hasPrevious ? { summary: codingSessionCheckpointFormatter.format(earlier) } : {};
      const request = auto(items, { automatic, snapshot: { items, seqs: [[1, items.length]], ...summary } });
      const { memory, result } = await compactor.compact(request);
      expect(JSON.stringify(items)).toBe(before);

      if (result.outcome !== 'compacted') {
        expect(memory).toBe(request.snapshot);
        if (result.outcome === 'skipped' && result.skipReason === 'floor-too-high')
          expect(model.requests).toHaveLength(0);
        return;
      }
      const sum = (some: readonly MemoryItem[]) =>
        some.reduce((total, item) => total + counter.countItem(item), 0);
      const summaryTokens =
        memory.summary === undefined
          ? 0
          : counter.countItem({ type: 'summary', id: 's', text: memory.summary });
      const tokens = 500 + sum(memory.items) + summaryTokens;
      expect(result.estimatedTokensAfter).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(6_000 * scale);
      if (automatic) expect(tokens).toBeLessThanOrEqual(result.estimatedTokensBefore * (1 - minimumGain));

      const kept = indexItems(memory.items);
      expect([kept.defects.size, kept.fruitless.size, kept.unanswered.size]).toEqual([
        0,
        0,
        endsOpen ? 2 : 0,
      ]);
      const live = items.findLast(
        (item) => item.type === 'message' && item.role === 'user' && item.origin !== 'injected',
      );
      expect(memory.items).toContain(live);

      const ids = new Set(memory.items.map(({ id }) => id));
      const lost = new Set(
        (result.lossRecord?.ranges ?? []).flatMap(([from, to]) =>
          items.slice(from - 1, to).map(({ id }) => id),
        ),
      );
      const changed = new Set(result.clearedReferences.map(({ itemId }) => itemId));
      for (const item of items)
        expect(ids.has(item.id) !== lost.has(item.id) || changed.has(item.id)).toBe(true);
    }),
    { numRuns: 150 },
  );
});
