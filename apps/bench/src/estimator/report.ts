import type { AnchoredErrors, HeldOutEstimator, PromptErrors, StepErrors } from './estimator-errors.ts';
import { quantile } from './fit-factors.ts';
import { groupedBy } from './grouped-by.ts';

/** All that is measured, held out: growth per step, whole prompts, anchored prompts. */
export function heldOutReport(estimator: HeldOutEstimator): string {
  const growth = estimator.growth();
  return [
    growthTable(
      'growth per step',
      growth.filter(({ step }) => !step.signatureOnly),
    ),
    growthTable(
      'growth per step, signature-only thinking',
      growth.filter(({ step }) => step.signatureOnly),
    ),
    promptTable(estimator.prompts()),
    anchoredTable(estimator.anchored()),
  ].join('\n\n');
}

/** Growth per step, one line per source and one per file. */
function growthTable(title: string, rows: readonly StepErrors[]): string {
  const lines = [...groupedBy(rows, ({ step }) => step.source)].flatMap(([source, ofSource]) => [
    growthLine(source, ofSource),
    ...[...groupedBy(ofSource, ({ step }) => step.file)].map(([file, ofFile]) =>
      growthLine(`  ${file}`, ofFile),
    ),
  ]);
  return [header(`${title}, median`, ['points', 'chars/4', 'file out', 'source out']), ...lines].join('\n');
}

function growthLine(name: string, rows: readonly StepErrors[]): string {
  const median = (pick: (row: StepErrors) => number): string => percent(quantile(rows.map(pick), 0.5));
  return line(name, [
    String(rows.length),
    median((row) => row.charsBy4),
    median((row) => row.fileHeldOut),
    median((row) => row.sourceHeldOut),
  ]);
}

/** Whole prompts by estimate alone. */
function promptTable(rows: readonly PromptErrors[]): string {
  const lines = rows.map(({ recorded, errors }) =>
    line(recorded.recording, [
      String(errors.file.length),
      recorded.hiddenPrefix ? 'constant' : 'none',
      percent(quantile(errors.file, 0.5)),
      percent(quantile(errors.source, 0.5)),
    ]),
  );
  return [header('whole prompt, median', ['points', 'hidden', 'file out', 'source out']), ...lines].join(
    '\n',
  );
}

/** Prompts by the last usage plus the estimate of what came after; pooled first. */
function anchoredTable(rows: readonly AnchoredErrors[]): string {
  const all = rows.flatMap((row) => row.errors);
  const lines = [{ name: 'all', errors: all, refused: rows.reduce((sum, row) => sum + row.refused, 0) }]
    .concat(
      rows.map(({ recorded, errors, refused }) => ({
        name: recorded.recording,
        errors: [...errors],
        refused,
      })),
    )
    .map(({ name, errors, refused }) =>
      line(name, [
        String(errors.length),
        percent(quantile(errors, 0.5)),
        percent(quantile(errors, 0.95)),
        String(refused),
      ]),
    );
  return [header('anchored prompt, source out', ['points', 'median', 'p95', 'refused']), ...lines].join('\n');
}

function header(title: string, columns: readonly string[]): string {
  return line(title, columns);
}

function line(name: string, cells: readonly string[]): string {
  return name.slice(0, 60).padEnd(61) + cells.map((cell) => cell.padStart(11)).join('');
}

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`;
}
