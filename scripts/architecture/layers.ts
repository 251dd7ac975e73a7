/** What the packages and folders of this repository may import: the one table behind scripts/architecture.test.ts. */

/** A package, where it lives, and the workspace packages and libraries its shipped sources may name. */
export interface PackageRule {
  readonly name: string;
  readonly directory: string;
  /** Workspace packages, each imported only by a name its `exports` lists. */
  readonly workspace: readonly string[];
  /** Other packages. Absent: its package.json decides. */
  readonly libraries?: readonly string[] | undefined;
  /** Optional peers, each named by the one folder of `src` that needs it. */
  readonly folderLibraries?: Readonly<Record<string, readonly string[]>> | undefined;
}

export const packageRules: readonly PackageRule[] = [
  {
    name: '@ai4j/agent',
    directory: 'packages/agent',
    workspace: [],
    libraries: ['zod'],
    folderLibraries: { otel: ['@opentelemetry/api'], 'ai-sdk': ['ai', '@ai-sdk/provider'], sql: ['kysely'] },
  },
  { name: '@ai4j/coding', directory: 'packages/coding', workspace: ['@ai4j/agent'], libraries: ['zod'] },
  { name: '@ai4j/cli', directory: 'apps/demo', workspace: ['@ai4j/agent', '@ai4j/coding'] },
  { name: '@ai4j/bench', directory: 'apps/bench', workspace: ['@ai4j/agent', '@ai4j/coding'] },
  { name: '@ai4j/interop', directory: 'apps/interop', workspace: ['@ai4j/agent'] },
];

/**
 * Folders (and single files) of `src`, in tiers. A file imports from its own folder and from earlier
 * tiers; folders of one tier stand beside each other and do not import one another.
 */
export interface FolderRule {
  readonly source: string;
  readonly tiers: readonly (readonly string[])[];
}

export const folderRules: readonly FolderRule[] = [
  {
    source: 'packages/agent/src',
    tiers: [
      ['errors', 'logger', 'redactor'],
      ['items'],
      ['tokens'],
      ['log'],
      ['memory'],
      ['model'],
      ['context', 'rag'],
      ['compact'],
      ['recall'],
      ['loop'],
      ['session'],
      ['node', 'sql', 'ai-sdk', 'otel', 'wire', 'testing'],
    ],
  },
  {
    source: 'packages/coding/src',
    tiers: [
      ['options', 'process', 'workspace'],
      ['facts'],
      ['checkpoint'],
      ['compact'],
      ['loop'],
      ['session'],
      ['node', 'transcripts', 'dbos', 'testing'],
    ],
  },
];

/** Folders of plain functions of values: no waiting, no clock, no chance, no system. */
export const pureFolders: readonly string[] = [
  'packages/agent/src/items',
  'packages/agent/src/tokens',
  'packages/agent/src/context',
  'packages/coding/src/checkpoint',
];

/** Entries that run on any JavaScript runtime. */
export const neutralEntries: readonly string[] = [
  'packages/agent/src/index.ts',
  'packages/coding/src/index.ts',
];
