import path from 'node:path';
import ts from 'typescript';

/** A source text and where it is, from the repository root, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly source: string;
}

/** What the rules ask of a module. */
export interface SourceModule {
  readonly path: string;
  readonly syntax: ts.SourceFile;
  /** Every module it names: `import`, `export … from`, `import()` and `import()` types. */
  readonly specifiers: readonly string[];
}

/** A rule broken, in words that say what to change. */
export interface Violation {
  readonly path: string;
  readonly detail: string;
}

/** Pure: the same modules always break the same rules. */
export type Rule = (modules: readonly SourceModule[]) => readonly Violation[];

export function parseModule({ path, source }: SourceText): SourceModule {
  const syntax = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  return { path, syntax, specifiers: specifiersOf(syntax) };
}

/** Calls `visit` for `node` and everything below it, in source order. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function specifiersOf(syntax: ts.SourceFile): readonly string[] {
  const specifiers: string[] = [];
  walk(syntax, (node) => {
    const named = namedModule(node);
    if (named && ts.isStringLiteralLike(named)) specifiers.push(named.text);
  });
  return specifiers;
}

function namedModule(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0];
  return undefined;
}

export function isTest(module: SourceModule): boolean {
  return /\.test(-d)?\.ts$/.test(module.path);
}

/** Tests, the code only tests use, and tool configuration: not part of what is shipped. */
export function isShipped(module: SourceModule): boolean {
  return module.path.includes('/src/') && !isTest(module);
}

/** The path a relative specifier leads to; undefined for a package or a `node:` module. */
export function resolveRelative(from: SourceModule, specifier: string): string | undefined {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from.path), specifier) : undefined;
}

/** `@scope/name` or `name` of a specifier that leads into a package; undefined for relative and `node:` ones. */
export function packageNameOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
