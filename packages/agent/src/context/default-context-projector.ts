import { splitSummary } from './context-index.ts';
import type { ContextProjector } from './context-projector.ts';
import { projectView } from './project-view.ts';

/**
 * Pinned prefix and newest tail: by items, then chars, tokens and bytes, stopping at the first item that
 * does not fit. The newest item always stays, with the response and outputs it belongs to.
 */
export const defaultContextProjector: ContextProjector = (items, budget, context) =>
  projectView({
    ...splitSummary(items),
    budget,
    tiers: false,
    repaired: false,
    counter: context?.counter,
    index: context?.index,
  });
