import { short } from './figures.ts';
import { fitCellsRight } from './text-cells.ts';

export interface TokenChartInput {
  /** Tokens of each step's request, in order. */
  readonly tokens: readonly number[];
  /** Steps (1-based) before which a compaction ran. */
  readonly compactedSteps: readonly number[];
  readonly limitTokens: number;
  /** Cells across, axis included. */
  readonly width: number;
  /** Rows of the plot itself. */
  readonly height: number;
}

/** A row of the chart, in parts so that the caller may colour them. */
export interface TokenChartRow {
  readonly axis: string;
  readonly plot: string;
  readonly kind: 'bars' | 'limit' | 'marks' | 'steps';
}

const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const AXIS_CELLS = 7;
const MAX_CELLS_PER_STEP = 6;
const COMPACTION_MARK = '▼';

/**
 * Context size over the steps, as rows from top to bottom. Several steps share a column when there are more
 * steps than columns (the largest is drawn); the limit is a line where it lies within the plot.
 */
export function tokenChart(input: TokenChartInput): readonly TokenChartRow[] {
  const { tokens, height } = input;
  if (tokens.length === 0) return [];
  const columns = toColumns(input);
  const peak = Math.max(...columns.map((column) => column.tokens), 1);
  const showsLimit = input.limitTokens <= peak * 2;
  const top = showsLimit ? Math.max(peak, input.limitTokens) : peak;
  const limitRow = showsLimit ? rowOf(input.limitTokens, top, height) : -1;

  const rows: TokenChartRow[] = [];
  if (columns.some((column) => column.compacted)) {
    rows.push({
      kind: 'marks',
      axis: ' '.repeat(AXIS_CELLS),
      plot: columns
        .map((column) => (column.compacted ? COMPACTION_MARK : ' '))
        .join('')
        .trimEnd(),
    });
  }
  for (let row = height - 1; row >= 0; row--) {
    const isLimit = row === limitRow;
    rows.push({
      kind: isLimit ? 'limit' : 'bars',
      axis: `${fitCellsRight(axisLabel(row, height, top, isLimit ? input.limitTokens : undefined), AXIS_CELLS - 2)} ${isLimit ? '┄' : '│'}`,
      plot: columns.map((column) => barCell(column.tokens, row, top, height, isLimit)).join(''),
    });
  }
  rows.push({
    kind: 'steps',
    axis: `${' '.repeat(AXIS_CELLS - 1)}└`,
    plot: stepAxis(columns.length, tokens.length),
  });
  return rows;
}

interface Column {
  readonly tokens: number;
  readonly compacted: boolean;
}

function toColumns({ tokens, compactedSteps, width }: TokenChartInput): readonly Column[] {
  const available = Math.max(8, width - AXIS_CELLS);
  const compacted = new Set(compactedSteps);
  // Few steps are drawn several cells wide; many share a cell.
  const count = Math.min(available, tokens.length * MAX_CELLS_PER_STEP);
  const columns: Column[] = [];
  for (let column = 0; column < count; column++) {
    const from = Math.floor((column * tokens.length) / count);
    const to = Math.max(from + 1, Math.floor(((column + 1) * tokens.length) / count));
    const opensStep = column === 0 || Math.floor(((column - 1) * tokens.length) / count) !== from;
    let largest = 0;
    let hasCompaction = false;
    for (let index = from; index < to; index++) {
      largest = Math.max(largest, tokens[index] ?? 0);
      hasCompaction ||= opensStep && compacted.has(index + 1);
    }
    columns.push({ tokens: largest, compacted: hasCompaction });
  }
  return columns;
}

function rowOf(value: number, top: number, height: number): number {
  return Math.min(height - 1, Math.floor((value / top) * height));
}

function barCell(tokens: number, row: number, top: number, height: number, isLimit: boolean): string {
  const filled = Math.round((tokens / top) * height * 8) - row * 8;
  const eighths = Math.max(0, Math.min(8, filled));
  if (eighths === 0 && isLimit) return '┄';
  return EIGHTHS[eighths] ?? ' ';
}

function axisLabel(row: number, height: number, top: number, limitTokens: number | undefined): string {
  if (limitTokens !== undefined) return short(limitTokens);
  const everyRows = height > 6 ? 3 : 2;
  if (row !== height - 1 && row % everyRows !== 0) return '';
  if (row === 0) return '0';
  return short(((row === height - 1 ? height : row) / height) * top);
}

function stepAxis(columns: number, steps: number): string {
  const last = `step ${steps}`;
  const first = '1';
  const line = '─'.repeat(Math.max(0, columns - first.length - last.length - 2));
  return columns > last.length + 4 ? `${first} ${line} ${last}` : last;
}
