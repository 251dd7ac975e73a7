import { splitSummary } from './context-index.ts';
import type { ContextProjector } from './context-projector.ts';
import { projectView } from './project-view.ts';

/**
 * Tier 1 (`maxRecentToolResults`): old tool results become placeholders. Tier 2 (`trimOldReasoning`):
 * reasoning of earlier turns is cleared. Then as `defaultContextProjector`, which it equals while both are off.
 * Failed results and those of `exemptTools` are never cleared. Nothing leaves memory.
 */
export const typeAwareContextProjector: ContextProjector = (items, budget, context) =>
  projectView({
    ...splitSummary(items),
    budget,
    tiers: true,
    repaired: false,
    counter: context?.counter,
    index: context?.index,
  });
