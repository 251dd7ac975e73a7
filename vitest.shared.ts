import { defineConfig } from 'vitest/config';

/** Tests run on the sources of every workspace package: no build comes before them. */
const conditions = ['@ai4j/source', 'node', 'import', 'default'];

/** `*.full.test.ts` need recordings, servers or minutes: only `pnpm test:full` takes them. */
const isFullTier = process.env.AI4J_TIER === 'full';

/** `AI4J_ZOD=3` runs the tests on zod 3.25, whose `zod/v4` is the other end of our peer range. */
const alias = process.env.AI4J_ZOD === '3' ? [{ find: /^zod(?=$|\/)/, replacement: 'zod-3' }] : [];

export function testProject(name: string) {
  return defineConfig({
    resolve: { conditions, alias },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ['**/*.test.ts'],
      exclude: ['**/node_modules/**', '**/dist/**', ...(isFullTier ? [] : ['**/*.full.test.ts'])],
      testTimeout: isFullTier ? 300_000 : 30_000,
    },
  });
}
