import { describe, expect, test } from 'vitest';
import { fileNames } from './architecture/file-names.ts';
import { folderArrows } from './architecture/folder-arrows.ts';
import { importCycles } from './architecture/import-cycles.ts';
import { folderRules, neutralEntries, packageRules, pureFolders } from './architecture/layers.ts';
import { neverNames, packageArrows } from './architecture/package-arrows.ts';
import { pureFolder } from './architecture/pure-folders.ts';
import { noModuleMocks } from './architecture/real-things.ts';
import { publicNamesOf, repositorySources } from './architecture/repository.ts';
import { runtimeNeutral } from './architecture/runtime-neutral.ts';
import { parseModule, type Rule } from './architecture/source-module.ts';
import { noDefaultExport, noExportStar, reExportsOnlyInIndex } from './architecture/surface.ts';

const publicNames = publicNamesOf(packageRules.map((rule) => rule.directory));

const rules: Readonly<Record<string, Rule>> = {
  'packages import one way, by public names': packageArrows(packageRules, publicNames),
  'the core never names coding': neverNames('packages/agent', '@ai4j/coding'),
  ...Object.fromEntries(
    folderRules.map((rule) => [`folders of ${rule.source} import from the left`, folderArrows(rule)]),
  ),
  'no module imports itself by way of others': importCycles,
  'no export *': noExportStar,
  'no default exports': noDefaultExport,
  'only index.ts re-exports': reExportsOnlyInIndex,
  'no module mocks': noModuleMocks,
  ...Object.fromEntries(pureFolders.map((folder) => [`${folder} is pure`, pureFolder(folder)])),
  ...Object.fromEntries(
    neutralEntries.map((entry) => [`${entry} runs on any runtime`, runtimeNeutral(entry)]),
  ),
  'files are named after their idea': fileNames,
};

describe('the architecture holds', () => {
  const modules = repositorySources().map(parseModule);

  test('sources are found', () => {
    expect(modules.map(({ path }) => path)).toContain('packages/agent/src/index.ts');
  });
  test.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(modules)).toEqual([]);
  });
});

type Fault = readonly [rule: string, sources: Readonly<Record<string, string>>, at: readonly string[]];

