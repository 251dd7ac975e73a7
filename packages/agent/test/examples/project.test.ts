import { expect, test } from 'vitest';
import { history } from './reading-history.ts';

// #region example

import { buildModelContext, scriptAwareTokenEstimator } from '@ai4j/agent';

// #endregion

test('project', () => {
  // #region example
  const { items, report } = buildModelContext({
    snapshot: { items: history },
    budget: { maxTokens: 2_500, maxRecentToolResults: 1 },
    counter: scriptAwareTokenEstimator({ family: 'anthropic' }),
  });
  // #endregion

  expect(items.map((item) => item.id)).toEqual(history.map((item) => item.id));
  expect(items[2]).toMatchObject({ output: '[tool result cleared: read(call-1)]', cleared: true });
  expect(report).toMatchObject({ droppedItemCount: 0, clearedItemCount: 2 });
  expect(report.projectedTokens).toBeLessThan(2_500);
});
