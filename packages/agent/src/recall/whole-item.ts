import { SessionStoreError } from '../errors.ts';
import type { MemoryItem } from '../items/agent-item.ts';
import { contentSchema } from '../items/content.ts';
import type { BlobStore } from '../log/blob-store.ts';

/**
 * The item with the output that its tool returned, where memory took in only its head and tail; any
 * other item as it is.
 * @throws SessionStoreError `unreadable` when the blobs do not have it any more
 */
export async function wholeItem(item: MemoryItem, blobs: BlobStore): Promise<MemoryItem> {
  if (item.type !== 'function_call_output' || !item.original) return item;
  const { original, ...cut } = item;
  const bytes = await blobs.get(original.hash);
  if (!bytes) {
    throw new SessionStoreError(
      'unreadable',
      `The whole output of item "${item.id}" (${original.hash}) is gone.`,
    );
  }
  return { ...cut, output: contentSchema.parse(JSON.parse(new TextDecoder().decode(bytes))) };
}
