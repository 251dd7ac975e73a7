import type { AgentItem, SummaryItem } from '../items/agent-item.ts';
import { repairPairs } from '../items/pair-repair.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { SeqRange } from '../log/seq-range.ts';
import type { MemorySnapshot } from '../memory/memory-snapshot.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { ContextBudget } from './context-budget.ts';
import { ContextIndex } from './context-index.ts';
import type { ContextProjector } from './context-projector.ts';
import { defaultContextProjector } from './default-context-projector.ts';
import { describeProjection } from './describe-projection.ts';
import { projectView } from './project-view.ts';
import { requireUsableBudget } from './require-usable-budget.ts';
import { typeAwareContextProjector } from './type-aware-context-projector.ts';

export interface ModelContextRequest {
  /** What memory holds; with `seqs`, the report tells the fate of each item by its seq. */
  readonly snapshot: MemorySnapshot & { readonly seqs?: readonly SeqRange[] | undefined };
  /** Default: no limit; then only pair repair acts. */
  readonly budget?: ContextBudget | undefined;
  /** Default: `typeAwareContextProjector`, which is the default one while its tiers are off. */
  readonly projector?: ContextProjector | undefined;
  readonly counter?: TokenCounter | undefined;
  /** Keep one per session: a step then costs what is new, not what is there. */
  readonly index?: ContextIndex | undefined;
}

/** What one model call is sent of the history: the summary first, then items, legal for every provider. */
export interface ModelContext {
  readonly items: readonly AgentItem[];
  readonly report: ContextReport;
}

/**
 * Builds the context of the next model call from memory, and changes nothing: project, then pair repair.
 * The summary stands first and survives every projector. A context is never empty when memory is not,
 * `maxItems: 0` apart.
 * @throws ConfigError when a limit is no number, NaN, or negative
 */
export function buildModelContext(request: ModelContextRequest): ModelContext {
  const { snapshot, budget = {}, projector = typeAwareContextProjector } = request;
  const index = request.index ?? new ContextIndex();
  const summary = index.summaryItem(snapshot.summary);
  if (projector === typeAwareContextProjector || projector === defaultContextProjector) {
    return projectView({
      summary,
      memory: snapshot.items,
      budget,
      tiers: projector === typeAwareContextProjector,
      repaired: true,
      counter: request.counter,
      index,
      seqs: snapshot.seqs,
    });
  }
  return projectWithGuards(projector, summary, { ...request, budget, index });
}

/** Another projector's choice, made legal and diagnosed. */
function projectWithGuards(
  projector: ContextProjector,
  summary: SummaryItem | undefined,
  request: ModelContextRequest & { readonly budget: ContextBudget; readonly index: ContextIndex },
): ModelContext {
  const { snapshot, budget, counter, index } = request;
  requireUsableBudget(budget);
  const source: readonly AgentItem[] = summary ? [summary, ...snapshot.items] : snapshot.items;
  const projection = projector(source, budget, { counter, index });
  const chosen = projection.items.filter((item) => item.type !== 'summary');
  const notes: string[] = [];
  if (summary && projection.items[0] !== summary) notes.push('engine: put the summary back in first place');
  let repaired = repairPairs(chosen);
  if (repaired.items.length === 0 && snapshot.items.length > 0 && budget.maxItems !== 0) {
    notes.push('engine: the projector left nothing, kept the newest items');
    repaired = repairPairs(defaultContextProjector(snapshot.items, { maxItems: 1 }).items);
  }
  const items = summary ? [summary, ...repaired.items] : repaired.items;
  const report = describeProjection(source, items, index, {
    counter,
    seqs: snapshot.seqs,
    chosen,
    claimed: projection.report,
    notes: [...notes, ...repaired.notes],
  });
  return { items, report };
}
