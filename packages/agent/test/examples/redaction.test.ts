import { expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { secretOf } from '../made-up-secrets.ts';

// #region example

import { createAgent, patternRedactor } from '@ai4j/agent';

// #endregion

test('redaction', async () => {
  const model = scriptedModel(['Done.']);
  // #region example
  const redactor = patternRedactor({ extra: [{ name: 'customer', pattern: /\bCU-\d{8}\b/ }] });
  const agent = createAgent({ model, redactor });
  // #endregion

  const session = await agent.newSession();
  await session.run(`Bill CU-12345678 with ${secretOf['stripe-key'].secret}.`);
  expect(model.requests[0]?.items).toMatchObject([
    { content: 'Bill [redacted:customer] with [redacted:stripe-key].' },
  ]);
});
