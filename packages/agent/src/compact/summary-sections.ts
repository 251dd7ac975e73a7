/** What a summariser is asked for, section by section. */
export interface SummarySections {
  readonly goal: string;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
  readonly decisions: readonly string[];
  readonly errors: readonly string[];
  readonly testResults: readonly string[];
  readonly openQuestions: readonly string[];
}

export type SummaryListName = Exclude<keyof SummarySections, 'goal'>;

/** The list sections with the headings they are rendered under, in order. */
export const summaryHeadings: readonly (readonly [name: SummaryListName, heading: string])[] = [
  ['completed', 'Progress'],
  ['pending', 'Pending'],
  ['decisions', 'Key Decisions'],
  ['errors', 'Errors'],
  ['testResults', 'Test Results'],
  ['openQuestions', 'Open Questions'],
];

export type ParsedSummary =
  | { readonly kind: 'sections'; readonly sections: SummarySections }
  /** No JSON object anywhere: the text itself is the summary. */
  | { readonly kind: 'prose'; readonly text: string }
  /** The beginning of a JSON object, cut off. */
  | { readonly kind: 'broken' };

/**
 * Reads a summariser's answer forgivingly: fences and prose around the object are passed over, one string
 * counts as a list of one, what is no string is written as JSON, blanks are dropped.
 */
export function parseSummary(answer: string): ParsedSummary {
  const text = answer.trim();
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start >= 0 && end > start) {
    const value = parseObject(text.slice(start, end + 1));
    if (value) return { kind: 'sections', sections: readSections(value) };
  }
  return /^(?:```\w*\s*)?\{/.test(text) ? { kind: 'broken' } : { kind: 'prose', text };
}

/** Sections as markdown, the goal first, empty ones left out; lists of files last. */
export function renderSummary(
  sections: SummarySections,
  files: { readonly read: readonly string[]; readonly modified: readonly string[] },
): string {
  const parts = sections.goal === '' ? [] : [`## Goal\n${sections.goal}`];
  const lists: (readonly [string, readonly string[]])[] = [
    ...summaryHeadings.map(([name, heading]) => [heading, sections[name]] as const),
    [READ_FILES_HEADING, files.read],
    [MODIFIED_FILES_HEADING, files.modified],
  ];
  for (const [heading, lines] of lists) {
    if (lines.length > 0) parts.push(`## ${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`);
  }
  return parts.join('\n\n');
}

export const READ_FILES_HEADING = 'Read Files';
export const MODIFIED_FILES_HEADING = 'Modified Files';

/** The bullets under `heading` in a rendered summary. */
export function bulletsUnder(summary: string, heading: string): string[] {
  const lines = summary.split('\n');
  const start = lines.indexOf(`## ${heading}`);
  if (start < 0) return [];
  const bullets: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (!line.startsWith('- ')) break;
    bullets.push(line.slice(2));
  }
  return bullets;
}

export function isEmptySummary({ goal, ...lists }: SummarySections): boolean {
  return goal === '' && Object.values(lists).every((lines) => lines.length === 0);
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Not JSON after all: the caller takes the text as prose, or refuses it as broken.
    return undefined;
  }
}

function readSections(value: Readonly<Record<string, unknown>>): SummarySections {
  return {
    goal: linesOf(value.goal).join('\n'),
    completed: linesOf(value.completed),
    pending: linesOf(value.pending),
    decisions: linesOf(value.decisions),
    errors: linesOf(value.errors),
    testResults: linesOf(value.testResults),
    openQuestions: linesOf(value.openQuestions),
  };
}

/** A line of a list stays one line: a rendered bullet must not turn into another section. */
function linesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries
    .filter((entry) => entry !== undefined && entry !== null)
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map((line) => line.replace(/\s*\n\s*/g, ' ').trim())
    .filter((line) => line !== '');
}
