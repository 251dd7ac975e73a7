import type { Rule, Violation } from './source-module.ts';

const vague = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'types', 'misc', 'shared']);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.ts$/;

/** A file is named in kebab-case after its one idea; a drawer for anything has no idea. */
export const fileNames: Rule = (modules) => {
  const violations: Violation[] = [];
  for (const { path } of modules) {
    const segments = path.split('/');
    const fileName = segments.at(-1) ?? '';
    if (!kebabCase.test(fileName)) violations.push({ path, detail: 'is not in kebab-case' });
    for (const segment of segments) {
      const name = segment.replace(/(\.test)?\.ts$/, '');
      if (vague.has(name)) violations.push({ path, detail: `"${name}" names no idea` });
    }
  }
  return violations;
};
