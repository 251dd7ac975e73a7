/** A fenced code block that claims to be the code of a file. */
export interface ExampleBlock {
  /** From the folder of the Markdown file. */
  readonly file: string;
  readonly code: string;
}

/** Code blocks directly after `<!-- example: path -->`. */
export function exampleBlocks(markdown: string): readonly ExampleBlock[] {
  const block = /^<!-- example: (\S+) -->\n```\w*\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(block)].map(([, file = '', code = '']) => ({ file, code: code.trimEnd() }));
}

/**
 * What a file shows in documents: its `// #region example` … `// #endregion` parts, each without the
 * indentation of its marker and empty lines around it, with an empty line between; the whole file where nothing is marked.
 */
export function exampleOf(source: string): string {
  const region = /^([ \t]*)\/\/ #region example\n([\s\S]*?)^[ \t]*\/\/ #endregion/gm;
  const parts = [...source.matchAll(region)].map(([, indentation = '', code = '']) =>
    code
      .split('\n')
      .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
      .join('\n')
      .replace(/^\n+|\s+$/g, ''),
  );
  return parts.length > 0 ? parts.join('\n\n') : source.trimEnd();
}

/** A target inside the repository that a document links to. */
export interface InternalLink {
  /** As written, from the folder of the document; empty for a link within it. */
  readonly file: string;
  /** The heading it leads to, as an anchor. */
  readonly anchor?: string | undefined;
}

/** Links and images of a document, code apart; addresses with a scheme are left out. */
export function internalLinks(markdown: string): readonly InternalLink[] {
  const prose = withoutFences(markdown).replace(/`[^`\n]*`/g, '');
  const links: InternalLink[] = [];
  for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)) {
    if (/^[a-z]+:/i.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    links.push({ file, anchor });
  }
  return links;
}

/** The anchors of a document's headings, as GitHub makes them. */
export function headingAnchors(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\p{Mark}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}
