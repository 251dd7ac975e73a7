import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundedLedger,
  mergeLedgers,
  openRequests,
  type RequestsLedger,
  requestStateSchema,
  requestsLedgerSchema,
} from './requests-ledger.ts';

const runs = process.env.AI4J_TIER === 'full' ? 1_000 : 100;

/** Ledgers of one session: the same number is always the same request. */
const ledgerArbitrary: fc.Arbitrary<RequestsLedger> = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 40 }),
      state: fc.constantFrom(...requestStateSchema.options),
      chars: fc.integer({ min: 0, max: 6_000 }),
    }),
    { selector: ({ number }) => number },
  )
  .map((requests) =>
    requests
      .sort((a, b) => a.number - b.number)
      .map(({ number, state, chars }) => ({ number, itemId: `u${number}`, text: '字'.repeat(chars), state })),
  );

test('merging a ledger with itself changes nothing', () => {
  fc.assert(
    fc.property(ledgerArbitrary, (ledger) => {
      const bounded = boundedLedger(ledger);
      expect(mergeLedgers(bounded, bounded)).toEqual(bounded);
    }),
    { numRuns: runs },
  );
});

test('codex#25686: no merge opens a request that the later ledger does not call open', () => {
  fc.assert(
    fc.property(ledgerArbitrary, ledgerArbitrary, (earlier, later) => {
      const lastNumber = later.at(-1)?.number ?? 0;
      const open = openRequests(mergeLedgers(earlier, later)).map(({ number }) => number);
      expect(open.filter((number) => number <= lastNumber)).toEqual(
        openRequests(later).map(({ number }) => number),
      );
    }),
    { numRuns: runs },
  );
});

test('no open request is let go, at most twelve others stay, and JSON keeps it all', () => {
  fc.assert(
    fc.property(ledgerArbitrary, (ledger) => {
      const bounded = boundedLedger(ledger);
      expect(openRequests(bounded).length).toBe(openRequests(ledger).length);
      expect(bounded.length - openRequests(bounded).length).toBeLessThanOrEqual(12);
      expect(requestsLedgerSchema.parse(JSON.parse(JSON.stringify(bounded)))).toEqual(bounded);
    }),
    { numRuns: runs },
  );
});
