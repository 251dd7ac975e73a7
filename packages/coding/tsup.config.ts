import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', 'transcripts/index': 'src/transcripts/index.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
  // tsup's declaration worker sets baseUrl, which TypeScript 6 deprecates.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
});
