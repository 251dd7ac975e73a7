import { structuredSummaryCompactPolicy } from '@ai4j/agent';

// #region example

import { compactPolicyConformance } from '@ai4j/agent/testing';
import { test } from 'vitest';

// #endregion

const yourPolicy = () => structuredSummaryCompactPolicy({ maxItems: 10 });

// #region example
test.each(compactPolicyConformance())('our policy: $name', ({ run }) => run(yourPolicy));
// #endregion
