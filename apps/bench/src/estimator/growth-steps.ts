import type { AgentItem, ModelFamily } from '@ai4j/agent';
import type { RecordedUsage } from './usage-points.ts';

/** What one step added to the prompt: items we see, Tokens that were billed. */
export interface GrowthStep {
  readonly file: string;
  readonly source: string;
  readonly family: ModelFamily;
  readonly added: readonly AgentItem[];
  readonly addedTokens: number;
  /** Reasoning of which the recording has only the signature: its Tokens have no characters. */
  readonly signatureOnly: boolean;
}

/** The steps between two calls without a compaction between them whose prompt grew. */
export function growthSteps(recorded: RecordedUsage): GrowthStep[] {
  const steps: GrowthStep[] = [];
  recorded.points.forEach((point, index) => {
    const before = recorded.points[index - 1];
    if (before === undefined || point.unchangedItems === 0) return;
    const addedTokens = point.promptTokens - before.promptTokens;
    const added = point.request.slice(point.unchangedItems);
    if (addedTokens <= 0 || added.length === 0) return;
    const signatureOnly = added.some((item) => item.type === 'reasoning' && item.text === '');
    const { file, source } = recorded;
    steps.push({ file, source, family: point.family, added, addedTokens, signatureOnly });
  });
  return steps;
}
