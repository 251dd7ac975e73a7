import type { FolderRule } from './layers.ts';
import { isShipped, type Rule, resolveRelative, type Violation } from './source-module.ts';

/** Folders import only from the folders to their left; every folder has its place in the table. */
export function folderArrows({ source, tiers }: FolderRule): Rule {
  const tierOf = new Map(tiers.flatMap((folders, tier) => folders.map((folder) => [folder, tier] as const)));
  return (modules) => {
    const violations: Violation[] = [];
    for (const module of modules) {
      const own = folderIn(source, module.path);
      if (own === undefined || own === 'index' || !isShipped(module)) continue;
      const report = (detail: string) => violations.push({ path: module.path, detail });
      const ownTier = tierOf.get(own);
      if (ownTier === undefined) {
        report(`folder ${own} has no place in the order`);
        continue;
      }
      for (const specifier of module.specifiers) {
        const target = resolveRelative(module, specifier);
        const folder = target && folderIn(source, target);
        if (folder === undefined || folder === own) continue;
        if ((tierOf.get(folder) ?? Number.POSITIVE_INFINITY) >= ownTier)
          report(`${own} may not import from ${folder}`);
      }
    }
    return violations;
  };
}

/** The first path segment below `source`; a single file counts as a folder of its name. */
function folderIn(source: string, path: string): string | undefined {
  if (!path.startsWith(`${source}/`)) return undefined;
  return path
    .slice(source.length + 1)
    .split('/')[0]
    ?.replace(/\.ts$/, '');
}
