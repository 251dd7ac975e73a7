import type { Attributes } from '@opentelemetry/api';
import type { CompactResult } from '../compact/compact-policy.ts';
import type { ContextReport } from '../log/context-report.ts';

/** How large memory was and is: figures only, what was summarised is content. */
export function compactionAttributes({ policy, usage, ...result }: CompactResult): Attributes {
  return {
    'ai4j.compaction.policy': policy,
    'ai4j.compaction.items_before': result.itemsBefore,
    'ai4j.compaction.items_after': result.itemsAfter,
    'ai4j.compaction.tokens_before': result.tokensBefore,
    'ai4j.compaction.tokens_after': result.tokensAfter,
    'ai4j.compaction.input_tokens':
      usage && usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
    'ai4j.compaction.output_tokens': usage?.outputTokens,
  };
}

/** What a projection kept from the model; undefined when that is nothing. */
export function projectionAttributes(report: ContextReport): Attributes | undefined {
  if (report.droppedItemCount === 0 && report.clearedItemCount === 0) return undefined;
  return {
    'ai4j.projection.source_items': report.sourceItemCount,
    'ai4j.projection.dropped_items': report.droppedItemCount,
    'ai4j.projection.cleared_items': report.clearedItemCount,
    'ai4j.projection.source_tokens': report.sourceTokens,
    'ai4j.projection.projected_tokens': report.projectedTokens,
  };
}
