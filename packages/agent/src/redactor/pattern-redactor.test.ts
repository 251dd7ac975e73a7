import { describe, expect, test } from 'vitest';
import { secretOf } from '../../test/made-up-secrets.ts';
import { patternRedactor } from './pattern-redactor.ts';
import { secretPatterns } from './secret-patterns.ts';

const redact = patternRedactor();

describe('shapes of secrets', () => {
  test('each has a sample', () => {
    expect(secretPatterns.map(({ name }) => name)).toEqual(Object.keys(secretOf));
  });

  test.each(Object.entries(secretOf))('%s', (name, { secret, before = '', after = '' }) => {
    expect(redact(`a ${before}${secret}${after} b`)).toBe(`a ${before}[redacted:${name}]${after} b`);
    expect(redact(`${before}${secret}${after}`)).toBe(`${before}[redacted:${name}]${after}`);
    expect(redact(`(${before}${secret}${after})`)).not.toContain(secret);
    const json = JSON.stringify({ text: `one\n${before}${secret}${after}\ntwo` });
    expect(JSON.parse(redact(json))).toEqual({ text: `one\n${before}[redacted:${name}]${after}\ntwo` });
  });

  test('a key that was cut before its end is taken out as far as it goes', () => {
    const { secret } = secretOf['private-key'];
    expect(redact(`${secret.slice(0, 200)}\n[… 900 chars left out …]`)).toBe(
      '[redacted:private-key][… 900 chars left out …]',
    );
  });

  test.each(['-----BEGIN PRIVATE KEY-----', 'sk-1', 'API_KEY=1', 'Bearer 1', '://a:'])(
    'a run of ten million chars behind %j overflows no stack',
    (start) => {
      for (const run of ['a', '\\n', '-'])
        expect(redact(start + run.repeat(10_000_000 / run.length)).length).toBeGreaterThan(0);
    },
  );

  test('several in one text, and in one word', () => {
    const { secret: api } = secretOf['api-key'];
    const { secret: aws } = secretOf['aws-access-key'];
    expect(redact(`${api} ${aws},${api}`)).toBe(
      '[redacted:api-key] [redacted:aws-access-key],[redacted:api-key]',
    );
  });
});

describe('what is no secret stays', () => {
  test.each([
    'A sentence about sk-loading-spinner-container and risk-assessment-of-the-project-2024.',
    'const token = tokens.next(); password: string; apiKey: process.env.API_KEY',
    'MAX_TOKENS=4096 TOKEN_LIMIT=128000000 TOKENIZER=cl100k_base PWD=/home/someone/project',
    'API_KEY=$OPENAI_API_KEY PASSWORD=<your-password> SECRET_KEY={{ secret }} TOKEN=`make-token`',
    'bearer of bad tidings, the bearer internationalization',
    'https://user@example.com/a:b@c http://localhost:8080/@scope/name',
    'git commit 1234567890abcdef1234567890abcdef12345678, uuid 6f1c1e0a-8f0e-4b53-9d4e-5f3b1f0c7a11',
    'BEGIN PRIVATE KEY, -----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('patterns of your own', () => {
  const employee = { name: 'employee', pattern: /(?<before>staff )E\d{4}/ };

  test('come after those given here', () => {
    const { secret } = secretOf['api-key'];
    expect(patternRedactor({ extra: [employee] })(`staff E1234: ${secret}`)).toBe(
      'staff [redacted:employee]: [redacted:api-key]',
    );
  });

  test('or in place of them', () => {
    const { secret } = secretOf['api-key'];
    expect(patternRedactor({ patterns: [employee] })(`staff E1234: ${secret}`)).toBe(
      `staff [redacted:employee]: ${secret}`,
    );
  });

  test('keep no state between texts, whatever their flags', () => {
    const sticky = patternRedactor({ patterns: [{ name: 'x', pattern: /x/g }] });
    expect([sticky('axa'), sticky('x'), sticky('xx')]).toEqual([
      'a[redacted:x]a',
      '[redacted:x]',
      '[redacted:x][redacted:x]',
    ]);
  });
});
