import type { SecretPattern } from './secret-pattern.ts';

const hasDigit = (match: string) => /\d/.test(match);
/** `$TOKEN`, `<token>`, `{token}`, and what was taken out before: these only name a secret. */
const isLiteral = (match: string) => !/^(?:[$<{`%]|\[redacted:)/.test(match);

/** Where a word begins; an escaped line break of JSON is no part of one. */
const WORD_START = '(?:^|[^A-Za-z0-9]|\\\\[nrt])';
const NAME_START = '(?:^|[^A-Za-z0-9_]|\\\\[nrt])';

const JWT_PART = run(/[\w-]/, 8).source;

/**
 * Shapes of secrets that are known well enough to be told from prose and code. Each is a start that is no
 * part of a longer word, and then one run of chars: so a text is read once for each, whatever it holds.
 * The order counts: what is told by its own shape comes before what is told by its surroundings.
 */
export const secretPatterns: readonly SecretPattern[] = [
  {
    name: 'private-key',
    // To the end mark; where the text was cut before it, as far as it may still be the key.
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s:,.]*(?:(?:\\[nrt]|-(?!----))[\w+/=\s:,.]*){0,9999}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/,
  },
  { name: 'api-key', pattern: word(/sk-/, run(/[\w-]/, 20)), accepts: hasDigit },
  { name: 'stripe-key', pattern: word(/[sr]k_(?:live|test)_/, run(/[A-Za-z0-9]/, 16)) },
  { name: 'google-api-key', pattern: word(/AIza/, run(/[\w-]/, 35)) },
  { name: 'google-oauth-token', pattern: word(/ya29\./, run(/[\w-]/, 20)) },
  { name: 'xai-key', pattern: word(/xai-/, run(/[A-Za-z0-9]/, 40)) },
  { name: 'groq-key', pattern: word(/gsk_/, run(/[A-Za-z0-9]/, 40)) },
  { name: 'huggingface-token', pattern: word(/hf_/, run(/[A-Za-z0-9]/, 30)) },
  { name: 'github-token', pattern: word(/(?:gh[pousr]|github_pat)_/, run(/\w/, 22)) },
  { name: 'gitlab-token', pattern: word(/glpat-/, run(/[\w-]/, 20)), accepts: hasDigit },
  { name: 'npm-token', pattern: word(/npm_/, run(/[A-Za-z0-9]/, 36)) },
  { name: 'slack-token', pattern: word(/xox[abeoprs]-/, run(/[A-Za-z0-9-]/, 10)), accepts: hasDigit },
  { name: 'aws-access-key', pattern: word(/A[KS]IA/, /[A-Z0-9]{16}(?![A-Za-z0-9])/) },
  {
    name: 'aws-secret-key',
    pattern: after(
      /aws_secret_access_key/,
      /(?:\\?["'])?\s{0,4}[=:]\s{0,4}(?:\\?["'])?/,
      run(/[A-Za-z0-9/+=]/, 40),
    ),
  },
  {
    name: 'jwt',
    pattern: new RegExp(`eyJ(?<=(?:^|[^\\w-]|\\\\[nrt])eyJ)${JWT_PART}\\.eyJ${JWT_PART}\\.${JWT_PART}`),
  },
  { name: 'bearer-token', pattern: after(/bearer/, /\s{1,4}/, run(/[\w.~+/=-]/, 16)), accepts: hasDigit },
  { name: 'basic-auth', pattern: after(/authorization:/, /\s{0,4}basic\s{1,4}/, run(/[A-Za-z0-9+/=]/, 8)) },
  {
    name: 'url-password',
    pattern: /(?<before>:\/\/[^\s:@/"'\\]{1,64}:)[^\s@/"'\\]{3}[^\s@/"'\\]*(?=@)/,
    accepts: isLiteral,
  },
  {
    name: 'env-secret',
    pattern: envAssignment(),
    accepts: (match) => isLiteral(match) && !/^\d+$/.test(match),
  },
];

/** At least `min` of `chars`. Written so that a run of any length takes no stack, as `{min,}` does. */
function run(chars: RegExp, min: number): RegExp {
  return new RegExp(`${chars.source}{${min}}${chars.source}*`);
}

/** A run behind its head. That the head begins a word is looked at last: most of a text has no head. */
function word(head: RegExp, rest: RegExp): RegExp {
  return new RegExp(`${head.source}(?<=${WORD_START}${head.source})${rest.source}`);
}

/** A run that is told by a word before it, in capitals or not; it is kept, with what lies between. */
function after(head: RegExp, between: RegExp, rest: RegExp): RegExp {
  const start = `${head.source}(?<=${NAME_START}${head.source})`;
  return new RegExp(`(?<before>${start}${between.source})${rest.source}`, 'i');
}

/** `DB_PASSWORD=…`, `OPENAI_API_KEY="…`: a name in capitals that says what it holds. */
function envAssignment(): RegExp {
  const word = 'SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY';
  const key = '(?:API|ACCESS|AUTH|ENCRYPTION|PRIVATE|SECRET|SIGNING)_KEY';
  const name = `(?=[A-Z0-9_]{1,80}=)(?:[A-Z0-9]{1,40}_){0,8}?(?:${word}|${key})(?:_[A-Z0-9_]{1,40})?`;
  return new RegExp(`(?<before>(?<=${NAME_START})${name}=(?:\\\\?["'])?)${run(/[^\s"'\\]/, 8).source}`);
}
