import pc from 'picocolors';
import type { ReplayReport } from '../replay/replay-report.ts';
import type { CompactionRecord, ItemKind, Timeline } from '../replay/timeline.ts';
import { counted, grouped, percent, short } from './figures.ts';
import { type TerminalColors, TerminalPage } from './terminal-page.ts';
import { fitCells, fitCellsRight, wrapCells } from './text-cells.ts';
import { type TokenChartRow, tokenChart } from './token-chart.ts';

/** One replayed session: its figures and what happened step by step. */
export interface SessionView {
  readonly report: ReplayReport;
  readonly timeline: Timeline;
}

export interface TerminalReportInput {
  /** The whole file's figures. */
  readonly report: ReplayReport;
  readonly sessions: readonly SessionView[];
  /** Laws the checker looked at. */
  readonly laws: readonly string[];
  /** What was said while reading: bad lines, unknown records. */
  readonly notices: readonly string[];
  /** Where files were written, by name of the file's purpose. */
  readonly written: readonly { readonly name: string; readonly path: string }[];
}

export interface TerminalReportOptions {
  /** Cells; held between 60 and 120. */
  readonly width: number;
  readonly color: boolean;
}

const CHART_ROWS = 8;
const COMPACTIONS_SHOWN = 10;
const VIOLATIONS_SHOWN = 8;
const SESSIONS_SHOWN = 12;
/** Columns of the list of compactions before its last, free one. */
const COMPACTION_CELLS = { number: 4, step: 5, tokens: 18, items: 13, gap: 3 };

/** What a person reads after a replay; ends with a newline. */
export function terminalReport(input: TerminalReportInput, options: TerminalReportOptions): string {
  const width = Math.max(60, Math.min(120, options.width));
  const colors = pc.createColors(options.color);
  const page = new TerminalPage(width, colors);
  const { report } = input;

  page.line(
    colors.bold(fitCells(fileName(report.source.file), width - report.source.format.length - 4)),
    colors.dim(report.source.format),
  );
  page.dim(
    [
      counted(report.source.items, 'item'),
      counted(report.source.userTurns, 'turn'),
      counted(report.source.toolCalls, 'tool call'),
      counted(report.steps, 'model call'),
    ].join(' · '),
  );
  page.dim(
    `window ${grouped(report.settings.windowTokens)}, ${grouped(report.settings.reserveTokens)} reserved, ` +
      `so at most ${grouped(report.settings.maxTokens)} tokens of context`,
  );

  if (input.sessions.length > 1) sessionTable(page, input.sessions);
  const shown = largest(input.sessions);
  if (shown) sessionSection(page, shown, input.sessions.length > 1);
  figures(page, input);
  page.blank();
  return page.text();
}

function sessionTable(page: TerminalPage, sessions: readonly SessionView[]): void {
  page.heading('Sessions');
  const nameCells = page.width - 4 - 4 - 9 - 9 - 14;
  page.line(
    page.colors.dim(
      `${fitCells('', 4)}${fitCells('session', nameCells)}${fitCellsRight('steps', 9)}${fitCellsRight('peak', 9)}${fitCellsRight('compactions', 14)}`,
    ),
  );
  sessions.slice(0, SESSIONS_SHOWN).forEach(({ report, timeline }, index) => {
    page.line(
      page.colors.dim(fitCells(String(index + 1), 4)),
      fitCells(report.source.session, nameCells),
      fitCellsRight(grouped(report.steps), 9),
      fitCellsRight(short(peakTokens(timeline)), 9),
      fitCellsRight(String(timeline.compactions.length), 14),
    );
  });
  if (sessions.length > SESSIONS_SHOWN)
    page.dim(`    and ${counted(sessions.length - SESSIONS_SHOWN, 'more session')}`);
}

function sessionSection(page: TerminalPage, { report, timeline }: SessionView, isOneOfMany: boolean): void {
  page.heading(
    'Context',
    isOneOfMany
      ? `tokens per model call of session ${report.source.session}, the largest`
      : 'tokens per model call',
  );
  const rows = tokenChart({
    tokens: timeline.steps.map((step) => step.tokens),
    compactedSteps: timeline.compactions.map((compaction) => compaction.step),
    limitTokens: report.settings.maxTokens,
    width: page.width - 4,
    height: CHART_ROWS,
  });
  if (rows.length === 0) page.dim('no model call in this session');
  for (const row of rows) page.line(page.colors.dim(row.axis), paintRow(row, page.colors));
  compactionTable(page, timeline.compactions);
}

function paintRow(row: TokenChartRow, colors: TerminalColors): string {
  switch (row.kind) {
    case 'marks':
      return colors.yellow(row.plot);
    case 'steps':
      return colors.dim(row.plot);
    case 'bars':
      return colors.cyan(row.plot);
    case 'limit':
      return row.plot.replace(/┄+|[^┄]+/g, (run) =>
        run.startsWith('┄') ? colors.red(run) : colors.cyan(run),
      );
    default:
      return row.kind satisfies never;
  }
}

