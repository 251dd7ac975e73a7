import { expect, test } from 'vitest';

// #region example

import { scriptAwareTokenEstimator, tokenAwareRagContextAssembler } from '@ai4j/agent';

// #endregion

test('rag', () => {
  const contextTokens = 26_000;
  const hits = [
    { content: 'Open the valve slowly.', sourceName: 'manual.pdf', pageNumber: 12, section: 'Valves' },
    { content: 'Valve faults, all of them. '.repeat(2_000), sourceName: 'faults.md' },
  ];
  // #region example
  const assemble = tokenAwareRagContextAssembler({
    counter: scriptAwareTokenEstimator({ family: 'anthropic' }),
    windowTokens: 32_000,
    reserveTokens: 4_000,
    requestTokens: () => contextTokens,
  });
  const { text, citations, omitted } = assemble(hits);
  // #endregion

  expect(text).toBe('[S1] manual.pdf / p.12 / Valves\nOpen the valve slowly.');
  expect(citations).toHaveLength(1);
  expect(omitted).toEqual([{ hit: hits[1], reason: 'budget' }]);
});
