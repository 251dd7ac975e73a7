import { type Rule, resolveRelative, type SourceModule, type Violation } from './source-module.ts';

/** No module imports itself by way of others, types included: what needs each other is one idea. */
export const importCycles: Rule = (modules) => {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const finished = new Set<SourceModule>();
  const trail: SourceModule[] = [];
  const violations: Violation[] = [];

  const visit = (module: SourceModule) => {
    if (finished.has(module)) return;
    const start = trail.indexOf(module);
    if (start >= 0) {
      const cycle = [...trail.slice(start), module].map(({ path }) => path);
      violations.push({ path: module.path, detail: `imports itself: ${cycle.join(' → ')}` });
      return;
    }
    trail.push(module);
    for (const specifier of module.specifiers) {
      const target = byPath.get(resolveRelative(module, specifier) ?? '');
      if (target) visit(target);
    }
    trail.pop();
    finished.add(module);
  };
  for (const module of modules) visit(module);
  return violations;
};
