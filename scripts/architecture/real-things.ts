import ts from 'typescript';
import { type Rule, type Violation, walk } from './source-module.ts';

const mocking = /^(vi|jest)\.(mock|doMock|unstable_mockModule)$/;

/** Tests use the real thing: no module is replaced behind the back of its user. */
export const noModuleMocks: Rule = (modules) => {
  const violations: Violation[] = [];
  for (const { path, syntax } of modules) {
    walk(syntax, (node) => {
      if (ts.isCallExpression(node) && mocking.test(node.expression.getText()))
        violations.push({ path, detail: node.expression.getText() });
    });
  }
  return violations;
};
