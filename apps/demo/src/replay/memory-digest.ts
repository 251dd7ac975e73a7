import { createHash } from 'node:crypto';
import type { AgentItem } from '@ai4j/agent';
import { canonicalJson } from './canonical-json.ts';

const digests = new WeakMap<AgentItem, string>();

/**
 * The digest that a trace gives of memory: sha256 over the sha256 of each item's canonical JSON, in order, as hex.
 * An item object is hashed once, however many memories it is in.
 */
export function memoryDigest(items: Iterable<AgentItem>): string {
  const hash = createHash('sha256');
  for (const item of items) hash.update(itemDigest(item));
  return hash.digest('hex');
}

function itemDigest(item: AgentItem): string {
  const known = digests.get(item);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(canonicalJson(item)).digest('hex');
  digests.set(item, digest);
  return digest;
}
