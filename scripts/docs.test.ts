import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles, repositoryRoot } from './architecture/repository.ts';
import { exampleBlocks, exampleOf, headingAnchors, internalLinks } from './docs/markdown.ts';

const documents = repositoryFiles('.md').map((file) => ({ file, markdown: readText(file) }));
const atRoot = (document: string, target: string) => path.posix.join(path.posix.dirname(document), target);

describe('documents are true', () => {
  test.each(documents)('$file shows code that runs', ({ file, markdown }) => {
    for (const example of exampleBlocks(markdown))
      expect(example.code, example.file).toBe(exampleOf(readText(atRoot(file, example.file))));
  });

  test.each(documents)('$file links to what exists', ({ file, markdown }) => {
    for (const link of internalLinks(markdown)) {
      const target = link.file === '' ? file : atRoot(file, link.file);
      expect(existsSync(path.join(repositoryRoot, target)), `${link.file} exists`).toBe(true);
      if (link.anchor !== undefined) expect(headingAnchors(readText(target))).toContain(link.anchor);
    }
  });

  test.each([...repositoryFiles('README.md')])('every TypeScript block of %s is an example', (file) => {
    const markdown = readText(file);
    expect(markdown.match(/^```ts$/gm)?.length ?? 0).toBe(exampleBlocks(markdown).length);
  });

  test.each([
    ...documents
      .filter(({ file }) => file.startsWith('docs/decisions/'))
      .map(({ file, markdown }) => ({ file, markdown, maxLines: 30 })),
    ...documents
      .filter(({ file }) => file === 'AGENTS.md')
      .map((document) => ({ ...document, maxLines: 100 })),
  ])('$file has at most $maxLines lines', ({ markdown, maxLines }) => {
    expect(markdown.trimEnd().split('\n').length).toBeLessThanOrEqual(maxLines);
  });
});

describe('the checks see what is wrong', () => {
  test('a block is compared with the marked parts of its file', () => {
    const markdown = '<!-- example: a.ts -->\n```ts\nimport x;\n\nx();\n```\n\n```sh\nnot compared\n```\n';
    const source =
      '// #region example\nimport x;\n// #endregion\ntest(() => {\n  // #region example\n  x();\n  // #endregion\n});\n';
    expect(exampleBlocks(markdown)).toEqual([{ file: 'a.ts', code: exampleOf(source) }]);
    expect(exampleOf('whole\n')).toBe('whole');
  });

  test('links are found outside of code', () => {
    const markdown = '[a](b.md#c) ![d](e.svg) [f](https://g.h) [i](#j)\n`[k](l)`\n```\n[m](n)\n```\n';
    expect(internalLinks(markdown)).toEqual([
      { file: 'b.md', anchor: 'c' },
      { file: 'e.svg', anchor: undefined },
      { file: '', anchor: 'j' },
    ]);
  });

  test('headings become anchors', () => {
    expect(headingAnchors('# What works, and what not\n## `ai4j` 東京\n')).toEqual([
      'what-works-and-what-not',
      'ai4j-東京',
    ]);
  });
});
