import { z } from 'zod/v4';
import { memoryItemSchema } from '../items/agent-item.ts';

/** The state of the loop: the items it works on, and the summary of what left it. */
export const memorySnapshotSchema = z
  .object({
    schemaVersion: z.literal(1).default(1),
    items: z.array(memoryItemSchema).readonly(),
    summary: z.string().optional(),
  })
  .readonly();
export type MemorySnapshot = Omit<z.infer<typeof memorySnapshotSchema>, 'schemaVersion'> & {
  readonly schemaVersion?: 1;
};

export const emptyMemorySnapshot: MemorySnapshot = { items: [] };
