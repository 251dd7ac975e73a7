import ts from 'typescript';
import { isTest, type Rule, type Violation, walk } from './source-module.ts';

/** In `folder`, values in and values out: no waiting, no clock, no chance, no system. */
export function pureFolder(folder: string): Rule {
  return (modules) => {
    const violations: Violation[] = [];
    for (const module of modules) {
      if (!module.path.startsWith(`${folder}/`) || isTest(module)) continue;
      const report = (detail: string) => violations.push({ path: module.path, detail });
      for (const specifier of module.specifiers) if (specifier.startsWith('node:')) report(specifier);
      walk(module.syntax, (node) => {
        const effect = effectOf(node);
        if (effect !== undefined) report(effect);
      });
    }
    return violations;
  };
}

function effectOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return 'async';
  if (ts.isAwaitExpression(node)) return 'await';
  if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random') return 'Math.random';
  if (!ts.isIdentifier(node) || isMemberName(node)) return undefined;
  return node.text === 'Promise' || node.text === 'Date' ? node.text : undefined;
}

/** `x.Date` and `{ Date: … }` name a member, not the global. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node)
  );
}
