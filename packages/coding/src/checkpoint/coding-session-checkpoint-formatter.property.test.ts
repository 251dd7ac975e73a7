import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkpointArbitrary } from '../../test/checkpoints.ts';
import { codingSessionCheckpointSchema } from './coding-session-checkpoint.ts';
import { codingSessionCheckpointFormatter } from './coding-session-checkpoint-formatter.ts';

const runs = process.env.AI4J_TIER === 'full' ? 5_000 : 500;
const { format, formatJson, parse } = codingSessionCheckpointFormatter;

test('L8: a rendered checkpoint reads back as itself, whatever its texts say', () => {
  fc.assert(
    fc.property(checkpointArbitrary, (checkpoint) => {
      expect(parse(format(checkpoint))).toEqual(checkpoint);
    }),
    { numRuns: runs },
  );
});

test('claude-code#56064: what is rendered can be written anywhere: no half of a surrogate pair is in it', () => {
  fc.assert(
    fc.property(checkpointArbitrary, (checkpoint) => {
      const text = format(checkpoint);
      expect(text).not.toMatch(/\p{Cs}/u);
      expect(parse(new TextDecoder().decode(new TextEncoder().encode(text)))).toEqual(checkpoint);
    }),
    { numRuns: runs },
  );
});

test('JSON of any checkpoint is a whole answer, and persisted state is read by the schema', () => {
  fc.assert(
    fc.property(checkpointArbitrary, (checkpoint) => {
      expect(JSON.parse(formatJson(checkpoint)).goal).toBe(checkpoint.goal);
      expect(codingSessionCheckpointSchema.parse(JSON.parse(JSON.stringify(checkpoint)))).toEqual(checkpoint);
    }),
    { numRuns: runs },
  );
});
