import type { ContextReport } from '@ai4j/agent';

/** Whether a projection did anything but pass memory on. */
export function hasFates(report: ContextReport): boolean {
  return report.notes.length > 0 || report.droppedItemCount > 0 || report.clearedItemCount > 0;
}

/** Whether two reports tell the same of the items that both know: sizes alone grow at every call. */
export function sameFates(a: ContextReport, b: ContextReport): boolean {
  return JSON.stringify(fatesOf(a)) === JSON.stringify(fatesOf(b));
}

function fatesOf({ notes, fates }: ContextReport): unknown {
  return [notes, fates?.dropped, fates?.clearedToolResults, fates?.clearedReasoning, fates?.altered];
}
