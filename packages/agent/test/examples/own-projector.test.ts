import { expect, test } from 'vitest';
import { contextProjectorConformance } from '../../src/testing/context-projector-conformance.ts';
import { history } from './reading-history.ts';

// #region example

import { buildModelContext, type ContextProjector, defaultContextProjector } from '@ai4j/agent';

/** Leaves out what came from one tool, then keeps to the budget as usual. */
const withoutTool =
  (toolName: string): ContextProjector =>
  (items, budget, context) => {
    const callIds = new Set(
      items.flatMap((item) => (item.type === 'function_call' && item.name === toolName ? [item.callId] : [])),
    );
    const others = items.filter((item) => !('callId' in item && callIds.has(item.callId)));
    const { items: kept, report } = defaultContextProjector(others, budget, context);
    const note = `left out ${callIds.size} call(s) of ${toolName}`;
    return { items: kept, report: callIds.size > 0 ? { ...report, notes: [note, ...report.notes] } : report };
  };
// #endregion

test('own projector', () => {
  // #region example
  const { items, report } = buildModelContext({
    snapshot: { items: history },
    projector: withoutTool('read'),
  });
  // #endregion

  expect(items).toEqual([history[0]]);
  expect(report).toMatchObject({
    sourceItemCount: 7,
    projectedItemCount: 1,
    droppedItemCount: 6,
    notes: ['left out 3 call(s) of read'],
  });
});

test.each(contextProjectorConformance())('own projector: $name', ({ run }) => run(withoutTool('read')));
