import ts from 'typescript';
import type { Rule, SourceModule, Violation } from './source-module.ts';

/** A surface is read by name: `export *` hides what it adds. */
export const noExportStar: Rule = (modules) =>
  statements(modules, (statement) =>
    ts.isExportDeclaration(statement) &&
    (statement.exportClause === undefined || ts.isNamespaceExport(statement.exportClause))
      ? 'export *'
      : undefined,
  );

/** A thing has one name wherever it is imported. Tool configuration aside, which tools read so. */
export const noDefaultExport: Rule = (modules) =>
  statements(
    modules.filter(({ path }) => !path.endsWith('.config.ts')),
    (statement) => (isDefaultExport(statement) ? 'default export' : undefined),
  );

/** Only `index.ts` passes on what others declare. */
export const reExportsOnlyInIndex: Rule = (modules) =>
  modules
    .filter(({ path }) => !path.endsWith('/index.ts'))
    .flatMap((module) => {
      const imported = importedNames(module.syntax);
      return statements([module], (statement) => {
        if (!ts.isExportDeclaration(statement) || !statement.exportClause) return undefined;
        if (statement.moduleSpecifier) return `re-exports from ${statement.moduleSpecifier.getText()}`;
        if (!ts.isNamedExports(statement.exportClause)) return undefined;
        const passedOn = statement.exportClause.elements
          .map((element) => (element.propertyName ?? element.name).text)
          .filter((name) => imported.has(name));
        return passedOn.length > 0 ? `re-exports ${passedOn.join(', ')}` : undefined;
      });
    });

function statements(
  modules: readonly SourceModule[],
  judge: (statement: ts.Statement) => string | undefined,
): readonly Violation[] {
  return modules.flatMap(({ path, syntax }) =>
    syntax.statements.flatMap((statement) => {
      const detail = judge(statement);
      return detail === undefined ? [] : [{ path, detail }];
    }),
  );
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  )
    return statement.exportClause.elements.some((element) => element.name.text === 'default');
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false)
  );
}

function importedNames(syntax: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of syntax.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const clause = statement.importClause;
    if (clause?.name) names.add(clause.name.text);
    const bindings = clause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings)) names.add(bindings.name.text);
    else if (bindings) for (const element of bindings.elements) names.add(element.name.text);
  }
  return names;
}
