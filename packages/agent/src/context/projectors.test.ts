import { describe, expect, test } from 'vitest';
import type { AgentItem } from '../items/agent-item.ts';
import { assistant, call, output, pair, reasoning, user } from '../testing/item-builders.ts';
import type { ContextBudget } from './context-budget.ts';
import { defaultContextProjector } from './default-context-projector.ts';
import { typeAwareContextProjector } from './type-aware-context-projector.ts';

const messages = (count: number): AgentItem[] => Array.from({ length: count }, (_, at) => user(`m${at}`));
const texts = (items: readonly AgentItem[]) => items.map((item) => item.id.replace(/^[a-z]+:/, ''));

describe('defaultContextProjector', () => {
  test('keeps the pinned prefix and the newest tail', () => {
    const items = ['system-summary', 'old-1', 'old-2', 'recent-1', 'recent-2'].map((text) => user(text));
    const { items: projected, report } = defaultContextProjector(items, {
      maxItems: 3,
      pinnedPrefixItems: 1,
    });
    expect(texts(projected)).toEqual(['system-summary', 'recent-1', 'recent-2']);
    expect(report).toEqual({
      sourceItemCount: 5,
      projectedItemCount: 3,
      droppedItemCount: 2,
      clearedItemCount: 0,
      sourceApproxChars: 40,
      projectedApproxChars: 30,
      itemLimitApplied: true,
      characterLimitApplied: false,
      tokenLimitApplied: false,
      byteLimitApplied: false,
      notes: ['maxItems applied: 3'],
    });
  });

  const cases: [name: string, items: AgentItem[], budget: ContextBudget, kept: string[], notes: string[]][] =
    [
      ['no budget keeps everything', messages(3), {}, ['m0', 'm1', 'm2'], []],
      [
        'a limit that is not reached changes nothing',
        messages(3),
        { maxItems: 3, maxApproxChars: 6 },
        ['m0', 'm1', 'm2'],
        [],
      ],
      ['maxItems 0 sends none', messages(2), { maxItems: 0 }, [], ['maxItems applied: 0']],
      ['an empty history stays empty', [], { maxItems: 1, maxApproxChars: 1 }, [], []],
      [
        'as many pinned as the limit: the newest pinned give way to the newest item',
        messages(6),
        { maxItems: 3, pinnedPrefixItems: 5 },
        ['m0', 'm1', 'm5'],
        ['maxItems applied: 3'],
      ],
      [
        'chars: the newest that fit',
        messages(5),
        { maxApproxChars: 5 },
        ['m3', 'm4'],
        ['maxApproxChars applied: 5'],
      ],
      [
        'chars: it stops at the first that does not fit, smaller older ones stay out',
        [user('a'), user('b'), user('x'.repeat(500)), user('c'), user('d')],
        { maxApproxChars: 200 },
        ['c', 'd'],
        ['maxApproxChars applied: 200'],
      ],
      [
        'the newest item stays, whatever its size',
        [user('a'), user('x'.repeat(50))],
        { maxApproxChars: 10 },
        ['x'.repeat(50)],
        [
          'maxApproxChars applied: 10',
          'maxApproxChars exceeded: the newest 1 item(s) belong together and were kept',
        ],
      ],
      [
        'items first, then chars on what is left',
        messages(6),
        { maxItems: 4, maxApproxChars: 4, pinnedPrefixItems: 1 },
        ['m0', 'm5'],
        ['maxItems applied: 4', 'maxApproxChars applied: 4'],
      ],
      [
        'an odd limit over calls and outputs splits no pair',
        [user('go'), ...pair('1'), ...pair('2')],
        { maxItems: 3 },
        ['2', '2'],
        ['maxItems applied: 3'],
      ],
      [
        'a pinned prefix that would end on a call is shortened',
        [user('go'), ...pair('1'), ...pair('2'), ...pair('3')],
        { maxItems: 4, pinnedPrefixItems: 2 },
        ['go', '3', '3'],
        ['maxItems applied: 4'],
      ],
      [
        'one response larger than the limit is kept whole',
        [user('go'), call('1'), call('2'), output('1'), output('2')],
        { maxItems: 2 },
        ['1', '2', '1', '2'],
        ['maxItems applied: 2', 'maxItems exceeded: the newest 4 item(s) belong together and were kept'],
      ],
      [
        'with slack, the cut moves in steps',
        messages(11),
        { maxItems: 6, slackItems: 4 },
        ['m8', 'm9', 'm10'],
        ['maxItems applied: 6'],
      ],
      ['bytes count UTF-8', [user('压缩'), user('ab')], { maxBytes: 5 }, ['ab'], ['maxBytes applied: 5']],
    ];
  test.each(cases)('%s', (_name, items, budget, kept, notes) => {
    const projection = defaultContextProjector(items, budget);
    expect(texts(projection.items)).toEqual(kept);
    expect(projection.report.notes).toEqual(notes);
  });

  test('a summary stays first, is no item, and counts as chars', () => {
    const summary: AgentItem = { type: 'summary', id: 'summary', text: 'so far' };
    const { items, report } = defaultContextProjector([summary, ...messages(4)], {
      maxItems: 2,
      maxApproxChars: 9,
    });
    expect(texts(items)).toEqual(['summary', 'm3']);
    expect([report.sourceItemCount, report.projectedItemCount, report.projectedApproxChars]).toEqual([
      4, 1, 8,
    ]);
  });
});

