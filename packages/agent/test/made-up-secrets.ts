interface MadeUpSecret {
  readonly secret: string;
  /** What tells it and is kept. */
  readonly before?: string;
  readonly after?: string;
}

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2fG4hJ6';
const capitals = letters.toUpperCase();

/** One of each shape, put together here so that no scanner takes this file for a leak. */
export const secretOf = madeUp({
  'private-key': {
    secret: [
      `-----BEGIN ${'RSA'} PRIVATE KEY-----`,
      'Proc-Type: 4,ENCRYPTED',
      'DEK-Info: AES-256-CBC,0123456789ABCDEF',
      '',
      ...Array.from({ length: 8 }, () => `MII${letters}/+`),
      `-----END ${'RSA'} PRIVATE KEY-----`,
    ].join('\n'),
  },
  'api-key': { secret: `sk-${'ant-api03'}-${letters}` },
  'stripe-key': { secret: `sk_${'live'}_${letters}` },
  'google-api-key': { secret: `AI${'za'}${letters}` },
  'google-oauth-token': { secret: `ya${'29'}.${letters}` },
  'xai-key': { secret: `xai${'-'}${letters}${letters}` },
  'groq-key': { secret: `gsk${'_'}${letters}${letters}` },
  'huggingface-token': { secret: `hf${'_'}${letters}` },
  'github-token': { secret: `gh${'p_'}${letters}` },
  'gitlab-token': { secret: `gl${'pat-'}${letters}` },
  'npm-token': { secret: `npm${'_'}${letters}` },
  'slack-token': { secret: `xo${'xb-'}1234567890-${letters}` },
  'aws-access-key': { secret: `AK${'IA'}${capitals.slice(0, 16)}` },
  'aws-secret-key': { before: 'aws_secret_access_key = ', secret: `${letters}/x+` },
  jwt: { secret: `ey${'J'}${letters}.ey${'J'}${letters}.${letters}` },
  'bearer-token': { before: 'Authorization: Bearer ', secret: letters },
  'basic-auth': { before: 'Authorization: Basic ', secret: 'dXNlcjpwYXNzd29yZA==' },
  'url-password': { before: 'postgres://admin:', secret: 'pa$$w0rd!', after: '@db.example/main' },
  'env-secret': { before: 'export DB_PASSWORD=', secret: 'correct-horse!battery' },
});

function madeUp<Name extends string>(
  secrets: Record<Name, MadeUpSecret>,
): Readonly<Record<Name, MadeUpSecret>> {
  return secrets;
}