/** For each rule: sources that break it, and the paths it must point at. */
const faults: readonly Fault[] = [
  [
    'packages import one way, by public names',
    {
      'packages/agent/src/a.ts': `import '@ai4j/cli';`,
      'packages/agent/src/b.ts': `import type { X } from 'lodash';`,
      'packages/agent/src/loop/f.ts': `import { trace } from '@opentelemetry/api';`,
      'packages/agent/src/otel/fine.ts': `import { trace } from '@opentelemetry/api';`,
      'packages/coding/src/c.ts': `import { x } from '@ai4j/agent/src/items/agent-item.ts';`,
      'packages/coding/src/d.ts': `export type X = import('../../agent/src/index.ts').X;`,
      'packages/coding/test/e.test.ts': `await import('../../agent/src/index.ts');`,
      'packages/coding/src/fine.ts': `import '@ai4j/agent/node'; import 'zod/v4'; import './c.ts';`,
    },
    [
      'packages/agent/src/a.ts',
      'packages/agent/src/b.ts',
      'packages/agent/src/loop/f.ts',
      'packages/coding/src/c.ts',
      'packages/coding/src/d.ts',
      'packages/coding/test/e.test.ts',
    ],
  ],
  [
    'the core never names coding',
    { 'packages/agent/src/a.ts': `// as @ai4j/coding does`, 'packages/coding/src/b.ts': `// @ai4j/coding` },
    ['packages/agent/src/a.ts'],
  ],
  [
    'folders of packages/agent/src import from the left',
    {
      'packages/agent/src/items/a.ts': `import '../context/b.ts';`,
      'packages/agent/src/context/b.ts': `import '../items/a.ts'; import '../rag/c.ts';`,
      'packages/agent/src/rag/c.ts': `import '../tokens/e.ts'; import '../errors.ts';`,
      'packages/agent/src/session/d.ts': `import type { X } from '../node/index.ts';`,
      'packages/agent/src/drawer/e.ts': ``,
      'packages/agent/src/items/a.test.ts': `import '../testing/index.ts';`,
      'packages/agent/src/index.ts': `import './session/d.ts';`,
    },
    [
      'packages/agent/src/items/a.ts',
      'packages/agent/src/context/b.ts',
      'packages/agent/src/session/d.ts',
      'packages/agent/src/drawer/e.ts',
    ],
  ],
  [
    'folders of packages/coding/src import from the left',
    { 'packages/coding/src/checkpoint/a.ts': `import '../session/b.ts';` },
    ['packages/coding/src/checkpoint/a.ts'],
  ],
  [
    'no module imports itself by way of others',
    {
      'x/a.ts': `import './b.ts';`,
      'x/b.ts': `import type { C } from './c.ts';`,
      'x/c.ts': `export const lazy = () => import('./a.ts');`,
      'x/d.ts': `import './a.ts';`,
    },
    ['x/a.ts'],
  ],
  [
    'no export *',
    { 'x/index.ts': `export * from './a.ts';`, 'x/b.ts': `export * as c from './c.ts';` },
    ['x/index.ts', 'x/b.ts'],
  ],
  [
    'no default exports',
    {
      'x/a.ts': `export default 1;`,
      'x/b.ts': `export default function b() {}`,
      'x/c.ts': `const c = 1; export { c as default };`,
      'x/vitest.config.ts': `export default {};`,
    },
    ['x/a.ts', 'x/b.ts', 'x/c.ts'],
  ],
  [
    'only index.ts re-exports',
    {
      'x/a.ts': `export { b } from './b.ts';`,
      'x/c.ts': `import { b as d } from './b.ts'; export { d };`,
      'x/e.ts': `import * as all from './b.ts'; export { all };`,
      'x/fine.ts': `const own = 1; export { own };`,
      'x/index.ts': `export { b } from './b.ts';`,
    },
    ['x/a.ts', 'x/c.ts', 'x/e.ts'],
  ],
  [
    'no module mocks',
    { 'x/a.test.ts': `vi.mock('./a.ts');`, 'x/b.test.ts': `jest.mock('b');`, 'x/c.test.ts': `vi.fn();` },
    ['x/a.test.ts', 'x/b.test.ts'],
  ],
  ...pureFolders.map(
    (folder): Fault => [
      `${folder} is pure`,
      {
        [`${folder}/a.ts`]: `export const a = async () => 1;`,
        [`${folder}/b.ts`]: `export const b = new Date();`,
        [`${folder}/c.ts`]: `export const c = Math.random();`,
        [`${folder}/d.ts`]: `import 'node:fs';`,
        [`${folder}/e.ts`]: `export type E = Promise<string>;`,
        [`${folder}/f.ts`]: `await 1;`,
        [`${folder}/fine.ts`]: `// async Date\nexport const x = { Date: 'Promise' };`,
        [`${folder}/a.test.ts`]: `await 1;`,
      },
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${folder}/${name}.ts`),
    ],
  ),
  ...neutralEntries.map(
    (entry): Fault => [
      `${entry} runs on any runtime`,
      {
        [entry]: `export { a } from './deep/a.ts';`,
        [entry.replace('index.ts', 'deep/a.ts')]: `import './b.ts';`,
        [entry.replace('index.ts', 'deep/b.ts')]: `import { readFile } from 'node:fs/promises';`,
        [entry.replace('index.ts', 'node/index.ts')]: `import 'node:fs';`,
      },
      [entry.replace('index.ts', 'deep/b.ts')],
    ],
  ),
  [
    'files are named after their idea',
    {
      'x/utils.ts': '',
      'x/helpers/a.ts': '',
      'x/types.test.ts': '',
      'x/agentItem.ts': '',
      'x/a-b.full.test.ts': '',
    },
    ['x/utils.ts', 'x/helpers/a.ts', 'x/types.test.ts', 'x/agentItem.ts'],
  ],
];

describe('each rule sees what breaks it', () => {
  test('every rule has its faults', () => {
    expect([...new Set(faults.map(([rule]) => rule))].sort()).toEqual(Object.keys(rules).sort());
  });
  test.each(faults)('%s', (name, sources, at) => {
    const modules = Object.entries(sources).map(([path, source]) => parseModule({ path, source }));
    expect([...new Set(rules[name]?.(modules).map(({ path }) => path))].sort()).toEqual([...at].sort());
  });
});
