import type { Measurement } from './measure.ts';

/** Prints rows under a title, first column left, the others right. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  process.stdout.write(`\n${title}\n${rows.map((row) => `  ${line(row)}\n`).join('')}`);
}

/** Rows of the tasks of one measurement; `ratio` says how many times the time of the last one each takes. */
export function comparisonRows(
  measured: Readonly<Record<string, Measurement>>,
): readonly (readonly string[])[] {
  const entries = Object.entries(measured);
  const ours = entries.at(-1)?.[1].medianMs ?? 1;
  return [
    ['', 'median', 'best', 'ratio'],
    ...entries.map(([name, { medianMs, bestMs }]) => [
      name,
      milliseconds(medianMs),
      milliseconds(bestMs),
      (medianMs / ours).toPrecision(2),
    ]),
  ];
}

export function milliseconds(value: number): string {
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ms`;
}
