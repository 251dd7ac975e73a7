import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretOf } from '../../test/made-up-secrets.ts';
import { redactItem } from '../session/redact-event.ts';
import { call } from '../testing/item-builders.ts';
import { patternRedactor } from './pattern-redactor.ts';

const redact = patternRedactor();
const secrets = Object.values(secretOf).map((it) => ({
  ...it,
  text: `${it.before ?? ''}${it.secret}${it.after ?? ''}`,
}));

/** Secrets, parts of them and of what tells them, and whatever may stand between. */
const piece = fc.oneof(
  fc.constantFrom(...secrets.map(({ text }) => text)),
  fc.constantFrom(...secrets.flatMap(({ text }) => [text.slice(0, 12), text.slice(-12)])),
  fc.constantFrom(
    '_',
    '-',
    '.',
    ':',
    '=',
    '@',
    '/',
    '://',
    ' ',
    '\n',
    '"',
    "'",
    '\\',
    '\\n',
    '[',
    ']',
    '$',
    'API_KEY=',
    'x',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('what was redacted stays the same when it is redacted again', () => {
  fc.assert(
    fc.property(text, (given) => {
      const once = redact(given);
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test('JSON stays JSON, with the same shape', () => {
  const value = fc.dictionary(
    fc.constantFrom('command', 'text', 'list'),
    fc.oneof(text, fc.array(text), fc.integer()),
  );
  fc.assert(
    fc.property(value, (given) => {
      const item = call('c', 'run', { arguments: JSON.stringify(given) });
      const redacted = redactItem(item, redact);
      if (redacted.type !== 'function_call') throw new Error('another item');
      expect(Object.keys(JSON.parse(redacted.arguments))).toEqual(Object.keys(given));
      expect(Object.keys(JSON.parse(redact(item.arguments)))).toEqual(Object.keys(given));
    }),
    { numRuns: 2_000 },
  );
});

test('surrogate pairs stay whole, and a text becomes no more than four times as long', () => {
  fc.assert(
    fc.property(text, (given) => {
      const redacted = redact(given);
      expect(redacted.isWellFormed()).toBe(given.isWellFormed());
      expect(redacted.length).toBeLessThanOrEqual(4 * given.length);
    }),
  );
});

test('a secret on a line of its own is taken out, whatever the lines around it', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((it) => it.replaceAll(/[\r\n\\]/g, ''));
  fc.assert(
    fc.property(line, fc.constantFrom(...secrets), line, (first, secret, last) => {
      expect(redact(`${first}\n${secret.text}\n${last}`)).not.toContain(secret.secret);
    }),
  );
});

describe('a long text made to be slow takes no longer than a long text', () => {
  const starts = [
    ...secrets.flatMap(({ text: it }) => [3, 4, 6, 10, 20].map((chars) => it.slice(0, chars))),
    ...[
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY-----',
      '://',
      '://a:',
      '://a:b',
      'SECRET',
      'SECRET_',
      'A_',
      'KEY=',
      'bearer ',
    ],
    ...[
      'eyJ',
      '-eyJ',
      'eyJa.',
      'eyJaaaaaaaa.',
      'aws_secret_access_key',
      'a',
      'A',
      '_',
      '-',
      '=',
      ' ',
      '"',
      '\\n',
      '@',
      ':',
      '.',
    ],
  ];
  test.each([...new Set(starts)])('%j, again and again', (start) => {
    // Whatever reads it twice over for each of its parts would need hours.
    for (const tail of ['', 'x', '@', '=']) {
      const long = start.repeat(Math.ceil(200_000 / start.length)) + tail;
      expect(redact(long).length).toBeLessThanOrEqual(4 * long.length);
    }
  });
});
