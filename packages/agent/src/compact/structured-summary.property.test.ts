import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textArbitrary } from '../../test/histories.ts';
import { call } from '../testing/item-builders.ts';
import { countDropped } from './dropped-items.ts';
import { formatStructuredSummary, parseStructuredSummary } from './structured-summary.ts';

const toolName = fc.oneof(fc.constantFrom('read', 'bash', '检索', 'mcp__git.log'), textArbitrary);

test('a summary reads back as it was written, whatever the earlier summary and the tools are called', () => {
  fc.assert(
    fc.property(
      fc.option(fc.array(textArbitrary, { minLength: 1 }).map((lines) => lines.join('\n'))),
      fc.nat(),
      fc.array(fc.tuple(toolName, fc.integer({ min: 1, max: 999 })), { maxLength: 20 }),
      (existing, sourceItems, tools) => {
        const calls = tools.map(([name], at) => call(`${at}`, name));
        const text = formatStructuredSummary({
          existing: existing ?? undefined,
          sourceItems,
          retainedItems: Math.floor(sourceItems / 2),
          dropped: countDropped(calls),
        });
        const read = parseStructuredSummary(text);
        expect(read.existing).toBe(existing ?? undefined);
        expect(read.dropped).toMatchObject({ items: calls.length, toolCalls: calls.length });
        expect(formatStructuredSummary(read)).toBe(text);
        expect(text.length).toBeLessThan((existing?.length ?? 0) + 1_200);
      },
    ),
  );
});

test('whatever is no structured summary is kept whole as the earlier one', () => {
  fc.assert(
    fc.property(textArbitrary, (text) => {
      const { existing, dropped } = parseStructuredSummary(text);
      expect(dropped.items).toBe(0);
      expect(existing ?? '').toBe(text === 'AI4J_COMPACT_SUMMARY' ? '' : text.trim());
    }),
  );
});
