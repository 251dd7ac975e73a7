import { buildModelContext, ContextIndex, type MemoryItem, scriptAwareTokenEstimator } from '@ai4j/agent';
import { milliseconds } from './table.ts';

const STEPS = 200;

/**
 * The cost of one step (an item arrives, the context is built anew under every limit) at growing lengths of history:
 * items looked at, bytes measured, time. The counters must not grow with the length.
 */
export function stepRows(history: readonly MemoryItem[]): readonly (readonly string[])[] {
  const rows = [['items in memory', 'items visited', 'bytes measured', 'time per step']];
  for (const length of [100, 1_000, 10_000]) {
    const items = repeated(history, length + STEPS);
    const index = new ContextIndex();
    const counter = scriptAwareTokenEstimator({ family: 'anthropic' });
    const build = (count: number) =>
      buildModelContext({
        snapshot: { items: items.slice(0, count) },
        budget: { maxTokens: 100_000, maxRecentToolResults: 20, trimOldReasoning: true, slackItems: 20 },
        counter,
        index,
      });
    build(length);
    const before = { ...index.counters };
    const startedMs = performance.now();
    for (let step = 1; step <= STEPS; step++) build(length + step);
    const elapsedMs = performance.now() - startedMs;
    rows.push([
      String(length),
      ((index.counters.itemsVisited - before.itemsVisited) / STEPS).toFixed(1),
      ((index.counters.bytesMeasured - before.bytesMeasured) / STEPS).toFixed(0),
      milliseconds(elapsedMs / STEPS),
    ]);
  }
  return rows;
}

/** `history` over and over until it has `length` items, under fresh ids. */
function repeated(history: readonly MemoryItem[], length: number): readonly MemoryItem[] {
  return Array.from({ length }, (_, at) => {
    const copy = Math.floor(at / history.length);
    const item = history[at % history.length] as MemoryItem;
    const renamed = { ...item, id: `${item.id}-${copy}` };
    return 'callId' in renamed ? { ...renamed, callId: `${renamed.callId}-${copy}` } : renamed;
  });
}