function compactionTable(page: TerminalPage, compactions: readonly CompactionRecord[]): void {
  if (compactions.length === 0) {
    page.heading('Compactions', 'none were needed');
    return;
  }
  page.heading('Compactions', `▼ ${counted(compactions.length, 'time')}`);
  const { number, step, tokens, items, gap } = COMPACTION_CELLS;
  const indentCells = number + step + tokens + items + gap;
  page.line(
    page.colors.dim(
      [
        fitCellsRight('step', number + step),
        fitCellsRight('tokens', tokens),
        fitCellsRight('items', items),
        ' '.repeat(gap),
        'left memory',
      ].join(''),
    ),
  );
  for (const compaction of compactions.slice(0, COMPACTIONS_SHOWN)) {
    const { result } = compaction;
    const [first = '', ...more] = wrapCells(removedText(compaction), page.width - 4 - indentCells);
    page.line(
      page.colors.yellow(fitCells(String(compaction.number), number)),
      fitCellsRight(grouped(compaction.step), step),
      fitCellsRight(arrow(result.tokensBefore, result.tokensAfter), tokens),
      fitCellsRight(arrow(result.itemsBefore, result.itemsAfter), items),
      `${' '.repeat(gap)}${first}`,
    );
    for (const line of more) page.line(' '.repeat(indentCells), line);
  }
  if (compactions.length > COMPACTIONS_SHOWN) {
    page.dim(
      `    and ${counted(compactions.length - COMPACTIONS_SHOWN, 'more compaction')} (all are in --json and --html)`,
    );
  }
}

function arrow(before: number | undefined, after: number | undefined): string {
  return `${before === undefined ? '–' : grouped(before)} → ${after === undefined ? '–' : grouped(after)}`;
}

const kindNouns: Readonly<Record<ItemKind, string>> = {
  output: 'output',
  call: 'call',
  assistant: 'answer',
  reasoning: 'thought',
  user: 'user message',
  summary: 'summary',
  other: 'other item',
};

function removedText({ removedByKind, summarizer }: CompactionRecord): string {
  const parts = Object.entries(kindNouns).flatMap(([kind, noun]) => {
    const count = removedByKind[kind as ItemKind] ?? 0;
    return count === 0 ? [] : [counted(count, noun, noun === 'summary' ? 'summaries' : undefined)];
  });
  const recorded = summarizer === 'recorded' ? ' (recorded summary)' : '';
  return `${parts.join(', ') || 'nothing'}${recorded}`;
}

function figures(
  page: TerminalPage,
  { report, sessions, laws, notices, written }: TerminalReportInput,
): void {
  const { colors } = page;
  page.blank();
  page.entry('Projection', projectionText(sessions));
  page.entry('Estimate', estimateText(report));
  page.entry('Cache', cacheText(report));
  page.entry(
    'Memory',
    memoryText(report),
    report.loss.factsLost === report.loss.factsRecallable ? String : colors.red,
  );
  const { violations } = report;
  page.entry(
    'Laws',
    `${counted(violations.length, 'violation')} of ${laws.join(' ')}`,
    violations.length === 0 ? colors.green : colors.red,
  );
  for (const { law, step, detail } of violations.slice(0, VIOLATIONS_SHOWN)) {
    page.entry('', `${law} at step ${step}: ${detail}`, colors.red);
  }
  if (violations.length > VIOLATIONS_SHOWN)
    page.entry('', `and ${violations.length - VIOLATIONS_SHOWN} more in --json`);
  for (const notice of notices) page.entry('Notice', notice, colors.yellow);
  for (const { name, path } of written) page.path(name, path);
}

function projectionText(sessions: readonly SessionView[]): string {
  const last = sessions.map(({ timeline }) => timeline.steps.at(-1));
  const cleared = sum(last.map((step) => step?.clearedItems ?? 0));
  const dropped = sum(last.map((step) => step?.droppedItems ?? 0));
  if (cleared === 0 && dropped === 0) return 'everything in memory is in the last request, word for word';
  return `${counted(cleared, 'item')} cleared and ${counted(dropped, 'item')} dropped in the last request; memory still has them`;
}

function estimateText({ estimate }: ReplayReport): string {
  if (estimate.points === 0) return 'the recording has no usage to compare with';
  return (
    `prompts off by ${percent(estimate.promptMedianAbsErrorPct)} median and ${percent(estimate.promptP95AbsErrorPct)} p95, ` +
    `growth per step by ${percent(estimate.growthMedianAbsErrorPct)} median, over ${counted(estimate.points, 'recorded prompt')}`
  );
}

function cacheText({ cache }: ReplayReport): string {
  if (cache.sentTokens === 0) return 'nothing was sent';
  return (
    `${percent((100 * cache.cachedTokens) / cache.sentTokens)} of ${short(cache.sentTokens)} tokens sent were an unchanged prefix; ` +
    `the prefix was rewritten ${counted(cache.rewrittenPrefixes, 'time')}`
  );
}

function memoryText({ loss, final }: ReplayReport): string {
  const now = `${counted(final.memoryItems, 'item')} in memory at the end`;
  if (loss.factsLost === 0) return `${now}, none ever left it`;
  const recall =
    loss.factsLost === loss.factsRecallable
      ? 'all of them recallable word for word'
      : `but only ${grouped(loss.factsRecallable)} of them can be recalled`;
  return `${now}; ${counted(loss.factsLost, 'item')} left it, ${recall}`;
}

function largest(sessions: readonly SessionView[]): SessionView | undefined {
  return sessions.reduce<SessionView | undefined>(
    (best, session) => (best && peakTokens(best.timeline) >= peakTokens(session.timeline) ? best : session),
    undefined,
  );
}

function peakTokens(timeline: Timeline): number {
  return timeline.steps.reduce((peak, step) => Math.max(peak, step.tokens), 0);
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
