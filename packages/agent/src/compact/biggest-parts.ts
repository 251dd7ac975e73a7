import type { AgentItem } from '../items/agent-item.ts';

const PARTS_NAMED = 3;

/** Which of the parts that stay take the most, as a sentence for an error: by id, since their content is nobody's business there. */
export function biggestParts(
  parts: readonly AgentItem[],
  sizeOf: (part: AgentItem, at: number) => number,
  unit = '',
): string {
  const biggest = parts
    .map((part, at) => ({ name: nameOf(part), size: sizeOf(part, at) }))
    .sort((a, b) => b.size - a.size)
    .slice(0, PARTS_NAMED);
  return `Biggest: ${biggest.map(({ name, size }) => `${name} ${size}${unit}`).join(', ')}.`;
}

function nameOf(part: AgentItem): string {
  return part.type === 'summary' ? 'the summary' : `${part.type} "${part.id}"`;
}
