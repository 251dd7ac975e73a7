import { SessionConflictError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/** Others may come first this many times before their conflict is the caller's. */
const MAX_ATTEMPTS = 5;

/**
 * Appends, also when another process appended first, as long as that left memory what it was: a decision
 * on an approval is no reason to lose a run.
 * @throws SessionConflictError when memory is no longer what the items were made for
 */
export async function appendToMemory(
  memory: AgentMemory,
  items: readonly MemoryItem[],
  usage?: TokenUsage,
): Promise<void> {
  const before = await memory.snapshot();
  for (let attempt = 1; ; attempt++) {
    try {
      return await memory.append(items, { usage });
    } catch (error) {
      if (!SessionConflictError.isInstance(error) || attempt === MAX_ATTEMPTS) throw error;
      if ((await memory.snapshot()) !== before) throw error;
    }
  }
}
