import { type Rule, resolveRelative, type Violation } from './source-module.ts';

/** What an entry reaches by relative imports names no `node:` module. */
export function runtimeNeutral(entry: string): Rule {
  return (modules) => {
    const byPath = new Map(modules.map((module) => [module.path, module]));
    const reached = new Set<string>();
    const waiting = [entry];
    const violations: Violation[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const module = byPath.get(path);
      if (!module || reached.has(path)) continue;
      reached.add(path);
      for (const specifier of module.specifiers) {
        if (specifier.startsWith('node:'))
          violations.push({ path, detail: `${specifier} is reached from ${entry}` });
        const target = resolveRelative(module, specifier);
        if (target !== undefined) waiting.push(target);
      }
    }
    return violations;
  };
}
