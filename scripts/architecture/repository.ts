import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PublicNames } from './package-arrows.ts';
import type { SourceText } from './source-module.ts';

/** Where the repository is checked out. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

const notOurs = new Set(['node_modules', 'dist', 'coverage', 'samples', 'fixtures']);

/** Paths of our files that end in `ending`, from `folder` on; hidden folders, samples and fixtures apart. */
export function repositoryFiles(ending: string, folder = ''): readonly string[] {
  return readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const found = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return notOurs.has(entry.name) || entry.name.startsWith('.') ? [] : repositoryFiles(ending, found);
    return found.endsWith(ending) ? [found] : [];
  });
}

export function readText(file: string): string {
  return readFileSync(path.join(repositoryRoot, file), 'utf8');
}

/** Every TypeScript source of ours. */
export function repositorySources(): readonly SourceText[] {
  return repositoryFiles('.ts').map((file) => ({ path: file, source: readText(file) }));
}

/** The names under which the package in each of `directories` may be imported. */
export function publicNamesOf(directories: readonly string[]): PublicNames {
  return new Map(
    directories.map((directory) => {
      const { name, exports } = JSON.parse(readText(`${directory}/package.json`)) as {
        name: string;
        exports?: Record<string, unknown>;
      };
      return [name, Object.keys(exports ?? {}).map((key) => name + key.slice(1))] as const;
    }),
  );
}
