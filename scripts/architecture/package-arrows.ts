import type { PackageRule } from './layers.ts';
import {
  isShipped,
  packageNameOf,
  type Rule,
  resolveRelative,
  type SourceModule,
  type Violation,
} from './source-module.ts';

/** Public names of a package: its name with each key of its `exports`, `@ai4j/agent/node` and the like. */
export type PublicNames = ReadonlyMap<string, readonly string[]>;

/** apps → coding → agent → zod, each by its public names only, tests included. */
export function packageArrows(rules: readonly PackageRule[], publicNames: PublicNames): Rule {
  const workspaceNames = new Set(rules.map((rule) => rule.name));
  return (modules) => {
    const violations: Violation[] = [];
    for (const module of modules) {
      const own = rules.find((rule) => module.path.startsWith(`${rule.directory}/`));
      if (!own) continue;
      const report = (detail: string) => violations.push({ path: module.path, detail });
      for (const specifier of module.specifiers) {
        const target = resolveRelative(module, specifier);
        if (target !== undefined) {
          if (!target.startsWith(`${own.directory}/`) && !module.path.endsWith('.config.ts'))
            report(`reaches out of its package: ${specifier}`);
          continue;
        }
        const name = packageNameOf(specifier);
        if (name === undefined) continue;
        if (workspaceNames.has(name)) {
          if (name !== own.name && !own.workspace.includes(name))
            report(`${own.name} may not import ${name}`);
          else if (!publicNames.get(name)?.includes(specifier)) report(`${specifier} is not a public name`);
        } else if (isShipped(module) && !mayDependOn(own, module, name)) {
          report(`${own.name} may not depend on ${name}`);
        }
      }
    }
    return violations;
  };
}

function mayDependOn(own: PackageRule, module: SourceModule, library: string): boolean {
  if (!own.libraries || own.libraries.includes(library)) return true;
  const folder = module.path.slice(`${own.directory}/src/`.length).split('/')[0] ?? '';
  return own.folderLibraries?.[folder]?.includes(library) ?? false;
}

/** What a lower package never says, not even in a comment: a dependency of thought. */
export function neverNames(directory: string, forbidden: string): Rule {
  return (modules) =>
    modules
      .filter(({ path, syntax }) => path.startsWith(`${directory}/`) && syntax.text.includes(forbidden))
      .map(({ path }) => ({ path, detail: `names ${forbidden}` }));
}