describe('typeAwareContextProjector, Tier 1', () => {
  const session: AgentItem[] = [
    user('go'),
    ...[1, 2, 3, 4, 5].flatMap((n) => pair(`call-${n}`, 'read', `text ${n}`)),
  ];

  test('keeps the newest results and leaves a placeholder that names the tool', () => {
    const { items, report } = typeAwareContextProjector(session, { maxRecentToolResults: 2 });
    expect(items).toHaveLength(session.length);
    const outputs = items.filter((item) => item.type === 'function_call_output').map((item) => item.output);
    expect(outputs).toEqual([
      '[tool result cleared: read(call-1)]',
      '[tool result cleared: read(call-2)]',
      '[tool result cleared: read(call-3)]',
      'text 4',
      'text 5',
    ]);
    expect(report.notes).toEqual(['tier1 microcompact: cleared 3 old tool result(s), kept recent 2']);
    expect(report.clearedItemCount).toBe(3);
    expect(report.droppedItemCount).toBe(0);
  });

  test('changes nothing of what it was given', () => {
    const before = structuredClone(session);
    typeAwareContextProjector(session, { maxRecentToolResults: 0, trimOldReasoning: true, maxItems: 3 });
    expect(session).toEqual(before);
  });

  test('a result whose call is unknown is named by its call id', () => {
    const { items } = typeAwareContextProjector([output('orphan-call'), user('a')], {
      maxRecentToolResults: 0,
    });
    expect(items[0]).toEqual({
      ...output('orphan-call'),
      output: '[tool result cleared: orphan-call]',
      cleared: true,
    });
  });

  test('clearing comes before limits, so more items survive', () => {
    const long = [1, 2, 3, 4].flatMap((n) => pair(`${n}`, 'read', 'x'.repeat(200)));
    const budget = { maxRecentToolResults: 1, maxApproxChars: 600 };
    expect(typeAwareContextProjector(long, budget).items.length).toBeGreaterThan(
      defaultContextProjector(long, budget).items.length,
    );
  });

  test('failures and exempt tools keep their text and do not count', () => {
    const items = [
      ...pair('1', 'memory', 'noted'),
      call('2', 'bash'),
      output('2', 'exit 1', { outcome: 'error' }),
      ...pair('3', 'read', 'old'),
      ...pair('4', 'read', 'new'),
    ];
    const { items: projected } = typeAwareContextProjector(items, {
      maxRecentToolResults: 1,
      exemptTools: ['memory'],
    });
    expect(projected.flatMap((item) => (item.type === 'function_call_output' ? [item.output] : []))).toEqual([
      'noted',
      'exit 1',
      '[tool result cleared: read(3)]',
      'new',
    ]);
  });

  test('with minClearTokens, results are cleared in batches that pay', () => {
    const steps = Array.from({ length: 12 }, (_, n) => pair(`${n}`, 'read', 'word '.repeat(40)));
    const cleared = steps.map((_, n) => {
      const items = steps.slice(0, n + 1).flat();
      return typeAwareContextProjector(items, { maxRecentToolResults: 2, minClearTokens: 100 }).report
        .clearedItemCount;
    });
    const growth = new Set(cleared.slice(1).map((count, at) => count - (cleared[at] as number)));
    expect(cleared.at(-1)).toBeGreaterThanOrEqual(6);
    expect([...growth].every((step) => step === 0 || step >= 2)).toBe(true);
  });
});

describe('typeAwareContextProjector, Tier 2', () => {
  const items = [
    user('q1'),
    reasoning('r-1', { providerData: { signature: 'abc' } }),
    assistant('a1'),
    user('q2'),
    reasoning('r-2'),
  ];

  test('clears the reasoning of earlier turns, payload and signature, and keeps type and id', () => {
    const { items: projected, report } = typeAwareContextProjector(items, { trimOldReasoning: true });
    expect(projected[1]).toEqual({
      type: 'reasoning',
      id: 'reasoning:r-1',
      responseId: undefined,
      text: '[reasoning cleared]',
      cleared: true,
    });
    expect(projected[4]).toBe(items[4]);
    expect(report.notes).toEqual(['tier2 reasoning-trim: cleared 1 reasoning item(s)']);
  });

  test('the turn that still runs keeps its reasoning, also before any user message', () => {
    const running = [reasoning('plan'), ...pair('1'), reasoning('more'), ...pair('2')];
    expect(typeAwareContextProjector(running, { trimOldReasoning: true }).items).toEqual(running);
  });

  test('is off by default', () => {
    expect(typeAwareContextProjector(items, {}).items).toEqual(items);
  });
});

test.each<ContextBudget>([
  {},
  { maxItems: 5 },
  { maxApproxChars: 400 },
  { maxItems: 7, pinnedPrefixItems: 1 },
  { maxItems: 4, maxApproxChars: 300, pinnedPrefixItems: 2 },
])('type-aware equals default while its tiers are off: %o', (budget) => {
  const items = [
    user('go'),
    ...Array.from({ length: 9 }, (_, n) => pair(`${n}`, 'read', 'x'.repeat(60))).flat(),
  ];
  expect(typeAwareContextProjector(items, budget)).toEqual(defaultContextProjector(items, budget));
});
