import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package, found from the running module: sources and the bundle lie at different depths. */
function findPackageRoot(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    if (folder.pathname === '/') throw new Error(`no package.json above ${import.meta.url}`);
    folder = new URL('..', folder);
  }
  return folder;
}

/** The path of a file that ships with this package, such as `samples/fix-the-price.jsonl`. */
export function packagePath(relative: string): string {
  return fileURLToPath(new URL(relative, findPackageRoot()));
}

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
